//! One scenario: a machine to connect to, the command, what comes in between, and a look at what is left.
use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use super::{Disturbance, Expected, Login, Scenario, There};
use crate::command::{command, output, root, target};
use crate::rehearse::process::{self, MARK, Process};
use crate::rehearse::sshd::{Sshd, USERS};
use crate::{interrupt, report};

/// A cold build of what is measured takes minutes.
const LIMIT: Duration = Duration::from_secs(20 * 60);
/// How long it may take until everything is gone: a frozen connection is noticed after a minute or two.
const GONE: Duration = Duration::from_secs(150);

/// After this it is in the middle of what it does: some files are there, some rows are measured.
const MIDDLE: Duration = Duration::from_secs(2);

pub(super) struct Stage {
    sshd: Sshd,
    /// Our own temporary files, and what our command says.
    here: TempDir,
    begun: u64,
}

impl Stage {
    pub(super) fn set(scenario: &Scenario) -> Result<Self> {
        // The crates were fetched when this program was built: nothing is fetched there.
        let mut environment = vec![("CARGO_NET_OFFLINE", "true")];
        if scenario.there == There::BrokenToolchain {
            environment.push(("RUSTFLAGS", "-C linker=no-such-linker"));
        }
        let sshd = Sshd::start(&environment)?;
        furnish(&sshd, scenario.there)?;
        let here =
            tempfile::Builder::new().prefix("r4c-rehearsal.").tempdir().context("cannot make a temporary folder")?;
        fs::create_dir(here.path().join("tmp"))?;
        let begun = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        Ok(Self { sshd, here, begun })
    }

    /// Gives the error that was said.
    pub(super) fn play(&mut self, scenario: &Scenario) -> Result<String> {
        let mut child = self.command(scenario)?.spawn().context("cannot run this program again, by setsid")?;
        let status = self.disturb(scenario, &mut child).and_then(|()| wait(&mut child));
        if status.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let output = fs::read_to_string(self.here.path().join("output"))?;
        let status = status.with_context(|| format!("it said:\n{output}"))?;
        self.judge(scenario, status, &output).with_context(|| format!("it said:\n{output}"))?;
        self.nothing_is_left(scenario.expected, &output)?;
        let error = output.lines().rfind(|line| line.starts_with("error: ") && scenario.expected != Expected::Death);
        Ok(error.map_or(String::new(), |error| format!("\n          {error}")))
    }

    /// The real command, as somebody would type it, without a terminal.
    fn command(&self, scenario: &Scenario) -> Result<Command> {
        let folder = self.here.path();
        let [empty, others, output] = ["no-hosts", "other-hosts", "output"].map(|name| folder.join(name));
        let host_key = fs::read_to_string(self.sshd.known_hosts())?;
        let other_key = fs::read_to_string(self.sshd.other_identity().with_extension("pub"))?;
        fs::write(&empty, "")?;
        fs::write(&others, format!("{} {other_key}", host_key.split(' ').next().unwrap_or_default()))?;

        let port = match scenario.login {
            Login::ClosedPort => TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port(),
            _ => self.sshd.port(),
        };
        let identity =
            if scenario.login == Login::WrongKey { self.sshd.other_identity() } else { self.sshd.identity() };
        let known_hosts = match scenario.login {
            Login::UnknownHostKey | Login::UnknownHostKeyNobodyToAsk | Login::UnknownHostKeyAccepted => empty,
            Login::ChangedHostKey => others,
            _ => self.sshd.known_hosts(),
        };
        // A session of its own: no terminal that ssh could ask at.
        let mut command = Command::new(program("setsid")?);
        command.arg(std::env::current_exe()?).args(["bench", "--ssh-config", "none"]);
        command.arg("--host").arg(format!("{}@127.0.0.1:{port}", USERS[0]));
        command.arg("--identity").arg(identity).arg("--known-hosts").arg(known_hosts).args(scenario.arguments);
        let host_key = match scenario.login {
            Login::UnknownHostKeyNobodyToAsk => "ask",
            Login::UnknownHostKeyAccepted => "accept-new",
            _ => "strict",
        };
        command.args(["--host-key", host_key]);
        if scenario.login == Login::NoSsh {
            command.env("PATH", folder);
        }
        let output = File::create(output)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        command.env("TMPDIR", folder.join("tmp")).env(MARK, self.sshd.mark());
        // Somebody's own report stays as it is.
        command.env("CARGO_TARGET_DIR", folder_of_results()).current_dir(root());
        Ok(command)
    }

    /// Waits for the moment, and does it.
    fn disturb(&self, scenario: &Scenario, child: &mut Child) -> Result<()> {
        if scenario.disturbance == Disturbance::None {
            return Ok(());
        }
        let running = self.wait_for(scenario.moment, child)?;
        interrupt::sleep(MIDDLE)?;
        let id = child.id();
        let ours = self.ours(id)?;
        let ssh: Vec<_> =
            process::children(id)?.into_iter().filter(|child| child.command.starts_with("ssh ")).collect();
        match scenario.disturbance {
            Disturbance::None => Ok(()),
            Disturbance::Signal(name) => process::signal(name, &ours),
            Disturbance::CtrlC => process::signal("INT", &[ours, ssh].concat()),
            Disturbance::ConnectionKilled => process::signal("KILL", &self.sshd.connections()?),
            Disturbance::ConnectionFrozen => {
                let frozen = [ours, ssh].concat();
                process::signal("STOP", &frozen)?;
                let gone = self.wait_until_gone(|| Ok(entries(&self.sshd.temporary())));
                // Stopped processes still die of this.
                process::signal("KILL", &frozen)?;
                gone.context("on the other machine, with a connection that was silent")
            }
            Disturbance::MeasureKilled => process::signal("KILL", &running),
        }
    }

    fn ours(&self, id: u32) -> Result<Vec<Process>> {
        Ok(process::marked(self.sshd.mark())?.into_iter().filter(|process| process.id == id).collect())
    }

    /// A process that runs there.
    fn wait_for(&self, name: &str, child: &mut Child) -> Result<Vec<Process>> {
        let end = Instant::now() + LIMIT;
        loop {
            let mut running = process::marked(self.sshd.mark())?;
            running.retain(|process| {
                let program = process.command.split(' ').next().unwrap_or_default();
                program == name || program.ends_with(&format!("/{name}"))
            });
            if !running.is_empty() {
                return Ok(running);
            }
            ensure!(Instant::now() < end, "no `{name}` was run there");
            // Its mark cannot be asked for: a process that becomes another program has none for an instant.
            ensure!(child.try_wait()?.is_none(), "it ended before `{name}` was run there");
            interrupt::check()?;
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn judge(&self, scenario: &Scenario, status: ExitStatus, output: &str) -> Result<()> {
        ensure!(output.contains(scenario.said), "it does not say `{}`", scenario.said);
        match scenario.expected {
            Expected::Results | Expected::Kept => {
                ensure!(status.success(), "it failed ({status})");
                let results = report::read(&folder_of_results().join("r4c-bench/results.json"))?;
                ensure!(results.start.started >= self.begun, "the results are those of an earlier run");
                ensure!(!results.rows.is_empty(), "the results are empty");
                ensure!(!results.start.build.commit.is_empty(), "the results do not name the commit");
                let is_sent = output.contains("building a static program");
                let should_be = scenario.there != There::Toolchain || scenario.arguments.contains(&"--ship");
                ensure!(is_sent == should_be, "it was built on the wrong machine");
                let is_static = results.start.build.flags.contains("crt-static");
                ensure!(is_static == should_be, "the results name the flags `{}`", results.start.build.flags);
            }
            Expected::Error(text) | Expected::KeptError(text) => {
                ensure!(status.code() == Some(1), "it ended with {status}, not with the exit code 1");
                let error = output.lines().rfind(|line| line.starts_with("error: ")).context("it says no error")?;
                ensure!(error.contains(text), "the error does not say `{text}`");
            }
            Expected::Death => ensure!(status.code().is_none(), "it ended with {status}, not by a signal"),
        }
        Ok(())
    }

    fn nothing_is_left(&self, expected: Expected, output: &str) -> Result<()> {
        self.wait_until_gone(|| {
            let processes = process::marked(self.sshd.mark())?.into_iter().chain(self.sshd.connections()?);
            Ok(processes.map(|process| format!("{}: {}", process.id, process.command)).collect())
        })
        .context("processes")?;
        let tmp = entries(&self.sshd.temporary());
        match expected {
            Expected::Kept | Expected::KeptError(_) => {
                ensure!(output.contains(&format!("kept on {}", USERS[0])), "it does not say where it was kept");
                ensure!(tmp.len() == 1, "not one folder was kept, but {tmp:?}");
                let files = entries(&Path::new(&tmp[0]).join("files"));
                ensure!(!files.is_empty(), "what was kept is empty");
            }
            _ => ensure!(tmp.is_empty(), "left there: {tmp:?}"),
        }
        let home = entries(&self.sshd.home());
        let ours = [".bashrc", ".profile", "bin"].map(|name| self.sshd.home().join(name).display().to_string());
        ensure!(home.iter().all(|entry| ours.contains(entry)), "left in the home there: {home:?}");
        let tmp = entries(&self.here.path().join("tmp"));
        ensure!(tmp.is_empty(), "left here: {tmp:?}");
        Ok(())
    }

    fn wait_until_gone(&self, look: impl Fn() -> Result<Vec<String>>) -> Result<()> {
        let end = Instant::now() + GONE;
        loop {
            let left = look()?;
            if left.is_empty() {
                return Ok(());
            }
            ensure!(Instant::now() < end, "still there after {} s: {left:#?}", GONE.as_secs());
            interrupt::sleep(interrupt::TICK)?;
        }
    }
}

/// Apart from the usual target folder, and kept, so that a static program is not always built anew.
fn folder_of_results() -> PathBuf {
    std::path::absolute(target().join("rehearse")).unwrap_or_default()
}

fn wait(child: &mut Child) -> Result<ExitStatus> {
    let end = Instant::now() + LIMIT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        ensure!(Instant::now() < end, "it did not end within {} s", LIMIT.as_secs());
        interrupt::sleep(interrupt::TICK)?;
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path().display().to_string())).collect()
}

/// Makes the home of those who log in.
fn furnish(sshd: &Sshd, there: There) -> Result<()> {
    const NEEDED: [&str; 15] = [
        "sh", "tar", "gzip", "mktemp", "head", "sed", "rm", "mkdir", "cat", "wc", "sleep", "uname", "setsid", "true",
        "env",
    ];
    let home = sshd.home();
    // Read by bash for each command over ssh; many a machine prints something there.
    let shell = match there {
        There::OtherShell => "echo 'This account is closed.'\nexit 0\n",
        There::Noise => "(while echo noise; do sleep 1; done) &\n",
        _ => "echo 'Welcome!'\n",
    };
    fs::write(home.join(".bashrc"), shell)?;
    // Read by login shells alone.
    let profile = match there {
        There::Toolchain | There::BrokenToolchain | There::Noise => {
            format!("export PATH=\"{}:$PATH\" CARGO_HOME=\"{}\"\n", toolchain()?.display(), cargo_home()?)
        }
        _ => "PATH=\"$HOME/bin\"\n".to_owned(),
    };
    fs::write(home.join(".profile"), profile)?;
    let bin = home.join("bin");
    fs::create_dir(&bin)?;
    let is_missing = |name: &&str| matches!((there, *name), (There::NoTar, "tar") | (There::UnknownProcessor, "uname"));
    for name in NEEDED.iter().filter(|name| !is_missing(name)) {
        let status = Command::new("ln").arg("-s").arg(program(name)?).arg(&bin).status()?;
        ensure!(status.success(), "`ln` failed: {status}");
    }
    if there == There::UnknownProcessor {
        let uname = bin.join("uname");
        fs::write(&uname, "#!/bin/sh\n[ \"$1\" = -s ] && echo Linux || echo riscv64\n")?;
        ensure!(Command::new("chmod").arg("+x").arg(uname).status()?.success(), "`chmod` failed");
    }
    Ok(())
}

/// The folder of the programs themselves, and not of a stand-in that chooses among several.
fn toolchain() -> Result<PathBuf> {
    let folder = Path::new(output(&mut command("rustc --print sysroot"))?.trim()).join("bin");
    ensure!(folder.join("cargo").exists(), "no cargo in {}", folder.display());
    Ok(folder)
}

/// Where the crates are.
fn cargo_home() -> Result<String> {
    let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| home + "/.cargo"));
    home.context("neither CARGO_HOME nor HOME is set")
}

fn program(name: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(found) = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.exists()) else {
        bail!("there is no `{name}` here")
    };
    Ok(found)
}
