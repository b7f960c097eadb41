//! Where a scenario plays: a stand-in for AWS, the command line with the shim before it, an ssh server, and `cargo xtask bench`
//! between them. Everything is of this stage alone, so that several can play at once.
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::TempDir;

use super::moto::{Moto, Python, REGION, Script};
use crate::command::output;
use crate::interrupt;
use crate::rehearse::sshd::Sshd;

/// A stage.
pub(super) struct Stage {
    pub(super) moto: Moto,
    pub(super) sshd: Sshd,
    _command_line: Script,
    folder: TempDir,
}

/// What is to happen on it, as the shim reads it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scene {
    pub(super) faults: Vec<Fault>,
    /// The machine comes up with the host key that it was given.
    pub(super) boots: bool,
    /// What stands before the public key in the list of those that may log in.
    pub(super) restriction: String,
    pub(super) authorized_keys: PathBuf,
    pub(super) host_key: PathBuf,
    /// The ssh server's process.
    pub(super) server: u32,
}

/// What happens at a request.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fault {
    pub(super) at: At,
    pub(super) kind: &'static str,
    /// AWS's word for a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    /// What is answered instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<&'static str>,
}

/// Which request.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum At {
    /// Counted from zero.
    Number(usize),
    /// Each one of this name.
    Name(&'static str),
    /// So many of this name, the first ones.
    First(&'static str, usize),
}

/// A request that was seen.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Call {
    /// `ec2 run-instances`
    pub(super) name: String,
    pub(super) fault: String,
    /// The fields of a start of an instance as they were sent.
    pub(super) sent: Value,
}

/// Where a run says what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminal {
    Stays,
    /// Pipes, which are closed when something is to happen.
    GoesAway,
}

/// How `cargo xtask bench` ended.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) said: String,
    pub(super) complaint: String,
}

impl Stage {
    pub(super) fn set(python: &Python) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("r4c-aws.").tempdir().context("cannot make a temporary folder")?;
        let (command_line, _) = python.start(include_str!("command_line.py"), &folder.path().join("command-line"))?;
        let (moto, sshd) = (Moto::start(python)?, Sshd::start(&[])?);
        let stage = Self { moto, sshd, _command_line: command_line, folder };
        // Like Amazon's image it has no toolchain, whatever this machine has.
        fs::write(stage.sshd.home().join(".profile"), "PATH=\"$HOME/bin:$PATH\"\n")?;
        program(&stage.sshd.home(), "cargo", "exit 127")?;
        fs::write(stage.path("config"), format!("[profile stand-in]\nendpoint_url = {}\n", stage.moto.url()))?;
        fs::write(stage.path("credentials"), "")?;
        fs::write(stage.path("shim.py"), include_str!("shim.py"))?;
        // `-I -S`: it needs nothing of Python's packages, and loading them takes time.
        let python = python.path().display();
        program(stage.folder.path(), "aws", &format!("exec '{python}' -I -S \"$here/shim.py\" \"$here\" \"$@\""))?;
        program(stage.folder.path(), "ssh", RECORDED_SSH)?;
        program(stage.folder.path(), "curl", "echo \"$*\" >> \"$here/curl-calls\"; exit 6")?;
        Ok(stage)
    }

    /// A scene without faults, at which whoever logs in is given this.
    pub(super) fn scene(&self, restriction: &str) -> Scene {
        Scene {
            faults: Vec::new(),
            boots: true,
            restriction: restriction.to_owned(),
            authorized_keys: self.sshd.authorized_keys(),
            host_key: self.sshd.host_key(),
            server: self.sshd.id(),
        }
    }

    /// Begins a run of `cargo xtask bench --graviton` with these arguments.
    pub(super) fn begin(
        &self,
        scene: &Scene,
        arguments: &[&str],
        environment: &[(&str, Option<&str>)],
        terminal: Terminal,
    ) -> Result<Child> {
        self.prepare(scene)?;
        let mut command = self.command(std::env::current_exe()?);
        command.args(["bench", "--graviton"]).args(arguments);
        for (name, value) in environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        // A group of its own, as a terminal would give it.
        command.process_group(0).stdin(Stdio::null());
        let (stdout, stderr) = (fs::File::create(self.path("stdout"))?, fs::File::create(self.path("stderr"))?);
        match terminal {
            Terminal::Stays => command.stdout(stdout).stderr(stderr),
            Terminal::GoesAway => command.stdout(Stdio::piped()).stderr(Stdio::piped()),
        };
        command.spawn().context("cannot run cargo xtask bench")
    }

    /// Runs what a person is told to.
    pub(super) fn shell(&self, line: &str) -> Result<()> {
        output(self.command("sh").args(["-c", line])).map(drop)
    }

    /// What the shim is to do from here on.
    pub(super) fn prepare(&self, scene: &Scene) -> Result<()> {
        for file in ["calls", "ssh-calls", "curl-calls", "started"] {
            let _ = fs::remove_file(self.path(file));
        }
        let _ = fs::remove_dir_all(self.path("tmp"));
        fs::create_dir(self.path("tmp"))?;
        Ok(fs::write(self.path("scene"), serde_json::to_string(scene)?)?)
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", self.path("bin").display()));
        // Nothing of the user's own configuration is read.
        command
            .env("AWS_CONFIG_FILE", self.path("config"))
            .env("AWS_SHARED_CREDENTIALS_FILE", self.path("credentials"));
        command.env("AWS_EC2_METADATA_DISABLED", "true");
        command.env("CARGO_TARGET_DIR", self.path("target")).env("TMPDIR", self.path("tmp"));
        command.env("NO_PROXY", "127.0.0.1").env("no_proxy", "127.0.0.1");
        command.env("AWS_ENDPOINT_URL", self.moto.url()).env("AWS_REGION", REGION);
        command.env("AWS_ACCESS_KEY_ID", "rehearsal").env("AWS_SECRET_ACCESS_KEY", "rehearsal");
        command.env("R4C_BENCH_SSH", format!("127.0.0.1:{}", self.sshd.port()));
        for name in ["AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_DEFAULT_REGION", "AWS_SESSION_TOKEN"] {
            command.env_remove(name);
        }
        command
    }

    pub(super) fn end(&self, mut child: Child) -> Result<Ended> {
        let status = interrupt::wait(&mut child)?;
        Ok(Ended { status, said: self.read("stdout"), complaint: self.read("stderr") })
    }

    pub(super) fn calls(&self) -> Result<Vec<Call>> {
        self.read("calls").lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    }

    /// Calls of programs that might connect to somebody else.
    pub(super) fn connections_elsewhere(&self) -> Vec<String> {
        let ssh = self.read("ssh-calls");
        let elsewhere = ssh.lines().filter(|line| !line.split(' ').any(|word| word == "127.0.0.1"));
        elsewhere.chain(self.read("curl-calls").lines()).map(str::to_owned).collect()
    }

    /// Temporary files, keys above all, that a run should have removed.
    pub(super) fn temporary(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path("tmp")).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }

    /// Where a machine says that it began to measure.
    pub(super) fn started(&self) -> PathBuf {
        self.path("started")
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub(super) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_default()
    }
}

/// Records on one line to whom it connects, and does.
const RECORDED_SSH: &str = r#"echo "$*" | tr '\n' ' ' >>"$here/ssh-calls"; echo >>"$here/ssh-calls"
PATH=${PATH#*:} exec ssh "$@""#;

/// Writes a script into the folder's `bin`; it knows the folder as `$here`.
fn program(folder: &Path, name: &str, script: &str) -> Result<()> {
    let file = folder.join("bin").join(name);
    fs::create_dir_all(folder.join("bin"))?;
    fs::write(&file, format!("#!/bin/sh\nhere=${{0%/bin/*}}\n{script}\n"))?;
    Ok(fs::set_permissions(file, fs::Permissions::from_mode(0o755))?)
}

/// Sends a signal to all of a run, as a terminal does.
pub(super) fn signal_run(name: &str, child: &Child) -> Result<()> {
    let status = Command::new("sh").args(["-c", &format!("kill -s {name} -- -{}", child.id())]).status()?;
    anyhow::ensure!(status.success(), "cannot interrupt the run");
    Ok(())
}

/// Whether a file is there within some seconds.
pub(super) fn appears(file: &Path) -> Result<()> {
    let end = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while !file.exists() {
        anyhow::ensure!(std::time::Instant::now() < end, "{} does not appear", file.display());
        interrupt::sleep(interrupt::TICK)?;
    }
    Ok(())
}
