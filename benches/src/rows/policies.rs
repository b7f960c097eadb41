//! Policies on a healthy call, for each kind of result.
use crate::row::Row;
use crate::time::Time;
use r4c_bench_record::Group::Policy;

macro_rules! policies {
    ($time:expr, $($kind:ident)*) => {{
        let mut rows = Vec::new();
        $({
            use crate::$kind::{self, wrapped};
            let time = $time;
            let counted = |name: &str| format!("{} {name}", stringify!($kind));
            let row = |name: &str, call| {
                Row::new(Policy, name, $kind::result(), $kind::bare(), call).counted(counted(&name.replace(' ', "")))
            };
            rows.extend([
                row("retry", wrapped(time, |settings| settings, $kind::retried)),
                row("breaker", wrapped(time, |settings| settings, $kind::guarded)),
                row("breaker + classifier", wrapped(time, |settings| settings, $kind::classified)),
                row("retry + classifier", wrapped(time, |settings| settings, $kind::retried_classified)),
                row("retry + breaker + classifier", wrapped(time, |settings| settings, $kind::both)),
            ]);
            let call = wrapped(time, |settings| settings, $kind::both_async);
            let row = Row::new(Policy, "async retry + breaker + classifier", $kind::result(), $kind::bare_async_call(), call);
            rows.push(row.counted(counted("async retry+breaker+classifier")));
        })*
        rows
    }};
}

pub(super) fn rows(time: Time) -> Vec<Row> {
    policies!(time, small plain large owning)
}
