//! `--dry-run`: every request of a run, in order, as it would be sent.
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::aws::Aws;
use super::plan::{self, Kind, Scope};
use super::request::{Request, quoted};
use super::run::CHECK_ADDRESS;
use super::{GravitonOptions, boot, price};
use crate::command::show;

/// Stands for an answer or a file that only a run has.
struct Placeholder;

impl Placeholder {
    const RUN: &'static str = "RUN";
    const IMAGE: &'static str = "IMAGE";
    const NETWORK: &'static str = "VPC";
    const GROUP: &'static str = "GROUP";
    const FROM: &'static str = "THIS_MACHINE/32";
    const PUBLIC_KEY: &'static str = "KEY.pub";
    const USER_DATA: &'static str = "USER_DATA";
}

/// Shows the plan. Nothing is sent, but for a question about prices where `--spot` is asked for and there is an `aws`.
pub(super) fn plan(asked: &GravitonOptions) -> Result<()> {
    let mut plan = String::new();
    let region = asked.region.clone().or_else(Aws::configured_region).unwrap_or_else(|| "REGION".to_owned());
    writeln!(plan, "What `cargo xtask bench --graviton` would send. In capitals: what an earlier answer gives.\n")?;
    writeln!(plan, "To measure:")?;
    if asked.from.is_none() {
        writeln!(
            plan,
            "  # find this machine's public address (THIS_MACHINE)\n  {}",
            CHECK_ADDRESS.map(quoted).join(" ")
        )?;
    }
    for request in requests(asked) {
        writeln!(plan, "  # {}\n  {}", request.purpose, request.within(&region))?;
    }
    writeln!(plan, "  # wait until ssh answers, then measure as `--host` does\n  ssh {}@INSTANCE ..\n", plan::USER)?;
    writeln!(plan, "To clean up, also after a failure or an interruption, until nothing is found:")?;
    for kind in Kind::ALL {
        for request in [kind.find(Scope::Run(Placeholder::RUN)), kind.remove("EACH_ONE")] {
            writeln!(plan, "  # {}\n  {}", request.purpose, request.within(&region))?;
        }
    }
    writeln!(plan, "\nUSER_DATA, by which the instance ends itself whatever happens here:")?;
    for line in boot::user_data(asked.deadline, "PRIVATE HALF OF A HOST KEY MADE FOR THIS RUN", "PUBLIC HALF").lines() {
        writeln!(plan, "  {line}")?;
    }
    writeln!(plan, "\n{}", price::estimate(&asked.instance_type, asked.deadline))?;
    if asked.spot {
        let aws = Aws::find(asked.region.as_deref(), asked.poll()).ok();
        writeln!(plan, "{}", price::spot(aws.as_ref(), &asked.instance_type, asked.deadline))?;
    }
    writeln!(plan, "\nNothing was made.")?;
    show(&plan)
}

fn requests(asked: &GravitonOptions) -> [Request; 7] {
    let run = Placeholder::RUN;
    let from = asked.from.map_or_else(|| Placeholder::FROM.to_owned(), plan::alone);
    let start = asked.start(Placeholder::IMAGE, Placeholder::GROUP, Path::new(Placeholder::USER_DATA));
    [
        plan::image(),
        plan::default_network(),
        plan::import_key(run, Path::new(Placeholder::PUBLIC_KEY)),
        plan::create_group(run, Placeholder::NETWORK),
        plan::allow_ssh(Placeholder::GROUP, &from),
        plan::start(run, &start),
        plan::look(run),
    ]
}
