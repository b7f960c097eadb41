//! Instructions by callgrind, which executes a program of this machine step by step.
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::row::Counter;
use crate::command::output;

/// A program under callgrind.
pub(super) struct Callgrind {
    pub(super) program: PathBuf,
}

impl Counter for Callgrind {
    const CALLS: u64 = 1000;

    fn list(&self) -> Result<String> {
        output(&mut Command::new(&self.program))
    }

    fn instructions(&self, row: &str, calls: u64) -> Result<u64> {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        let report = output(valgrind.arg(&self.program).args([row, &calls.to_string()]))
            .context("valgrind counts the instructions: install it (Debian: apt-get install valgrind)")?;
        collected(&report).with_context(|| format!("callgrind does not tell what it collected:\n{report}"))
    }
}

fn collected(report: &str) -> Option<u64> {
    report.lines().find_map(|line| line.split_once("Collected : "))?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_number_of_instructions_is_found_in_callgrinds_report() {
        let report = "==12025== \n==12025== Events    : Ir\n==12025== Collected : 23534456\n==12025== \n\
                      ==12025== I   refs:      23,534,456\n";
        assert_eq!(collected(report), Some(23_534_456));
        assert_eq!(collected("==12025== Process terminating with default action of signal 6\n"), None);
    }
}
