//! Makes one kind of call as often as it is told, for an instruction counter to watch: `counts NAME CALLS`.
//!
//! Without arguments it lists the names, each with a tab and the name of what it is compared with (nothing after the tab: it is
//! a bare call). The difference of two runs with different numbers of calls, divided, is the cost of one call.
//!
//! The clock stands still and costs next to nothing: what the system's would take depends on what it reads.
use r4c_benches::row::{Batch, Row};
use r4c_benches::rows::rows;
use r4c_benches::time::Time;
use std::process::ExitCode;

/// A counted call: its name, the name of what it is compared with, itself.
struct Counted {
    name: String,
    over: String,
    batch: Batch,
}

/// Each bare call before the first row that is compared with it.
fn counted() -> Vec<Counted> {
    let mut list: Vec<Counted> = Vec::new();
    for Row { base, counted, call, .. } in rows(Time::Standing) {
        let Some((name, over)) = counted.zip(base.counted) else { continue };
        if !list.iter().any(|other| other.name == over) {
            list.push(Counted { name: over.clone(), over: String::new(), batch: base.batch });
        }
        list.push(Counted { name, over, batch: call });
    }
    list
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            counted().iter().for_each(|Counted { name, over, .. }| println!("{name}\t{over}"));
            ExitCode::SUCCESS
        }
        [name, calls] => match (counted().into_iter().find(|other| other.name == *name), calls.parse()) {
            (Some(Counted { batch, .. }), Ok(calls)) => {
                batch(calls);
                ExitCode::SUCCESS
            }
            (None, _) => fault(&format!("no counted call is named `{name}`")),
            (_, Err(error)) => fault(&format!("`{calls}` is no number of calls: {error}")),
        },
        _ => fault("usage: counts [NAME CALLS]"),
    }
}

fn fault(what: &str) -> ExitCode {
    eprintln!("{what}");
    ExitCode::FAILURE
}
