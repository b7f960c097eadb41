//! Measuring on an AWS Graviton instance that exists for this run only.
//!
//! Whatever happens here, nothing is left that costs: what was made is removed after success, failure and interruption
//! (`cleanup`), and should this machine or its network be lost, the instance ends itself (`boot`). Then a key pair and a
//! security group are left, which cost nothing; `--cleanup` removes them.
use std::fmt::Display;
use std::io::Write;
use std::net::Ipv4Addr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use r4c_bench_record::Results;

use self::aws::Aws;
use self::run::Run;
use super::Options;

mod aws;
mod boot;
mod cleanup;
mod endpoint;
mod failure;
mod instance;
mod keys;
mod plan;
mod price;
mod request;
mod run;
mod settings;
mod show;

// Each conflicts with `--host`, too: of two that exclude each other clap does not require the one that is missing.
#[derive(Args, Debug)]
#[command(next_help_heading = "On AWS Graviton")]
pub(crate) struct GravitonOptions {
    /// Measure on an AWS Graviton instance that is made for this run and removed after it
    #[arg(long)]
    graviton: bool,
    /// Show every request and an estimate of the price, and make nothing
    #[arg(long, requires = "graviton", conflicts_with = "host")]
    dry_run: bool,
    /// Find and remove what earlier runs left in the region
    #[arg(long, requires = "graviton", conflicts_with_all = ["host", "dry_run"])]
    cleanup: bool,
    /// Do not ask before `--cleanup` removes
    #[arg(long, requires = "cleanup", conflicts_with = "host")]
    yes: bool,
    #[arg(long, requires = "graviton", conflicts_with = "host", value_name = "TYPE", default_value = "c7g.xlarge")]
    instance_type: String,
    /// [default: what is configured for `aws`]
    #[arg(long, requires = "graviton", conflicts_with = "host")]
    region: Option<String>,
    /// The availability zone [default: AWS chooses]
    #[arg(long, requires = "graviton", conflicts_with = "host")]
    zone: Option<String>,
    /// A spot machine: cheaper, but AWS may take it back
    #[arg(long, requires = "graviton", conflicts_with = "host")]
    spot: bool,
    /// The address that may log in [default: the one that AWS sees this machine come from]
    #[arg(long, requires = "graviton", conflicts_with = "host", value_name = "IPV4")]
    from: Option<Ipv4Addr>,
    /// After so many minutes the instance ends itself, whatever happens here
    #[arg(long, requires = "graviton", conflicts_with = "host", value_name = "MINUTES", default_value_t = 90,
          value_parser = clap::value_parser!(u32).range(5..=1440))]
    deadline: u32,
    /// Milliseconds between two looks at something that takes time; all limits are multiples of it
    #[arg(
        long,
        requires = "graviton",
        conflicts_with = "host",
        value_name = "MILLISECONDS",
        default_value_t = 5000,
        hide = true
    )]
    poll: u32,
}

impl GravitonOptions {
    pub(super) fn is_asked_for(&self) -> bool {
        self.graviton
    }

    fn poll(&self) -> Duration {
        Duration::from_millis(self.poll.into())
    }

    fn start<'a>(&'a self, image: &'a str, group: &'a str, user_data: &'a Path) -> plan::Start<'a> {
        let zone = self.zone.as_deref();
        plan::Start { image, group, user_data, instance_type: &self.instance_type, zone, spot: self.spot }
    }
}

/// `report` takes what was measured. It is called after the clean-up, whether that succeeded or not.
pub(super) fn run(options: &Options, report: impl FnOnce(&Results) -> Result<()>) -> Result<()> {
    let asked = &options.graviton;
    if asked.dry_run {
        return show::plan(asked);
    }
    let aws = Aws::find(asked.region.as_deref(), asked.poll())?;
    if asked.cleanup {
        return cleanup::leftovers(&aws, asked.yes);
    }
    let run = Run::new(aws);
    let measured = catch(|| run.measure(options));
    let cleaned = run.clean_up();
    let reported = measured.and_then(|results| report(&results));
    match (reported, cleaned) {
        (Err(first), Err(second)) => Err(anyhow!("{first:#}\nThen {second:#}")),
        (first, second) => first.and(second),
    }
}

/// A panic must not keep the clean-up from being done.
fn catch<T>(measure: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(measure)).unwrap_or_else(|_| Err(anyhow!("it panicked: see above")))
}

/// Shows what is being done. The terminal may be gone: that is no reason to stop, least of all to stop cleaning up.
fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "aws: {text}");
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Options, catch};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        _options: Options,
    }

    fn check(line: &str, is_accepted: bool) {
        assert_eq!(Line::try_parse_from(line.split(' ')).is_ok(), is_accepted, "{line}");
    }

    #[test]
    fn options_of_a_graviton_run_are_refused_elsewhere() {
        check("bench --tiny", true);
        check("bench --host ada@build", true);
        check("bench --graviton --spot --zone eu-central-1a --from 203.0.113.7 --deadline 60", true);
        check("bench --graviton --cleanup --yes", true);
        for option in ["--dry-run", "--cleanup", "--spot", "--region x", "--instance-type c7g.large", "--deadline 60"] {
            check(&format!("bench {option}"), false);
            check(&format!("bench --host ada@build {option}"), false);
            check(&format!("bench --graviton {option}"), true);
        }
        check("bench --graviton --host ada@build", false);
        check("bench --graviton --cleanup --dry-run", false);
        check("bench --graviton --yes", false);
        check("bench --graviton --deadline 1", false);
        check("bench --graviton --from ::1", false);
    }

    #[test]
    fn a_panic_is_a_failure() {
        assert!(catch::<()>(|| std::panic::resume_unwind(Box::new(()))).is_err());
        assert_eq!(catch(|| Ok(1)).ok(), Some(1));
    }
}
