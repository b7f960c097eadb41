//! Makes one kind of call as often as it is told, for an instruction counter to watch: `counts ROW N`.
//!
//! Without arguments it lists the rows. The difference of two runs with different N, divided, is the cost of one call.
use r4c_benches::{large, owning, plain, ready, registry, small};
use std::hint::black_box;
use std::process::ExitCode;

macro_rules! rows {
    ($module:ident, $row:expr, $calls:expr) => {{
        use $module::{Orders as _, ResilientOrders, Upstream};
        let orders = ResilientOrders::new(Upstream, &registry().expect("a registry")).expect("a wrapper");
        // Past the minimum: from here on the calls are healthy ones.
        for _ in 0..200 {
            drop(orders.guarded("warm up"));
        }
        match $row {
            "bare" => (0..$calls).for_each(|_| drop(black_box(Upstream.answer(black_box("o-1"))))),
            "retry" => (0..$calls).for_each(|_| drop(black_box(retried(&orders, black_box("o-1"))))),
            "breaker" => (0..$calls).for_each(|_| drop(black_box(guarded(&orders, black_box("o-1"))))),
            "breaker+classifier" => (0..$calls).for_each(|_| drop(black_box(classified(&orders, black_box("o-1"))))),
            "retry+breaker+classifier" => (0..$calls).for_each(|_| drop(black_box(both(&orders, black_box("o-1"))))),
            "async bare" => (0..$calls).for_each(|_| drop(black_box(ready(Upstream.both_async(black_box("o-1")))))),
            "async retry+breaker+classifier" => {
                (0..$calls).for_each(|_| drop(black_box(ready(orders.both_async(black_box("o-1"))))));
            }
            _ => return false,
        }
        // Out of line, as a service would call a method of a client: the loop must not be merged with the call.
        #[inline(never)]
        fn retried(orders: &ResilientOrders<Upstream>, id: &str) -> Result<$module::Response, $module::Error> {
            orders.retried(id)
        }
        #[inline(never)]
        fn guarded(orders: &ResilientOrders<Upstream>, id: &str) -> Result<$module::Response, $module::Error> {
            orders.guarded(id)
        }
        #[inline(never)]
        fn classified(orders: &ResilientOrders<Upstream>, id: &str) -> Result<$module::Response, $module::Error> {
            orders.classified(id)
        }
        #[inline(never)]
        fn both(orders: &ResilientOrders<Upstream>, id: &str) -> Result<$module::Response, $module::Error> {
            orders.both(id)
        }
        true
    }};
}

/// The rows, each for both kinds of result.
const ROWS: [&str; 7] = [
    "bare",
    "retry",
    "breaker",
    "breaker+classifier",
    "retry+breaker+classifier",
    "async bare",
    "async retry+breaker+classifier",
];

fn run(result: &str, row: &str, calls: u64) -> bool {
    match result {
        "small" => rows!(small, row, calls),
        "plain" => rows!(plain, row, calls),
        "large" => rows!(large, row, calls),
        "owning" => rows!(owning, row, calls),
        _ => false,
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for result in ["small", "plain", "large", "owning"] {
                for row in ROWS {
                    println!("{result} {row}");
                }
            }
            ExitCode::SUCCESS
        }
        [result, row, calls] if calls.parse().is_ok_and(|calls| run(result, row, calls)) => ExitCode::SUCCESS,
        _ => {
            eprintln!("usage: counts [RESULT ROW CALLS]");
            ExitCode::FAILURE
        }
    }
}
