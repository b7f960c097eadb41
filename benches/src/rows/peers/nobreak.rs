//! nobreak: consecutive failures, in a mutex that is taken before and after the call.
use super::judged::judged;
use super::{async_row, row};
use crate::libraries::version;
use crate::plain::{Answer, Error, Orders as _, Response, Upstream};
use crate::row::{Row, batch};
use crate::{WARM_UP, ready};
use nobreak::{CircuitBreaker, CircuitError};
use r4c_bench_record::Library;

pub(super) fn library() -> Library {
    Library {
        name: "nobreak".to_owned(),
        version: version("nobreak"),
        reads_clock: "no".to_owned(),
        judges_values: "no, and every error is a failure".to_owned(),
        third_outcome: "no".to_owned(),
        sliding_window: "none: 5 consecutive failures".to_owned(),
        limits_half_open: "no".to_owned(),
    }
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("breaker", batch(breaker, guarded)).of("nobreak"),
        row("breaker + classifier", batch(breaker, classified)).of("nobreak"),
        row("breaker + classifier", batch(breaker, classified)).of("nobreak").on(2),
        async_row("breaker", batch(breaker, guarded_async)).of("nobreak"),
    ]
}

fn breaker() -> CircuitBreaker {
    let breaker = nobreak::breaker();
    (0..WARM_UP).for_each(|_| drop(guarded(&breaker, "warm up")));
    breaker
}

#[inline(never)]
fn guarded(breaker: &CircuitBreaker, id: &str) -> Result<Response, CircuitError<Error>> {
    breaker.call(|| Upstream.answer(id))
}

#[inline(never)]
fn guarded_async(breaker: &CircuitBreaker, id: &str) -> Result<Response, CircuitError<Error>> {
    ready(breaker.call_async(|| Upstream.both_async(id)))
}

#[inline(never)]
fn classified(breaker: &CircuitBreaker, id: &str) -> Answer {
    match breaker.call(|| judged(Upstream.answer(id))) {
        Ok(response) => Ok(response),
        Err(CircuitError::Failed { error }) => error.into_answer(),
        Err(CircuitError::Open) => Err(Error::Open),
    }
}
