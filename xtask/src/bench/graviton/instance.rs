//! Waiting for the instance: until it runs, then until it answers.
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::aws::Aws;
use super::plan;
use crate::bench::host::{self, Host};
use crate::command::target;
use crate::interrupt;

/// Looks until an instance runs, five seconds apart unless told otherwise: five minutes.
const UNTIL_IT_RUNS: u32 = 60;
/// Looks until it answers. The image boots within a minute.
const UNTIL_IT_ANSWERS: u32 = 60;
/// ssh's own exit code; any other is one of the other machine's.
const SSH_FAILED: i32 = 255;

/// An instance that runs.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) id: String,
    /// What AWS says where it is.
    pub(super) address: String,
}

#[derive(Debug, Deserialize)]
struct Seen {
    id: String,
    state: String,
    address: Option<String>,
    why: Option<String>,
}

/// Waits until the instance of this run runs.
pub(super) fn running(aws: &Aws, run: &str) -> Result<Instance> {
    let end = Instant::now() + aws.poll * UNTIL_IT_RUNS;
    let mut last = "nothing";
    loop {
        let seen = aws.ask_list(&plan::look(run))?.into_iter().next();
        interrupt::check()?;
        // A new one may not be shown yet.
        if let Some(seen) = seen {
            let seen: Seen = serde_json::from_value(seen).context("AWS describes an instance in an unknown way")?;
            last = match (seen.state.as_str(), seen.address) {
                ("running", Some(address)) if !address.is_empty() => return Ok(Instance { id: seen.id, address }),
                ("running", _) => "running, but without a public address",
                ("pending", _) => "pending",
                (state, _) => bail!(
                    "the instance ended before it was used: {state}, {}; it may be a quota of disks, or a spot \
                     machine that was taken back: try again, or without `--spot`",
                    seen.why.unwrap_or_default()
                ),
            };
        }
        if Instant::now() > end {
            bail!(
                "the instance does not run: {last}. Without a public address: the default subnet gives none \
                 (`aws ec2 modify-subnet-attribute --subnet-id .. --map-public-ip-on-launch`); else try another `--zone`"
            );
        }
        interrupt::sleep(aws.poll)?;
    }
}

/// Waits until ssh to the instance works.
pub(super) fn answering(aws: &Aws, instance: &Instance, host: &Host) -> Result<()> {
    let end = Instant::now() + aws.poll * UNTIL_IT_ANSWERS;
    loop {
        let Err(complaint) = knock(host)? else { return Ok(()) };
        if Instant::now() > end {
            if complaint.contains("Host key verification failed") {
                bail!(
                    "who answers at {} does not have the host key that the instance was given: it is another machine, or \
                     the image ignores its user data. ssh said: {complaint}",
                    host.address
                );
            }
            bail!(
                "the instance runs, but ssh to {} does not work. ssh said: {complaint}\n  If it timed out: your packets come \
                 from another address (a proxy, a VPN): give `--from`, or the network lets no ssh out.\n  {}",
                host.address,
                console(aws, instance)
            );
        }
        interrupt::sleep(aws.poll)?;
    }
}

/// The outer result is whether ssh could be run, the inner one whether it got in, with what it said if not.
fn knock(host: &Host) -> Result<Result<(), String>> {
    let mut ssh = host::ssh(host, &["BatchMode=yes", "ConnectTimeout=10"], "true");
    ssh.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = ssh.spawn().context("cannot run `ssh`: install OpenSSH's client")?;
    let status = interrupt::wait(&mut child)?;
    let mut complaint = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().context("its standard error is a pipe")?, &mut complaint)?;
    // Without a code it was ended by a signal, perhaps by the Ctrl-C that ends us, too.
    let got_in = status.code().is_some_and(|code| code != SSH_FAILED);
    Ok(if got_in { Ok(()) } else { Err(complaint.trim().to_owned()) })
}

/// Keeps what the instance's console shows, since the instance itself will be gone; says where, or that there is nothing.
fn console(aws: &Aws, instance: &Instance) -> String {
    let file = target().join("r4c-bench/console.txt");
    let kept = aws.ask_text(&plan::console(&instance.id)).and_then(|text| {
        std::fs::create_dir_all(target().join("r4c-bench"))?;
        Ok(std::fs::write(&file, text)?)
    });
    match kept {
        Ok(()) => format!("What its console showed is in {}: did it boot?", file.display()),
        Err(_) => "Its console showed nothing yet: it may not have booted.".to_owned(),
    }
}
