//! Measuring on another machine, over ssh: nothing but a login, sh, tar and gzip is needed there, and nothing stays.
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use r4c_bench_record::Results;

use self::session::Session;
use self::shipment::Shipment;
use super::{Options, recording};

mod address;
mod failure;
mod remote;
mod session;
mod shipment;

pub(crate) use address::Address;
pub(super) use session::ssh;
pub(super) use shipment::prepare_for_aarch64;

#[derive(Args, Debug)]
pub(crate) struct HostOptions {
    /// Measure on another machine, over ssh; it needs sh, tar and gzip, a Rust toolchain is used if there is one
    #[arg(long, value_name = "USER@HOST[:PORT]", conflicts_with = "graviton")]
    host: Option<Address>,
    /// The private key to log in with (default: what ssh's configuration says)
    #[arg(long, value_name = "FILE", requires = "host", conflicts_with = "graviton")]
    identity: Option<PathBuf>,
    /// The only file of known host keys (default: what ssh's configuration says)
    #[arg(long, value_name = "FILE", requires = "host", conflicts_with = "graviton")]
    known_hosts: Option<PathBuf>,
    /// What to do about a host key that is not known
    #[arg(long, value_enum, default_value_t, requires = "host", conflicts_with = "graviton")]
    host_key: HostKey,
    /// Another configuration file for ssh (`none` for no configuration)
    #[arg(long, value_name = "FILE", requires = "host", conflicts_with = "graviton")]
    ssh_config: Option<PathBuf>,
    /// Leave the files on the other machine, and say where
    #[arg(long, requires = "host", conflicts_with = "graviton")]
    keep: bool,
    /// Build here and send a static binary, even if the other machine has a toolchain
    #[arg(long, requires = "host", conflicts_with = "graviton")]
    ship: bool,
    /// The processor that it is built for, as rustc names it (default: any of the architecture)
    #[arg(long, value_name = "CPU", requires = "host", conflicts_with = "graviton")]
    target_cpu: Option<String>,
}

impl HostOptions {
    /// The machine that was asked for.
    pub(super) fn host(&self) -> Option<Host> {
        let address = self.host.clone()?;
        Some(Host {
            address,
            identity: self.identity.clone(),
            known_hosts: self.known_hosts.clone(),
            host_key: self.host_key,
            ssh_config: self.ssh_config.clone(),
            files: if self.keep { Files::Keep } else { Files::Remove },
            program: if self.ship { Program::Ship } else { Program::BuildThereIfPossible },
            target_cpu: self.target_cpu.clone(),
        })
    }
}

/// What to do about a host key that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HostKey {
    /// What ssh's configuration says: it asks, unless it was told otherwise
    #[default]
    Ask,
    /// Refuse it
    Strict,
    /// Accept and keep it; one that has changed is still refused
    AcceptNew,
}

/// What becomes of the files on the other machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    Remove,
    Keep,
}

/// Where the measuring program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    BuildThereIfPossible,
    Ship,
}

/// Another machine, and how it is reached. `None` is what ssh's own configuration says.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) address: Address,
    pub(crate) identity: Option<PathBuf>,
    /// The only file of known host keys.
    pub(crate) known_hosts: Option<PathBuf>,
    pub(crate) host_key: HostKey,
    pub(crate) ssh_config: Option<PathBuf>,
    pub(crate) files: Files,
    pub(crate) program: Program,
    /// As rustc names it, such as `neoverse-v1`.
    pub(crate) target_cpu: Option<String>,
}

/// All of it over one connection: what the other machine is, what is to be measured, what was found.
pub(super) fn run(host: &Host, options: &Options) -> Result<Results> {
    // ssh would only say that nobody is let in.
    for file in host.identity.iter().chain(&host.ssh_config).filter(|file| file.as_os_str() != "none") {
        ensure!(file.is_file(), "there is no file {}", file.display());
    }
    let mut session = Session::open(host)?;
    let shipment = Shipment::of(host, session.machine(), options)?;
    session.send(shipment.bytes());
    recording::read(|| session.line())?.results()
}
