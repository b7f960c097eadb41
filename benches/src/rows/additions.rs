//! What one thing adds to a call that has all others.
use crate::row::{Base, Batch, Row};
use crate::time::Time;
use crate::{owning, plain};
use r4c_bench_record::Group::Addition;
use std::time::Duration;

pub(super) fn rows(time: Time) -> Vec<Row> {
    let mut rows = classifiers(time);
    rows.push(max_duration(time));
    rows
}

/// A call with a classifier, over the same call without one.
macro_rules! classifiers {
    ($time:expr, $($kind:ident)*) => {{
        let mut rows = Vec::new();
        $({
            use crate::$kind::wrapped;
            let time = $time;
            let row = |over, without: Batch, with: Batch| {
                Row::new(Addition, format!("{over} + classifier"), $kind::result(), Base::new(over, without), with)
            };
            rows.extend([
                row(
                    "retry",
                    wrapped(time, |settings| settings, $kind::retried),
                    wrapped(time, |settings| settings, $kind::retried_classified),
                ),
                row(
                    "breaker",
                    wrapped(time, |settings| settings, $kind::guarded),
                    wrapped(time, |settings| settings, $kind::classified),
                ),
                row(
                    "retry + breaker",
                    wrapped(time, |settings| settings, $kind::both_unclassified),
                    wrapped(time, |settings| settings, $kind::both),
                ),
            ]);
        })*
        rows
    }};
}

fn classifiers(time: Time) -> Vec<Row> {
    classifiers!(time, plain owning)
}

fn max_duration(time: Time) -> Row {
    let without = plain::wrapped(time, |settings| settings, plain::both);
    let limited = plain::wrapped(
        time,
        |settings| settings.retry("orders", |retry| retry.max_duration(Duration::from_secs(1))),
        plain::both,
    );
    let base = Base::new("retry + breaker + classifier", without).counted("plain retry+breaker+classifier".to_owned());
    Row::new(Addition, "retry + breaker + classifier + max_duration", plain::result(), base, limited)
        .counted("plain retry+breaker+classifier+max_duration")
}
