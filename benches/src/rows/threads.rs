//! Threads that share one breaker.
use crate::plain;
use crate::row::Row;
use crate::time::Time;
use r4c_bench_record::Group::Threads;

pub(super) fn rows(time: Time) -> Vec<Row> {
    let row = |threads, name: &str, call| Row::new(Threads, name, plain::result(), plain::bare(), call).on(threads);
    let breaker =
        |threads| row(threads, "breaker + classifier", plain::wrapped(time, |settings| settings, plain::classified));
    let both =
        |threads| row(threads, "retry + breaker + classifier", plain::wrapped(time, |settings| settings, plain::both));
    [1, 2, 4].into_iter().flat_map(|threads| [breaker(threads), both(threads)]).collect()
}
