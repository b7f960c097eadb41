//! Everything that is checked before a change lands, in the order of how soon it tells.
use crate::command::{command, run as run_command, shown};
use crate::{corpus, counts, fuzz, loom, tidy};
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
    let is_slow = matches!(tests, Tests::Slow);
    heading("loom, with bounds");
    loom::run(loom::Bounds::Short)?;
    step(&mut command("cargo xtask bench --quick"))?;
    heading("rehearsals");
    rehearsals(!is_slow)?;
    heading("counts");
    counts::run(counts::Limits::Check)?;
    if is_slow {
        heading("corpus");
        corpus::run("")?;
        heading("fuzz");
        fuzz::run(120)?;
        heading("loom, without bounds");
        loom::run(loom::Bounds::None)?;
    } else {
        println!("\nleft out, as it takes too long for every change (`cargo xtask ci --slow` runs it):\n{LEFT_OUT}");
    }
    println!("\nall checks passed in {} s", start.elapsed().as_secs());
    Ok(())
}

const LEFT_OUT: &str = "  \
  ten times the damaged sources, clippy on every test crate, the corpus, the fuzzer
  loom's models without bounds
  the rehearsals of `bench --host` and `bench --graviton` that send a static program, wait for a silence, or refuse a request";

#[cfg(not(unix))]
fn rehearsals(_quick: bool) -> Result<()> {
    println!("the rehearsals are left out: they need processes and files as Unix has them");
    Ok(())
}

#[cfg(unix)]
fn rehearsals(quick: bool) -> Result<()> {
    use crate::rehearse::{self, Part};
    let only = String::new;
    let parts = [Part::Report, Part::Counts, Part::Host { only: only(), quick }, Part::Aws { only: only(), quick }];
    parts.iter().try_for_each(rehearse::run)
}

fn step(command: &mut Command) -> Result<()> {
    heading(&shown(command));
    run_command(command)
}

fn heading(text: &str) {
    println!("\n=== {text}");
}
