//! Renews the golden files: diagnostics, generated files, and what the documents show of them.
use crate::command::{command, run as run_command};
use crate::tidy;
use anyhow::Result;

pub(crate) fn run() -> Result<()> {
    // A golden that is right again does not make the test pass in which it was wrong: the documents are renewed all the same.
    let tests = run_command(command("cargo test --package r4c-build").env("R4C_BLESS", "1"));
    tidy::renew()?;
    tests
}
