//! Everything that is checked before a change lands, in the order of how soon it tells.
use crate::command::{command, run as run_command, shown};
use crate::{counts, loom, tidy};
use anyhow::Result;
use std::process::Command;
use std::time::Instant;

/// Whether the README's test command has been run by whoever calls.
pub(crate) enum Tests {
    Run,
    Skip,
}

/// The optional parts of the runtime: each has to build and pass alone.
const FEATURES: [&str; 5] = ["toml", "tokio", "test-util", "tracing", "metrics"];

pub(crate) fn run(tests: &Tests) -> Result<()> {
    let start = Instant::now();
    step(&mut command("cargo fmt --all -- --check"))?;
    heading("tidy");
    tidy::run()?;
    step(&mut command("cargo clippy --workspace --all-targets --all-features -- -D warnings"))?;
    step(command("cargo doc --workspace --no-deps --all-features").env("RUSTDOCFLAGS", "-D warnings"))?;
    if matches!(tests, Tests::Run) {
        step(&mut command("cargo test --workspace"))?;
    }
    step(&mut command("cargo test --package r4c-runtime --all-features"))?;
    for feature in FEATURES {
        step(&mut command(&format!("cargo test --package r4c-runtime --features {feature}")))?;
    }
    step(&mut command("cargo check --package r4c-runtime --all-features --config=profile.dev.panic=\"abort\""))?;
    step(&mut command("cargo test --package r4c-benches --release"))?;
    step(&mut command("cargo run --package example-app"))?;
    heading("loom, with bounds");
    loom::run(loom::Bounds::Short)?;
    heading("counts");
    counts::run(counts::Limits::Check)?;
    println!("\nall checks passed in {} s", start.elapsed().as_secs());
    Ok(())
}

fn step(command: &mut Command) -> Result<()> {
    heading(&shown(command));
    run_command(command)
}

fn heading(text: &str) {
    println!("\n=== {text}");
}
