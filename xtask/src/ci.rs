//! Everything that is checked before a change lands, in the order of how soon it tells.
use crate::command::{command, run as run_command, shown};
use crate::{corpus, counts, loom, tidy};
use anyhow::Result;
use std::process::Command;
use std::time::Instant;

/// Whether the README's test command has been run by whoever calls, and what is run of the tests.
pub(crate) enum Tests {
    Run,
    Skip,
    /// Also what takes too long for every change.
    Slow,
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
    match tests {
        Tests::Run => step(&mut command("cargo test --workspace"))?,
        Tests::Slow => step(command("cargo test --workspace").env("R4C_SLOW", "1"))?,
        Tests::Skip => {}
    }
    step(&mut command("cargo test --package r4c-runtime --all-features"))?;
    for feature in FEATURES {
        step(&mut command(&format!("cargo test --package r4c-runtime --features {feature}")))?;
    }
    step(&mut command("cargo check --package r4c-runtime --all-features --config=profile.dev.panic=\"abort\""))?;
    step(&mut command("cargo test --package r4c-benches --release"))?;
    step(&mut command("cargo run --package example-app"))?;
    if matches!(tests, Tests::Slow) {
        heading("corpus");
        corpus::run("")?;
        heading("loom, without bounds");
        loom::run(loom::Bounds::None)?;
    } else {
        heading("loom, with bounds");
        loom::run(loom::Bounds::Short)?;
    }
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
