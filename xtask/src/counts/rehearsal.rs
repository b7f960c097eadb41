//! The guard is rehearsed: two runs count the same, and one instruction more on one call, put there deliberately, is seen, as
//! that one and in that row.
use anyhow::{Result, ensure};

use super::callgrind::Callgrind;
use super::row::{self, Row};
use super::{BUILD, limits};
use crate::command::{build, command, run as run_command};

/// The call that r4c-benches makes slower with its feature `one-more`.
const SLOWER: &str = "plain breaker+classifier";
const ROWS: [&str; 4] = ["plain bare", "plain breaker", SLOWER, "plain retry+breaker+classifier"];

pub(crate) fn rehearse() -> Result<()> {
    let (first, second) = (count("")?, count("")?);
    ensure!(first == second, "two runs differ: {first:?}, {second:?}");
    let kept = limits::of(&first);
    println!("two runs count the same over the base: {kept:?}");
    let slower = count("--features one-more");
    // What lies there afterwards is what everyone else expects.
    run_command(&mut command(&format!("cargo {BUILD}")))?;
    let faults = limits::faults(&slower?, &kept);
    ensure!(
        matches!(&faults[..], [fault] if fault.contains(&format!("`{SLOWER}`")) && fault.contains(" +1 ")),
        "one instruction more in `{SLOWER}` alone is not what the guard says: {faults:?}"
    );
    println!("with one instruction more the guard fails: {}", faults.concat());
    Ok(())
}

fn count(feature: &str) -> Result<Vec<Row>> {
    let program = build(&mut command(&format!("cargo {BUILD} {feature}")))?;
    row::count(&Callgrind { program }, |row| ROWS.contains(&row))
}
