//! Renews the golden files: diagnostics, generated files, and what the README shows of them.
use crate::command::{command, run as run_command};
use crate::tidy;
use anyhow::Result;

fn run_tests() -> Result<()> {
    run_command(command("cargo test --package r4c-build").env("R4C_BLESS", "1"))
}

pub(crate) fn run() -> Result<()> {
    run_tests()?;
    tidy::renew()
}
