//! recloser: a ring of the last calls behind a spin lock, the state behind an epoch.
use super::judged::{Bad, is_bad, judged};
use super::{async_row, row};
use crate::libraries::version;
use crate::plain::{Answer, Error, Orders as _, Response, Upstream};
use crate::row::{Row, batch};
use crate::{WARM_UP, ready};
use r4c_bench_record::Library;
use recloser::{AsyncRecloser, Recloser};

pub(super) fn library() -> Library {
    Library {
        name: "recloser".to_owned(),
        version: version("recloser"),
        reads_clock: "no".to_owned(),
        judges_values: "no, errors alone, by a predicate".to_owned(),
        third_outcome: "no, what the predicate refuses is a success".to_owned(),
        sliding_window: "the last N calls".to_owned(),
        limits_half_open: "no".to_owned(),
    }
}

pub(super) fn rows() -> Vec<Row> {
    let async_recloser = || AsyncRecloser::from(recloser());
    vec![
        row("breaker", batch(recloser, guarded)).of("recloser"),
        row("breaker + classifier", batch(recloser, classified)).of("recloser"),
        row("breaker + classifier", batch(recloser, classified)).of("recloser").on(2),
        async_row("breaker", batch(async_recloser, guarded_async)).of("recloser"),
    ]
}

/// The settings of its README, which are its defaults.
pub(super) fn recloser() -> Recloser {
    let recloser = Recloser::custom().error_rate(0.5).closed_len(100).half_open_len(10).build();
    (0..WARM_UP).for_each(|_| drop(guarded(&recloser, "warm up")));
    recloser
}

#[inline(never)]
fn guarded(recloser: &Recloser, id: &str) -> Result<Response, recloser::Error<Error>> {
    recloser.call(|| Upstream.answer(id))
}

#[inline(never)]
fn guarded_async(recloser: &AsyncRecloser, id: &str) -> Result<Response, recloser::Error<Error>> {
    ready(recloser.call(Upstream.both_async(id)))
}

#[inline(never)]
fn classified(recloser: &Recloser, id: &str) -> Answer {
    match call(recloser, id) {
        Ok(response) => Ok(response),
        Err(recloser::Error::Inner(bad)) => bad.into_answer(),
        Err(recloser::Error::Rejected) => Err(Error::Open),
    }
}

/// The call, judged, inside of it.
#[inline(always)]
pub(super) fn call(recloser: &Recloser, id: &str) -> Result<Response, recloser::Error<Bad>> {
    recloser.call_with(is_bad, || judged(Upstream.answer(id)))
}
