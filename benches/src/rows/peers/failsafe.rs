//! failsafe: a state machine in a mutex, with a choice of failure policies.
use super::judged::{Bad, is_bad, judged};
use super::row;
use crate::WARM_UP;
use crate::libraries::version;
use crate::plain::{Answer, Error, Response, Upstream};
use crate::row::{Batch, Row, batch};
use failsafe::{CircuitBreaker, Config, backoff, failure_policy};
use r4c_bench_record::Library;
use std::time::Duration;

pub(super) fn library() -> Library {
    Library {
        name: "failsafe".to_owned(),
        version: version("failsafe"),
        reads_clock: "twice; not with its policy for consecutive failures".to_owned(),
        judges_values: "no, errors alone, by a predicate".to_owned(),
        third_outcome: "no, what the predicate refuses is a success".to_owned(),
        sliding_window: "a moving average over 30 s, or 5 consecutive failures".to_owned(),
        limits_half_open: "no".to_owned(),
    }
}

pub(super) fn rows() -> Vec<Row> {
    // What its README begins with, and what it goes on to.
    let default = || Config::new().build();
    let consecutive = || {
        let backoff = backoff::exponential(Duration::from_secs(10), Duration::from_secs(60));
        Config::new().failure_policy(failure_policy::consecutive_failures(3, backoff)).build()
    };
    let row = |name, call| row(name, call).of("failsafe");
    vec![
        row("breaker", guarded(default)),
        row("breaker (consecutive failures)", guarded(consecutive)),
        row("breaker + classifier", classified(default)),
        row("breaker + classifier", classified(default)).on(2),
        row("breaker (consecutive failures) + classifier", classified(consecutive)),
    ]
}

fn guarded<B: CircuitBreaker + Send + Sync + 'static>(make: fn() -> B) -> Batch {
    #[inline(never)]
    fn call<B: CircuitBreaker>(breaker: &B, id: &str) -> Result<Response, failsafe::Error<Error>> {
        breaker.call(|| Upstream.answer(id))
    }
    batch(move || warm(make(), call), call)
}

fn classified<B: CircuitBreaker + Send + Sync + 'static>(make: fn() -> B) -> Batch {
    #[inline(never)]
    fn call<B: CircuitBreaker>(breaker: &B, id: &str) -> Answer {
        let judged: Result<Response, failsafe::Error<Bad>> = breaker.call_with(is_bad, || judged(Upstream.answer(id)));
        match judged {
            Ok(response) => Ok(response),
            Err(failsafe::Error::Inner(bad)) => bad.into_answer(),
            Err(failsafe::Error::Rejected) => Err(Error::Open),
        }
    }
    batch(move || warm(make(), call), call)
}

fn warm<B, A>(breaker: B, call: impl Fn(&B, &'static str) -> A) -> B {
    (0..WARM_UP).for_each(|_| drop(call(&breaker, "warm up")));
    breaker
}
