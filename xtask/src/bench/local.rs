//! Measuring on this machine.
use std::process::Command;

use anyhow::Result;
use r4c_bench_record::{Effort, Results};

use super::{Options, recording};
use crate::command::{build, command, output};

/// What is built: everything that is measured. The profile is that of a service that cares. The peers would only make a tiny
/// run long, and it compares nothing.
pub(super) fn selection(effort: Effort) -> &'static str {
    match effort {
        Effort::Tiny => "--package r4c-benches --bin measure --profile measured",
        Effort::Quick | Effort::Full => "--package r4c-benches --features peers --bin measure --profile measured",
    }
}

pub(super) fn run(options: &Options) -> Result<Results> {
    let mut cargo = command(&format!("cargo build {}", selection(options.effort())));
    let mut measure = Command::new(build(cargo.env("R4C_COMMIT", commit()))?);
    recording::collect(measure.args(options.arguments()))
}

/// The commit of the sources, with `+` where they were changed since; empty outside of a repository.
pub(super) fn commit() -> String {
    let Ok(commit) = output(&mut command("git rev-parse --short=12 HEAD")) else { return String::new() };
    let changed = output(&mut command("git status --porcelain -- . :!benches/results"))
        .is_ok_and(|changes| !changes.trim().is_empty());
    format!("{}{}", commit.trim(), if changed { "+" } else { "" })
}
