//! The project's own commands: `cargo xtask help` lists them.
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod aarch64;
mod assembly;
mod bench;
mod bless;
mod buildtime;
mod ci;
mod command;
mod corpus;
mod counts;
mod explain;
mod fuzz;
mod interrupt;
mod loom;
#[cfg(unix)]
mod rehearse;
mod report;
mod tidy;

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// All that is checked before a change lands
    Ci {
        /// Leave out `cargo test --workspace`
        #[arg(long)]
        skip_tests: bool,
        /// Also what takes too long for every change: the corpus, all of loom's models, the rehearsals
        #[arg(long, conflicts_with = "skip_tests")]
        slow: bool,
    },
    /// What r4c costs, beside its peers: here, on another machine, or on AWS Graviton
    Bench(Box<bench::Options>),
    /// Instructions of a healthy call (valgrind), checked against the kept limits
    Counts {
        /// Renew the kept limits
        #[arg(long)]
        bless: bool,
        /// Also on an emulated AArch64 with the core of AWS Graviton3 (fetches a toolchain of 1 GB the first time)
        #[arg(long)]
        aarch64: bool,
        /// Only what a model of that core says of the AArch64 instructions: cycles, which nothing has measured
        #[arg(long, requires = "aarch64", conflicts_with = "bless")]
        projection: bool,
    },
    /// The tests on an emulated AArch64 (fetches a toolchain of 1 GB the first time)
    Aarch64,
    /// Renew golden files
    Bless,
    /// The page of a code, such as R4C-CLS-006
    Explain { code: String },
    /// The rules that no compiler knows
    Tidy,
    /// The generator over every crate that the workspace depends on
    Corpus {
        /// Only crates whose names begin so
        #[arg(default_value = "")]
        only: String,
    },
    /// A fuzzer's inputs for the generator
    Fuzz {
        /// For each of the two kinds of input
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// What the generator adds to a build of 100,000 lines
    Buildtime,
    /// The models of the circuit breaker, without bounds
    Loom,
    #[cfg(unix)]
    /// Tries the parts of `bench` that need other programs, for real, on this machine alone
    Rehearse {
        #[command(subcommand)]
        part: rehearse::Part,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Ci { skip_tests: true, .. } => ci::run(&ci::Tests::Skip),
        Task::Ci { slow: true, .. } => ci::run(&ci::Tests::Slow),
        Task::Ci { .. } => ci::run(&ci::Tests::Run),
        Task::Bench(options) => bench::run(&options),
        Task::Counts { projection: true, .. } => counts::project(),
        Task::Counts { bless, aarch64, .. } => {
            let limits = if bless { counts::Limits::Renew } else { counts::Limits::Check };
            if aarch64 { counts::run_with_aarch64(limits) } else { counts::run(limits) }
        }
        Task::Aarch64 => aarch64::run(),
        Task::Bless => bless::run(),
        Task::Explain { code } => explain::run(&code),
        Task::Tidy => tidy::run(),
        Task::Corpus { only } => corpus::run(&only),
        Task::Fuzz { seconds } => fuzz::run(seconds),
        Task::Buildtime => buildtime::run(),
        Task::Loom => loom::run(loom::Bounds::None),
        #[cfg(unix)]
        Task::Rehearse { part } => rehearse::run(&part),
    }
}
