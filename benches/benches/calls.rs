//! The same rows in criterion's own report: `cargo bench -p r4c-benches --features criterion,peers`.
//!
//! Whole calls: for what r4c adds to one, `cargo xtask bench` takes paired differences. Rows of several threads are not here:
//! criterion times one.
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use r4c_benches::row::Batch;
use r4c_benches::rows::rows;
use r4c_benches::time::Time;

fn calls(criterion: &mut Criterion) {
    let mut bases = BTreeSet::new();
    for row in rows(Time::Running).iter().filter(|row| row.threads == 1) {
        let mut group = criterion.benchmark_group(format!("{:?}", row.group).to_lowercase());
        if bases.insert((row.group, row.base.name, row.result.clone())) {
            let id = BenchmarkId::new(row.base.name, &row.result);
            group.bench_function(id, |bencher| bencher.iter_custom(|calls| took(&row.base.batch, calls)));
        }
        let id = BenchmarkId::new(format!("{}: {}", row.library, row.name), &row.result);
        group.bench_function(id, |bencher| bencher.iter_custom(|calls| took(&row.call, calls)));
    }
}

fn took(batch: &Batch, calls: u64) -> Duration {
    let begun = Instant::now();
    batch(calls);
    begun.elapsed()
}

criterion_group! {
    name = benches;
    // A row is one of a hundred: a few seconds for each are enough.
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2)).nresamples(10_000);
    targets = calls
}
criterion_main!(benches);
