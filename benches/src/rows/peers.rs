//! r4c and other libraries at the same job, on a result of 24 bytes: each as its own documentation would have it used, with its
//! own defaults, closed, warmed up.
//!
//! The job is *breaker* or *retry* on any error; *with a classifier* where a response with a bad status is a failure, too. A
//! library that judges errors alone gets such a response as an error and hands it back afterwards ([`judged`]): there is no
//! other way. What a library gives is not made into the client's own error, unless it has to be: r4c's wrappers do that, too,
//! so this is in the others' favour.
mod backon;
mod failsafe;
mod judged;
mod nobreak;
mod recloser;
mod seatbelt;
mod tower_resilience;

use crate::plain::{self, Answer, Orders as _, Wrapper, wrapped};
use crate::ready;
use crate::row::{Base, Batch, Row};
use crate::time::Time;
use r4c_bench_record::{Group::Peer, Library};

pub(super) fn rows(time: Time) -> Vec<Row> {
    let mut rows = r4c(time);
    rows.extend(recloser::rows());
    rows.extend(failsafe::rows());
    rows.extend(nobreak::rows());
    rows.extend(backon::rows());
    rows.extend(seatbelt::rows());
    rows.extend(tower_resilience::rows());
    rows
}

/// What each does on a healthy call.
pub(crate) fn libraries() -> [Library; 6] {
    [
        recloser::library(),
        failsafe::library(),
        nobreak::library(),
        backon::library(),
        seatbelt::library(),
        tower_resilience::library(),
    ]
}

fn row(name: &str, call: Batch) -> Row {
    Row::new(Peer, name, plain::result(), plain::bare(), call)
}

fn async_row(name: &str, call: Batch) -> Row {
    let base: Base = plain::bare_async_call();
    Row::new(Peer, format!("async {name}"), plain::result(), base, call)
}

fn r4c(time: Time) -> Vec<Row> {
    vec![
        row("breaker", wrapped(time, |settings| settings, plain::guarded)),
        row("breaker + classifier", wrapped(time, |settings| settings, plain::classified)),
        row("breaker + classifier", wrapped(time, |settings| settings, plain::classified)).on(2),
        row("retry", wrapped(time, |settings| settings, plain::retried)),
        row("retry + classifier", wrapped(time, |settings| settings, plain::retried_classified)),
        row("retry + breaker + classifier", wrapped(time, |settings| settings, plain::both)),
        async_row("breaker", wrapped(time, |settings| settings, guarded_async)),
        async_row("breaker + classifier", wrapped(time, |settings| settings, classified_async)),
        async_row("breaker + classifier", wrapped(time, |settings| settings, classified_async)).on(2),
        async_row("retry", wrapped(time, |settings| settings, retried_async)),
        async_row("retry + breaker + classifier", wrapped(time, |settings| settings, plain::both_async)),
    ]
}

#[inline(never)]
fn guarded_async(orders: &Wrapper, id: &str) -> Answer {
    ready(orders.guarded_async(id))
}

#[inline(never)]
fn classified_async(orders: &Wrapper, id: &str) -> Answer {
    ready(orders.classified_async(id))
}

#[inline(never)]
fn retried_async(orders: &Wrapper, id: &str) -> Answer {
    ready(orders.retried_async(id))
}
