//! The two key pairs of a run: the one we log in with, whose private half never leaves this machine, and the instance's.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::boot;
use crate::command::output;

/// In a temporary folder that nobody else can read, and that goes with this.
#[derive(Debug)]
pub(super) struct Keys {
    folder: TempDir,
}

impl Keys {
    /// Makes both, and writes what tells the instance about its own.
    pub(super) fn make(minutes: u32) -> Result<Self> {
        let folder =
            tempfile::Builder::new().prefix("r4c-bench.").tempdir().context("cannot make a temporary folder")?;
        let keys = Self { folder };
        generate(&keys.identity())?;
        generate(&keys.host_key())?;
        let public = std::fs::read_to_string(public(&keys.host_key()))?;
        let private = std::fs::read_to_string(keys.host_key())?;
        std::fs::write(keys.user_data(), boot::user_data(minutes, &private, &public))?;
        // For any address: nobody knows the instance's yet, and the file serves no other machine.
        std::fs::write(keys.known_hosts(), format!("* {public}"))?;
        Ok(keys)
    }

    pub(super) fn identity(&self) -> PathBuf {
        self.folder.path().join("client")
    }

    pub(super) fn public_key(&self) -> PathBuf {
        public(&self.identity())
    }

    pub(super) fn known_hosts(&self) -> PathBuf {
        self.folder.path().join("known_hosts")
    }

    pub(super) fn user_data(&self) -> PathBuf {
        self.folder.path().join("user-data")
    }

    fn host_key(&self) -> PathBuf {
        self.folder.path().join("host")
    }
}

fn public(private: &Path) -> PathBuf {
    private.with_extension("pub")
}

fn generate(file: &Path) -> Result<()> {
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "ed25519", "-N", "", "-C", "r4c-bench", "-f"]).arg(file).stdin(Stdio::null());
    output(&mut command).map(drop).context("ssh-keygen is part of OpenSSH's client: install that")
}
