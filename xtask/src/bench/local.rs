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

/// The oldest rustc that builds it, as `1.86`. What the peers ask for is not what r4c asks for.
pub(super) fn oldest_rustc(effort: Effort) -> &'static str {
    match effort {
        Effort::Tiny => env!("CARGO_PKG_RUST_VERSION"),
        Effort::Quick | Effort::Full => "1.95",
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

#[cfg(test)]
mod tests {
    use super::oldest_rustc;
    use crate::command::{command, output};
    use r4c_bench_record::Effort;

    #[test]
    fn the_oldest_rustc_is_that_of_the_most_demanding_peer() {
        let said = output(&mut command("cargo metadata --format-version 1 --features r4c-benches/peers")).unwrap();
        let metadata: serde_json::Value = said.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap();
        let version = |text: &str| -> (u32, u32) {
            let mut numbers = text.split('.').map(|number| number.parse().unwrap());
            (numbers.next().unwrap(), numbers.next().unwrap())
        };
        let packages = metadata["packages"].as_array().unwrap().iter();
        let most = packages.filter_map(|package| package["rust_version"].as_str()).map(version).max();
        assert_eq!(most, Some(version(oldest_rustc(Effort::Quick))));
    }
}
