//! Rehearsals: what `bench` does with other programs, done for real with throw-away stand-ins on the loopback interface.
use anyhow::Result;
use clap::Subcommand;

mod aws;
mod browser;
mod host;
mod process;
mod report;
mod sshd;

/// What is rehearsed.
#[derive(Subcommand)]
pub(crate) enum Part {
    /// The page of a report, in Chromium: it fits, asks for nothing, can be read; with pictures
    Report,
    /// The guard of `counts` sees a single instruction
    Counts,
    /// `bench --host`, with a throw-away ssh server on 127.0.0.1
    Host {
        /// Only scenarios whose names contain this
        #[arg(default_value = "")]
        only: String,
        /// Only what takes seconds: one build there, no static program, and nothing that waits for a silence
        #[arg(long)]
        quick: bool,
    },
    /// `bench --graviton`, with a stand-in for AWS and a throw-away ssh server on 127.0.0.1
    Aws {
        /// Only scenarios whose names contain this
        #[arg(default_value = "")]
        only: String,
        /// Only lost answers of requests that make or remove something, settings and plans
        #[arg(long)]
        quick: bool,
    },
}

pub(crate) fn run(part: &Part) -> Result<()> {
    match part {
        Part::Report => report::run(),
        Part::Counts => crate::counts::rehearse(),
        Part::Host { only, quick: false } => host::run(only, host::Length::Minutes),
        Part::Host { only, quick: true } => host::run(only, host::Length::Seconds),
        Part::Aws { only, quick: false } => aws::run(only, host::Length::Minutes),
        Part::Aws { only, quick: true } => aws::run(only, host::Length::Seconds),
    }
}
