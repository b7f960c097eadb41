//! What a healthy call costs, in nanoseconds over the bare call: `cargo run --profile measured -p r4c-benches --bin times`.
//!
//! Batches of the bare call and of the wrapped one alternate in one process, and each pair gives a difference: the machine's
//! mood is in both. Shown are the smallest bare batch, and the quartiles of the differences. No test depends on them.
use r4c_benches::{large, owning, plain, ready, registry, small};
use std::hint::black_box;
use std::sync::Barrier;
use std::time::Instant;

const CALLS: u32 = 200_000;
const PAIRS: usize = 41;

/// Nanoseconds of one call in a batch.
fn batch(call: &impl Fn()) -> f64 {
    let start = Instant::now();
    (0..CALLS).for_each(|_| call());
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

/// Pairs of batches on one thread.
fn pairs(bare: &impl Fn(), wrapped: &impl Fn()) -> Vec<(f64, f64)> {
    batch(bare);
    batch(wrapped);
    (0..PAIRS).map(|_| (batch(bare), batch(wrapped))).collect()
}

fn show(name: &str, pairs: &[(f64, f64)]) {
    let bare = pairs.iter().map(|(bare, _)| *bare).fold(f64::INFINITY, f64::min);
    let mut over: Vec<f64> = pairs.iter().map(|(bare, wrapped)| wrapped - bare).collect();
    over.sort_by(f64::total_cmp);
    let quarter = |n: usize| over[(over.len() - 1) * n / 4];
    println!("{name:<52} {bare:>6.2}  {:>6.2} {:>6.2} {:>6.2}", quarter(1), quarter(2), quarter(3));
}

/// One row on one thread.
fn row(name: &str, bare: impl Fn() + Sync, wrapped: impl Fn() + Sync) {
    show(name, &pairs(&bare, &wrapped));
}

/// The same on two threads that share the breaker.
fn row_on_two_threads(name: &str, bare: impl Fn() + Sync, wrapped: impl Fn() + Sync) {
    let together = Barrier::new(2);
    let run = || {
        together.wait();
        pairs(&bare, &wrapped)
    };
    let both: Vec<(f64, f64)> = std::thread::scope(|scope| {
        let threads = [scope.spawn(run), scope.spawn(run)];
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread that measures")).collect()
    });
    show(&format!("{name}, two threads"), &both);
}

macro_rules! rows {
    ($($module:ident)*) => {$({
        use $module::{Error, Orders as _, ResilientOrders, Response, Upstream};
        type Wrapper = ResilientOrders<Upstream>;
        let orders = Wrapper::new(Upstream, &registry().expect("a registry")).expect("a wrapper");
        // Past the minimum: from here on the calls are healthy ones.
        (0..200).for_each(|_| drop(orders.guarded("warm up")));

        #[inline(never)]
        fn guarded(orders: &Wrapper, id: &str) -> Result<Response, Error> {
            orders.guarded(id)
        }
        #[inline(never)]
        fn classified(orders: &Wrapper, id: &str) -> Result<Response, Error> {
            orders.classified(id)
        }
        #[inline(never)]
        fn both(orders: &Wrapper, id: &str) -> Result<Response, Error> {
            orders.both(id)
        }
        let name = |row: &str| format!("{} bytes{}: {row}", size_of::<Result<Response, Error>>(), if stringify!($module) == "owning" { " with a String" } else { "" });
        let bare = || drop(black_box(Upstream.answer(black_box("o-1"))));
        let both_wrapped = || drop(black_box(both(&orders, black_box("o-1"))));
        row(&name("breaker"), bare, || drop(black_box(guarded(&orders, black_box("o-1")))));
        row(&name("breaker + classifier"), bare, || drop(black_box(classified(&orders, black_box("o-1")))));
        row(&name("retry + breaker + classifier"), bare, both_wrapped);
        row_on_two_threads(&name("retry + breaker + classifier"), bare, both_wrapped);
        let async_bare = || drop(black_box(ready(Upstream.both_async(black_box("o-1")))));
        row(&name("async retry + breaker + classifier"), async_bare, || drop(black_box(ready(orders.both_async(black_box("o-1"))))));
        failures_in_the_window(&orders);
        row(&name("the same sync, failures in the window"), bare, both_wrapped);
        fn failures_in_the_window(orders: &Wrapper) {
            (0..20).for_each(|_| drop(orders.classified("")));
        }
    })*};
}

fn main() {
    println!("{:<52} {:>6}  {:>20}", "", "bare", "over it: quartiles");
    rows!(small plain large owning);
    refused();
}

/// A refusal reads the clock once: shown beside one clock read.
fn refused() {
    use plain::{Orders as _, ResilientOrders, Upstream};
    let registry = registry().expect("a registry");
    let orders = ResilientOrders::new(Upstream, &registry).expect("a wrapper");
    registry.circuit_breaker("orders").expect("declared").transition_to_open().expect("a legal transition");
    let read = || {
        black_box(r4c::Clock::now(&r4c::SystemClock));
    };
    row("a refusal, over one clock read", read, || drop(black_box(orders.classified(black_box("o-1")))));
}
