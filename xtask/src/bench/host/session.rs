//! An ssh connection that runs `remote.sh`, which see for what is said in which direction.
//!
//! The other machine clears up when our side of the connection ends, so every way out of here, a crash included, is a way to
//! clear up there. Where there is time for it the session waits until that is done.
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::failure::{self, Failure};
use super::remote::{FAILED, HEARTBEAT, OURS, command_line};
use super::{Host, HostKey};
use crate::bench::recording::Lines;
use crate::interrupt;

/// How long an end may take: the other machine removes what it has built.
const GRACE: Duration = Duration::from_secs(20);

/// So many lines may start-up files print.
const NOISE: usize = 1000;

/// The connection. Dropping it ends it.
pub(super) struct Session {
    ssh: Child,
    /// What is sent goes out on a thread of its own, with the signs of life; without this sender our side of the connection ends.
    input: Option<Sender<Vec<u8>>>,
    lines: Lines,
    said: Said,
    name: String,
    machine: Machine,
    is_done: bool,
}

/// What the other machine says about itself.
#[derive(Debug, Default)]
pub(super) struct Machine {
    /// As `uname -s` has it: `Linux`.
    pub(super) system: String,
    /// As `uname -m` has it: `x86_64`, `aarch64`.
    pub(super) architecture: String,
    /// What `cargo --version` prints; empty if there is none.
    pub(super) cargo: String,
}

impl Session {
    /// Connects, and waits for what the other machine says about itself.
    pub(super) fn open(host: &Host) -> Result<Self> {
        let mut command = ssh(host, &[], &command_line(host.files));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut ssh = command.spawn().map_err(failure::no_ssh)?;
        let input = ssh.stdin.take().context("its input is a pipe")?;
        let lines = Lines::of(ssh.stdout.take().context("its output is a pipe")?);
        let said = Said::by(ssh.stderr.take().context("its standard error is a pipe")?);
        let input = Some(send(input));
        let mut session = Self {
            ssh,
            input,
            lines,
            said,
            name: host.address.to_string(),
            machine: Machine::default(),
            is_done: false,
        };
        session.machine = session.introduction()?;
        Ok(session)
    }

    pub(super) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Sends what `remote.sh` waits for; it does not wait until it has arrived.
    pub(super) fn send(&self, bytes: Vec<u8>) {
        // A connection that has ended says so when its output is read.
        let _ = self.input.as_ref().map(|input| input.send(bytes));
    }

    /// The next line of the measuring program; `None` at its end, if it was a good one.
    pub(super) fn line(&mut self) -> Result<Option<String>> {
        while let Some(line) = self.lines.next()? {
            let Some(message) = line.strip_prefix(OURS) else {
                // A program that was killed may not have ended its line.
                return match line.split_once(FAILED) {
                    Some((_, words)) => bail!(self.explain(Failure::read(words))),
                    None => Ok(Some(line)),
                };
            };
            let (word, rest) = message.split_once(' ').unwrap_or((message, ""));
            match word {
                "built" | "kept" | "left" => self.note(word, rest),
                "done" => self.is_done = true,
                "failed" => bail!(self.explain(Failure::read(rest))),
                _ => bail!("{} said what is not known here: {line}", self.name),
            }
        }
        let status = self.end()?;
        match self.is_done && status.success() {
            true => Ok(None),
            false => bail!(self.explain(Failure::Ended(status))),
        }
    }

    /// Ends our side, and waits for the other one.
    fn end(&mut self) -> Result<ExitStatus> {
        self.input = None;
        let end = Instant::now() + GRACE;
        while let Some(line) = self.lines.until(end) {
            if let Some((word, rest)) = line.strip_prefix(OURS).and_then(|message| message.split_once(' ')) {
                self.note(word, rest);
            }
        }
        loop {
            if let Some(status) = self.ssh.try_wait().context("cannot wait for ssh")? {
                return Ok(status);
            }
            if Instant::now() > end {
                let _ = self.ssh.kill();
                return self.ssh.wait().context("cannot wait for ssh");
            }
            std::thread::sleep(interrupt::TICK);
        }
    }

    /// What it says about its folder: also after something went wrong.
    fn note(&self, word: &str, rest: &str) {
        match word {
            "kept" => eprintln!("kept on {}: {rest}", self.name),
            "left" => eprintln!("warning: {rest} could not be removed on {}", self.name),
            _ => {}
        }
    }

    fn introduction(&mut self) -> Result<Machine> {
        let mut machine = Machine::default();
        let mut noise = Vec::new();
        while let Some(line) = self.lines.next()? {
            // Start-up files of shells print what they like.
            let Some(message) = line.strip_prefix(OURS) else {
                noise.push(line);
                ensure!(
                    noise.len() < NOISE,
                    "{} says other things than the script that it was given: {}",
                    self.name,
                    noise[0]
                );
                continue;
            };
            let (word, rest) = message.split_once(' ').unwrap_or((message, ""));
            match word {
                "system" => machine.system = rest.to_owned(),
                "machine" => machine.architecture = rest.to_owned(),
                "cargo" => machine.cargo = rest.to_owned(),
                "failed" => bail!(self.explain(Failure::read(rest))),
                "ready" => return Ok(machine),
                _ => {}
            }
        }
        let status = self.end()?;
        bail!(self.explain(Failure::NoScript { status, noise: noise.into_iter().next() }))
    }

    fn explain(&mut self, failure: Failure) -> String {
        // What is said last may still be on its way: it has arrived when ssh has ended.
        let _ = self.end();
        failure::explain(&failure, &self.name, &self.said.last())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// What a configuration may ask for, and would be in the way; and that a dead connection is noticed.
const OPTIONS: [&str; 10] = [
    "RequestTTY=no",
    "RemoteCommand=none",
    "PermitLocalCommand=no",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    // A shared connection is used if there is one, and none is left behind.
    "ControlMaster=no",
    "ConnectTimeout=20",
    "ServerAliveInterval=15",
    "ServerAliveCountMax=4",
];

/// `ssh` to a machine, for what its login shell is to run. Of an option that is given twice ssh takes the first.
pub(in crate::bench) fn ssh(host: &Host, options: &[&str], line: &str) -> Command {
    let mut command = Command::new("ssh");
    for option in options.iter().chain(&OPTIONS) {
        command.args(["-o", option]);
    }
    if let Some(file) = &host.ssh_config {
        command.arg("-F").arg(file);
    }
    if let Some(file) = &host.identity {
        command.arg("-i").arg(file).args(["-o", "IdentitiesOnly=yes"]);
    }
    if let Some(file) = &host.known_hosts {
        // In quotes, because ssh takes several files, separated by white space.
        command
            .arg("-o")
            .arg(format!("UserKnownHostsFile=\"{}\"", file.display()))
            .args(["-o", "GlobalKnownHostsFile=none"]);
    }
    let host_key = match host.host_key {
        HostKey::Ask => None,
        HostKey::Strict => Some("StrictHostKeyChecking=yes"),
        HostKey::AcceptNew => Some("StrictHostKeyChecking=accept-new"),
    };
    if let Some(option) = host_key {
        command.args(["-o", option]);
    }
    if let Some(port) = host.address.port {
        command.arg("-p").arg(port.to_string());
    }
    if let Some(user) = &host.address.user {
        command.arg("-l").arg(user);
    }
    command.arg("--").arg(&host.address.host).arg(line);
    command
}

/// A thread that sends what it is given, and signs of life in between, until its sender is dropped or the connection has ended.
fn send(mut input: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, receiver) = mpsc::channel::<Vec<u8>>();
    std::thread::spawn(move || {
        loop {
            let bytes = match receiver.recv_timeout(HEARTBEAT) {
                Ok(bytes) => bytes,
                Err(RecvTimeoutError::Timeout) => b"\n".to_vec(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// What ssh and the other machine say on the standard error: shown as it comes, and its end is kept.
struct Said {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Said {
    const KEPT: usize = 8 * 1024;

    fn by(mut stderr: ChildStderr) -> Self {
        let kept = Arc::<Mutex<VecDeque<u8>>>::default();
        let of_reader = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = stderr.read(&mut chunk) {
                let _ = std::io::stderr().write_all(&chunk[..length]);
                let mut kept = of_reader.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&chunk[..length]);
                let surplus = kept.len().saturating_sub(Self::KEPT);
                kept.drain(..surplus);
            }
        });
        Self { kept, reader: Some(reader) }
    }

    /// Its end; called when ssh has ended.
    fn last(&mut self) -> String {
        // A shared connection's master may hold the pipe for longer than we care.
        let end = Instant::now() + Duration::from_secs(1);
        while self.reader.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < end {
            std::thread::sleep(interrupt::TICK);
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }
}
