//! All rows, by what they are compared for.
mod additions;
mod forms;
#[cfg(feature = "peers")]
pub(crate) mod peers;
mod policies;
mod states;
mod threads;

use crate::row::Row;
use crate::time::Time;
use crate::{large, owning, plain, small};
use r4c_bench_record::Group;

/// All rows of this build, in the order in which they are measured. Each is warmed up: what it makes are healthy calls,
/// unless it says otherwise.
#[must_use]
pub fn rows(time: Time) -> Vec<Row> {
    let mut rows = noise();
    rows.extend(policies::rows(time));
    rows.extend(additions::rows(time));
    rows.extend(states::rows(time));
    rows.extend(forms::rows(time));
    rows.extend(threads::rows(time));
    #[cfg(feature = "peers")]
    rows.extend(peers::rows(time));
    rows
}

/// The bare call against itself.
fn noise() -> Vec<Row> {
    let row = |result, [base, call]: [crate::row::Base; 2]| {
        Row::new(Group::Noise, base.name, result, crate::row::Base::new(base.name, base.batch), call.batch)
    };
    vec![
        row(small::result(), [small::bare(), small::bare()]),
        row(plain::result(), [plain::bare(), plain::bare()]),
        row(plain::result(), [plain::bare_async_call(), plain::bare_async_call()]),
        row(large::result(), [large::bare(), large::bare()]),
        row(owning::result(), [owning::bare(), owning::bare()]),
    ]
}
