//! One run: from the image to the results, and the clean-up after it.
use std::cell::Cell;
use std::hash::{BuildHasher, Hasher};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use r4c_bench_record::Results;
use serde_json::Value;

use super::aws::Aws;
use super::endpoint::{Endpoint, OVERRIDE};
use super::keys::Keys;
use super::request::Request;
use super::{cleanup, instance, plan, price, say};
use crate::bench::Options;
use crate::bench::host::{self, Files, Host, HostKey, Program};
use crate::command::output;
use crate::interrupt;

/// Asks AWS's own service which address we come from. IPv4, because an instance of a default VPC has no other.
pub(super) const CHECK_ADDRESS: [&str; 7] =
    ["curl", "-4", "-fsS", "--noproxy", "*", "--max-time=20", "https://checkip.amazonaws.com"];

/// One run, and what it made.
pub(super) struct Run {
    id: String,
    aws: Aws,
    /// When the last thing was made, or may have been.
    made: Cell<Option<Instant>>,
}

impl Run {
    pub(super) fn new(aws: Aws) -> Self {
        Self { id: unique(), aws, made: Cell::default() }
    }

    pub(super) fn measure(&self, options: &Options) -> Result<Results> {
        let (aws, asked) = (&self.aws, &options.graviton);
        let by_override = std::env::var(OVERRIDE).ok();
        if let Some(address) = &by_override {
            // A wrong one is to be known before anything is made.
            aws.endpoint.ssh("", Some(address))?;
        }
        // The image has no Rust, so a program is sent. (Who plays the instance of a stand-in has what this machine has.)
        if let Endpoint::Aws = aws.endpoint {
            host::prepare_for_aarch64().context("the instance has no Rust, so what it runs must be built here")?;
        }
        say(price::estimate(&asked.instance_type, asked.deadline));
        let keys = Keys::make(asked.deadline)?;
        let from = plan::alone(asked.from.map_or_else(|| own_address(&aws.endpoint), Ok)?);
        let image = self.look_up(plan::image())?;
        let network = self.default_network()?;
        self.make(plan::import_key(&self.id, &keys.public_key()))?;
        let group = self.make(plan::create_group(&self.id, &network))?;
        let group = group.as_str().context("AWS did not say what the security group is called")?;
        self.make(plan::allow_ssh(group, &from))?;
        self.make(plan::start(&self.id, &asked.start(&image, group, &keys.user_data())))?;
        let instance = instance::running(aws, &self.id)?;
        let host = self.host(&keys, &instance.address, by_override.as_deref())?;
        instance::answering(aws, &instance, &host)?;
        host::run(&host, options)
    }

    fn look_up(&self, request: Request) -> Result<String> {
        say(request.purpose);
        let found = self.aws.ask_text(&request)?;
        interrupt::check()?;
        Ok(found)
    }

    fn default_network(&self) -> Result<String> {
        let request = plan::default_network();
        say(request.purpose);
        let networks = self.aws.ask_list(&request)?;
        interrupt::check()?;
        networks.first().and_then(|network| network.as_str()).map(str::to_owned).with_context(|| {
            let region = &self.aws.region;
            format!("{region} has no default VPC: `aws ec2 create-default-vpc --region {region}` makes one, or try another `--region`")
        })
    }

    /// Sends a request that makes something.
    fn make(&self, request: Request) -> Result<Value> {
        say(request.purpose);
        // Before, because it may take effect whatever becomes of us; after, because that is when it took effect at the latest.
        self.made.set(Some(Instant::now()));
        let answer = self.aws.ask(&request);
        self.made.set(Some(Instant::now()));
        let answer = answer?;
        interrupt::check()?;
        Ok(answer)
    }

    fn host(&self, keys: &Keys, said: &str, by_override: Option<&str>) -> Result<Host> {
        Ok(Host {
            address: self.aws.endpoint.ssh(said, by_override)?,
            identity: Some(keys.identity()),
            known_hosts: Some(keys.known_hosts()),
            host_key: HostKey::Strict,
            // What is configured for other machines could lead elsewhere.
            ssh_config: Some(PathBuf::from("none")),
            files: Files::Remove,
            program: Program::BuildThereIfPossible,
            target_cpu: None,
        })
    }

    pub(super) fn clean_up(&self) -> Result<()> {
        let Some(made) = self.made.get() else { return Ok(()) };
        say("clean up");
        cleanup::remove(&self.aws, plan::Scope::Run(&self.id), made)?;
        say("nothing of this run is left");
        Ok(())
    }
}

/// Who may log in. A stand-in is on this machine: then nobody else is asked.
fn own_address(endpoint: &Endpoint) -> Result<Ipv4Addr> {
    if let Endpoint::StandIn(_) = endpoint {
        return Ok(Ipv4Addr::LOCALHOST);
    }
    let [program, arguments @ ..] = CHECK_ADDRESS;
    let said = output(Command::new(program).args(arguments))
        .context("cannot find out which address this machine comes from: say it, `--from 203.0.113.7`")?;
    said.trim().parse().with_context(|| format!("`{}` is not an address: say it, `--from 203.0.113.7`", said.trim()))
}

/// The standard library seeds each of these from the system's randomness.
fn unique() -> String {
    format!("{:016x}", std::hash::RandomState::new().build_hasher().finish())
}
