//! Pairs of batches, of the base and of the call, in turn: what the machine does meanwhile happens to both.
use std::time::{Duration, Instant};

use r4c_bench_record::{Effort, Row as Found, Summary};
use r4c_benches::row::Row;

use crate::allocator::Allocated;
use crate::crew::{self, Crew, Took};

/// How much time there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// For a row: an end to it on a machine that is busy with something else.
    row: Duration,
    /// For a pair of batches: so short that most pairs are not interrupted, and long against what reading the clock takes.
    pair: Duration,
    /// Pairs that are enough.
    pairs: usize,
}

/// Fewer pairs have no quartiles to speak of.
const FEWEST_PAIRS: usize = 7;
/// Of a batch, so that the clock's own cost is a hundredth of a nanosecond or so a call.
const FEWEST_CALLS: u64 = 2_000;
/// Over which allocations are counted.
const COUNTED_CALLS: u64 = 1_000;

impl Budget {
    /// For so many rows: all of them together never take longer than a fixed time.
    pub(crate) fn new(effort: Effort, rows: usize) -> Self {
        let (seconds, pair, pairs) = match effort {
            Effort::Full => (600, 2_000, 1_000),
            Effort::Quick => (60, 700, 400),
            Effort::Tiny => (3, 300, 50),
        };
        let rows = u32::try_from(rows.max(1)).unwrap_or(u32::MAX);
        Self { row: Duration::from_secs(seconds) / rows, pair: Duration::from_micros(pair), pairs }
    }

    /// For more threads than cores: long enough that each has its turn several times in a batch.
    fn of_a_crowd(self) -> Self {
        Self { pair: 20 * self.pair, ..self }
    }
}

/// Measures a row.
pub(crate) fn measure(row: &Row, budget: Budget, cores: usize) -> Found {
    let crowded = row.threads as usize > cores;
    let budget = if crowded { budget.of_a_crowd() } else { budget };
    let (calls, pairs) = crew::with(row.threads, cores, |crew| time(crew, row, budget));
    let of = |one: fn(&(f64, f64)) -> f64| pairs.iter().map(one).collect::<Vec<f64>>();
    let summary = |sample: &[f64]| Summary::of(sample).expect("at least one pair");
    let differences = of(|(base, call)| rounded(call - base));
    let (base, call) = (allocated(&row.base.batch), allocated(&row.call));
    let per_call = |call: u64, base: u64| (call as f64 - base as f64) / COUNTED_CALLS as f64;
    Found {
        group: row.group,
        library: row.library.to_owned(),
        name: row.name.clone(),
        over: row.base.name.to_owned(),
        result: row.result.clone(),
        threads: row.threads,
        crowded,
        calls,
        base: summary(&of(|pair| pair.0)),
        call: summary(&of(|pair| pair.1)),
        overhead: summary(&differences),
        differences,
        allocated_bytes: per_call(call.bytes, base.bytes),
        allocations: per_call(call.allocations, base.allocations),
    }
}

fn allocated(batch: &r4c_benches::row::Batch) -> Allocated {
    Allocated::by(|| batch(COUNTED_CALLS))
}

/// The calls of a batch, and nanoseconds a call of each pair. Which of the two comes first alternates.
///
/// Pairs in which the threads were not together are left out, unless there are hardly any others.
fn time<'a>(crew: &Crew<'_, 'a>, row: &'a Row, budget: Budget) -> (u64, Vec<(f64, f64)>) {
    let begun = Instant::now();
    let calls = calibrate(crew, row, budget);
    let nanoseconds = |took: Took| rounded(took.time.as_secs_f64() * 1e9 / calls as f64);
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    while together.len() + apart.len() < FEWEST_PAIRS || (together.len() < budget.pairs && begun.elapsed() < budget.row)
    {
        let time = |batch| crew.time(batch, calls);
        let (base, call) = if (together.len() + apart.len()) % 2 == 0 {
            let base = time(&row.base.batch);
            (base, time(&row.call))
        } else {
            let call = time(&row.call);
            (time(&row.base.batch), call)
        };
        let pairs = if base.together && call.together { &mut together } else { &mut apart };
        pairs.push((nanoseconds(base), nanoseconds(call)));
    }
    if together.len() < FEWEST_PAIRS {
        together.append(&mut apart);
    }
    (calls, together)
}

/// So many calls that a pair takes its time. On the way there caches, branch predictors and threads' own cells get warm.
fn calibrate<'a>(crew: &Crew<'_, 'a>, row: &'a Row, budget: Budget) -> u64 {
    let pair = |calls| crew.time(&row.base.batch, calls).time + crew.time(&row.call, calls).time;
    let mut calls = FEWEST_CALLS;
    loop {
        // The shortest of a few: one that was interrupted says nothing.
        let took = (0..5).map(|_| pair(calls)).min().unwrap_or_default();
        if took >= budget.pair {
            return calls;
        }
        // At most doubled: the first calls are slower than those that are timed.
        let fitting = (calls as f64 * budget.pair.as_secs_f64() / took.as_secs_f64().max(1e-9)).ceil();
        calls = (fitting as u64).clamp(calls + 1, 2 * calls);
    }
}

/// A tenth of a picosecond is enough.
fn rounded(nanoseconds: f64) -> f64 {
    (nanoseconds * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::{Budget, FEWEST_CALLS, FEWEST_PAIRS, measure};
    use r4c_bench_record::{Effort, Group};
    use r4c_benches::row::{Base, Batch, Row};
    use std::hint::black_box;
    use std::time::Duration;

    fn boxes(calls: u64, each: usize) {
        (0..calls).for_each(|_| (0..each).for_each(|_| drop(black_box(Box::new(0_u64)))));
    }

    fn row(threads: u32) -> Row {
        let base: Batch = Box::new(|calls| boxes(calls, 1));
        let call: Batch = Box::new(|calls| boxes(calls, 3));
        Row::new(Group::State, "three boxes", String::new(), Base::new("one box", base), call).on(threads)
    }

    #[test]
    fn a_row_is_pairs_and_their_differences_and_what_is_allocated_beyond_the_base() {
        let budget = Budget { row: Duration::ZERO, pair: Duration::from_nanos(1), pairs: 1_000 };
        for (threads, crowded) in [(1, false), (3, true)] {
            let found = measure(&row(threads), budget, 2);
            assert_eq!((found.calls, found.differences.len()), (FEWEST_CALLS, FEWEST_PAIRS));
            assert_eq!((found.allocated_bytes, found.allocations), (16.0, 2.0));
            assert_eq!((found.threads, found.crowded), (threads, crowded));
            assert!(found.base.min > 0.0 && found.call.min > 0.0);
        }
    }

    #[test]
    fn many_rows_share_a_fixed_time() {
        for rows in [1, 96, 1000] {
            let all = Budget::new(Effort::Quick, rows).row * rows as u32;
            assert!(all <= Duration::from_secs(60), "{all:?} for {rows} rows");
        }
    }
}
