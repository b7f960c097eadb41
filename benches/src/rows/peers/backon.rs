//! backon: retries alone; with recloser's breaker inside for the whole job.
use super::judged::{Bad, is_bad, judged};
use super::{async_row, recloser as breaker, row};
use crate::libraries::version;
use crate::plain::{Answer, Error, Orders as _, Upstream};
use crate::ready;
use crate::row::{Row, batch};
use backon::{BlockingRetryable as _, ExponentialBuilder, Retryable as _};
use r4c_bench_record::Library;
use recloser::Recloser;

pub(super) fn library() -> Library {
    Library {
        name: "backon".to_owned(),
        version: version("backon"),
        reads_clock: "no".to_owned(),
        judges_values: "no, errors alone, by a predicate".to_owned(),
        third_outcome: "an error that the predicate refuses is not retried".to_owned(),
        sliding_window: "no breaker".to_owned(),
        limits_half_open: "no breaker".to_owned(),
    }
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("retry", batch(|| (), retried)).of("backon"),
        row("retry + classifier", batch(|| (), retried_classified)).of("backon"),
        row("retry + breaker + classifier", batch(breaker::recloser, both)).of("backon + recloser"),
        async_row("retry", batch(|| (), retried_async)).of("backon"),
    ]
}

#[inline(never)]
fn retried(_: &(), id: &str) -> Answer {
    (|| Upstream.answer(id)).retry(ExponentialBuilder::default()).call()
}

#[inline(never)]
fn retried_async(_: &(), id: &str) -> Answer {
    ready(async { (|| Upstream.both_async(id)).retry(ExponentialBuilder::default()).await })
}

#[inline(never)]
fn retried_classified(_: &(), id: &str) -> Answer {
    let call = (|| judged(Upstream.answer(id))).retry(ExponentialBuilder::default()).when(is_bad);
    call.call().or_else(Bad::into_answer)
}

#[inline(never)]
fn both(recloser: &Recloser, id: &str) -> Answer {
    let call = (|| breaker::call(recloser, id))
        .retry(ExponentialBuilder::default())
        .when(|error| matches!(error, recloser::Error::Inner(bad) if is_bad(bad)));
    match call.call() {
        Ok(response) => Ok(response),
        Err(recloser::Error::Inner(bad)) => bad.into_answer(),
        Err(recloser::Error::Rejected) => Err(Error::Open),
    }
}
