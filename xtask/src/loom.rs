//! The models of the circuit breaker under loom.
use crate::command::{command, root, run as run_command};
use anyhow::Result;

/// How much of the models is explored.
pub(crate) enum Bounds {
    /// What fits into everyday checks.
    Short,
    /// Everything.
    None,
}

pub(crate) fn run(bounds: Bounds) -> Result<()> {
    let mut tests = command("cargo test --package r4c-runtime --release --lib loom");
    // A folder of its own: the flag concerns every dependency.
    tests.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", root().join("target/loom"));
    if matches!(bounds, Bounds::None) {
        tests.env("R4C_LOOM_FULL", "1");
    }
    run_command(&mut tests)
}
