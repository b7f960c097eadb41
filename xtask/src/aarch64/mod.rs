//! The tests on an emulated AArch64, built for the core of AWS Graviton3.
//!
//! The emulator executes AArch64's instructions on this machine's memory: wrong code, a wrong layout, a result that is copied
//! here and not there are found. It shows no weak memory ordering (loom's models do that), and no time.
use anyhow::Result;

use crate::command::{run as run_command, shown};

mod toolchain;

pub(crate) use toolchain::{Link, Toolchain, built, toolchain};

/// What is run: Cargo's arguments, and what that is.
const RUN: [(&str, &str); 5] = [
    (
        "test --package r4c-runtime --all-features",
        "r4c-runtime with every feature: all its tests, and those in its documentation",
    ),
    (
        "test --package r4c-benches --release --lib --bins --test healthy --test rows",
        "r4c-benches in release: no copy of a result, no allocation, no clock read",
    ),
    ("test --package example-app --test behaviour --test rows", "example-app: its behaviour and the random rows"),
    ("test --package r4c-build --lib", "r4c-build's units"),
    (
        "test --package r4c-build --test it -- ui:: output:: expand::the_generated_files_are_those",
        "r4c-build: it generates the same files and says the same as elsewhere",
    ),
];

/// What is not, and why.
const LEFT_OUT: [(&str, &str); 7] = [
    (
        "example-app's script",
        "its requests have deadlines of a quarter of a second, which an emulator on a busy machine does not keep",
    ),
    (
        "example-app's in_a_pipe, r4c-benches' counts and measure",
        "they start programs, which this machine cannot without the emulator",
    ),
    (
        "the rest of r4c-build",
        "it has Cargo build crates, which is this machine's work on either; the damaged sources take too long",
    ),
    ("r4c-runtime with each feature alone", "what they choose between does not depend on the processor"),
    ("loom's models", "loom brings its own memory model: it is the same everywhere, and what shows weak ordering"),
    ("xtask", "it is this machine's"),
    ("memory ordering and time", "the emulator has this machine's of both"),
];

pub(crate) fn run() -> Result<()> {
    let toolchain = toolchain()?;
    for (arguments, _) in RUN {
        let mut cargo = toolchain.cargo(arguments, Link::Dynamic);
        println!("\n=== {}", shown(&cargo));
        run_command(&mut cargo)?;
    }
    println!("\nall passed on an emulated AArch64 (target-cpu=neoverse-v1)");
    RUN.iter().for_each(|(_, what)| println!("ran: {what}"));
    LEFT_OUT.iter().for_each(|(what, why)| println!("left out: {what}, because {why}"));
    Ok(())
}
