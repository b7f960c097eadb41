//! `cargo xtask bench`: measure somewhere, then report.
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use r4c_bench_record::{Effort, Results};

use crate::{interrupt, report};

mod graviton;
mod host;
mod local;
mod recording;

/// What `cargo xtask bench` can be told.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// All rows within two minutes, with a wider spread
    #[arg(long, conflicts_with = "tiny")]
    quick: bool,
    /// A few rows within seconds: that it works, not what it costs
    #[arg(long)]
    tiny: bool,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Show ratios to an earlier `results.json`
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Keep the results under `benches/results/`, too
    #[arg(long)]
    save: bool,
    /// Measure nothing: write the report of these results again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "tiny", "only", "save", "host", "graviton"])]
    report_only: Option<PathBuf>,
    #[command(flatten)]
    host: host::HostOptions,
    #[command(flatten)]
    graviton: graviton::GravitonOptions,
}

impl Options {
    fn effort(&self) -> Effort {
        match (self.quick, self.tiny) {
            (_, true) => Effort::Tiny,
            (true, _) => Effort::Quick,
            _ => Effort::Full,
        }
    }

    /// The arguments of the measuring program.
    fn arguments(&self) -> Vec<String> {
        let effort = match self.effort() {
            Effort::Tiny => "tiny",
            Effort::Quick => "quick",
            Effort::Full => "full",
        };
        let only = self.only.iter().flat_map(|only| ["--only".to_owned(), only.clone()]);
        [effort.to_owned()].into_iter().chain(only).collect()
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    interrupt::catch();
    let earlier = options.compare.as_deref().map(report::read).transpose()?;
    let report = |results: &Results| report::write(results, earlier.as_ref(), options.save);
    if options.graviton.is_asked_for() {
        return graviton::run(options, report);
    }
    let results = match (&options.report_only, options.host.host()) {
        (Some(file), _) => return report::render(&report::read(file)?, earlier.as_ref()),
        (None, Some(host)) => host::run(&host, options)?,
        (None, None) => local::run(options)?,
    };
    report(&results)
}
