//! One scenario: what goes wrong, how `cargo xtask bench --graviton` must end, and what must hold after each.
use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::json;

use super::moto::Thing;
use super::stage::{At, Call, Ended, Fault, Scene, Stage, Terminal, appears, signal_run};
use crate::command::target;
use crate::report;

/// What a run is always told: not to take its time, and when its instance ends itself.
const ARGUMENTS: [&str; 5] = ["--tiny", "--poll", "100", "--deadline", DEADLINE];
const DEADLINE: &str = "30";

/// What happens.
#[derive(Clone, Debug)]
pub(super) struct Scenario {
    /// For people.
    pub(super) name: String,
    pub(super) faults: Vec<Fault>,
    pub(super) machine: Machine,
    /// In addition to the usual ones.
    pub(super) arguments: Vec<&'static str>,
    /// Set, or unset.
    pub(super) environment: Vec<(&'static str, Option<String>)>,
    /// What it must say: each of these.
    pub(super) says: Vec<&'static str>,
    pub(super) ends: Ends,
    /// The only requests that it may send, where that matters.
    pub(super) only_asks: Option<Vec<String>>,
}

/// The machine that plays the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Machine {
    /// Does what it should.
    Useful,
    /// Lets in, and can do nothing.
    Useless,
    /// Lets in, and takes forever; the run is interrupted then.
    Slow,
    /// As `Slow`; the terminal goes away then.
    SlowUntilTheTerminalIsGone,
    /// Accepts the connection, and says nothing.
    Silent,
    /// As `Silent`; the run is interrupted then.
    SilentUntilInterrupted,
    /// Has another host key than the one it was given.
    AnotherOne,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Well,
    /// With an exit code, and nothing is left.
    Badly,
    /// With an exit code; what is left is what it says, and the commands that it says remove that.
    SayingWhatIsLeft,
    /// Killed; `--cleanup` finds and removes what is left.
    Killed,
}

/// Names the machine that plays the instance.
const OVERRIDE: &str = "R4C_BENCH_SSH";

/// What a machine that can do nothing makes the run say.
pub(super) const USELESS: &str = "there is no `tar` on";

impl Scenario {
    pub(super) fn new(name: impl Into<String>, says: &[&'static str]) -> Self {
        Self {
            name: name.into(),
            faults: Vec::new(),
            machine: Machine::Useless,
            arguments: ARGUMENTS.to_vec(),
            environment: Vec::new(),
            says: says.to_vec(),
            ends: Ends::Badly,
            only_asks: None,
        }
    }

    pub(super) fn with(mut self, at: At, kind: &'static str) -> Self {
        self.faults.push(Fault { at, kind, code: None, text: None });
        self
    }

    /// AWS says no to this request.
    pub(super) fn refused(mut self, at: At, code: &'static str) -> Self {
        self.faults.push(Fault { at, kind: "refuse", code: Some(code), text: None });
        self
    }

    /// This request is answered so, and not sent.
    pub(super) fn answered(mut self, at: At, text: &'static str) -> Self {
        self.faults.push(Fault { at, kind: "say", code: None, text: Some(text) });
        self
    }

    pub(super) fn on(self, machine: Machine) -> Self {
        Self { machine, ..self }
    }

    pub(super) fn ending(self, ends: Ends) -> Self {
        Self { ends, ..self }
    }

    pub(super) fn asking_only(self, requests: Vec<String>) -> Self {
        Self { only_asks: Some(requests), ..self }
    }

    pub(super) fn given(self, arguments: &[&'static str]) -> Self {
        Self { arguments: arguments.to_vec(), ..self }
    }

    pub(super) fn set(mut self, name: &'static str, value: Option<&str>) -> Self {
        self.environment.push((name, value.map(str::to_owned)));
        self
    }

    /// Plays it; gives the requests that were seen.
    pub(super) fn play(&self, stage: &Stage) -> Result<Vec<Call>> {
        let played = self.play_and_check(stage);
        // The next one begins with nothing, whatever became of this one.
        if !stage.moto.has()?.is_empty() {
            stage.moto.reset()?;
        }
        let requests = stage.calls()?.iter().map(|call| format!("{} {}\n", call.name, call.fault)).collect::<String>();
        let said = stage.read("stderr");
        played.map_err(|error| anyhow!("{error:#}\n--- the requests:\n{requests}--- it said:\n{said}---"))
    }

    fn play_and_check(&self, stage: &Stage) -> Result<Vec<Call>> {
        let silent = Silent::listen()?;
        let child = self.begin(stage, &silent.address())?;
        let ended = stage.end(self.disturb(stage, &silent, child)?)?;
        let calls = stage.calls()?;
        self.check_end(&ended)?;
        self.check_requests(&calls)?;
        check_whatever_happened(stage, &calls, self.ends)?;
        match self.ends {
            Ends::Well | Ends::Badly => check_nothing_is_left(stage)?,
            Ends::SayingWhatIsLeft => follow(stage, &ended.complaint)?,
            Ends::Killed => clean_up(stage)?,
        }
        if self.machine == Machine::Useful {
            check_results(&shared_target()?)?;
        }
        Ok(calls)
    }

    fn begin(&self, stage: &Stage, silent: &str) -> Result<Child> {
        let shared = shared_target()?;
        let mut environment: Vec<_> = self.environment.iter().map(|(name, value)| (*name, value.as_deref())).collect();
        match self.machine {
            // Kept, so that the program is not always built anew.
            Machine::Useful => environment.push(("CARGO_TARGET_DIR", Some(&shared))),
            Machine::Silent | Machine::SilentUntilInterrupted => environment.push((OVERRIDE, Some(silent))),
            _ => {}
        }
        let terminal = match self.machine {
            Machine::SlowUntilTheTerminalIsGone => Terminal::GoesAway,
            _ => Terminal::Stays,
        };
        stage.begin(&self.scene(stage), &self.arguments, &environment, terminal)
    }

    /// What does not happen at a request.
    fn disturb(&self, stage: &Stage, silent: &Silent, mut child: Child) -> Result<Child> {
        match self.machine {
            Machine::Slow => {
                appears(&stage.started())?;
                signal_run("INT", &child)?;
            }
            Machine::SlowUntilTheTerminalIsGone => {
                appears(&stage.started())?;
                drop((child.stdout.take(), child.stderr.take()));
                signal_run("HUP", &child)?;
            }
            Machine::SilentUntilInterrupted => {
                silent.wait()?;
                signal_run("INT", &child)?;
            }
            _ => {}
        }
        Ok(child)
    }

    fn scene(&self, stage: &Stage) -> Scene {
        // `true` is how the run finds out whether it is let in.
        let command = match self.machine {
            Machine::Slow | Machine::SlowUntilTheTerminalIsGone => {
                format!("touch '{}'; exec cat", stage.started().display())
            }
            _ => "echo r4c-host failed tool tar; exit 1".to_owned(),
        };
        if self.machine == Machine::Useful {
            return stage.scene("");
        }
        let restriction = format!("command=\"[ \\\"$SSH_ORIGINAL_COMMAND\\\" = true ] || {{ {command}; }}\" ");
        let boots = self.machine != Machine::AnotherOne;
        Scene { faults: self.faults.clone(), boots, ..stage.scene(&restriction) }
    }

    fn check_requests(&self, calls: &[Call]) -> Result<()> {
        let Some(allowed) = &self.only_asks else { return Ok(()) };
        let other = calls.iter().find(|call| !allowed.contains(&call.name));
        ensure!(other.is_none(), "it must not send `{}`", other.map_or("", |call| &call.name));
        Ok(())
    }

    fn check_end(&self, ended: &Ended) -> Result<()> {
        match self.ends {
            Ends::Well => ensure!(ended.status.success(), "it must end well, and ended with {}", ended.status),
            Ends::Killed => {
                ensure!(ended.status.code().is_none(), "it must be killed, and ended with {}", ended.status)
            }
            Ends::Badly | Ends::SayingWhatIsLeft => {
                // 101: nobody was there to be told the error.
                let expected = if self.machine == Machine::SlowUntilTheTerminalIsGone { 101 } else { 1 };
                ensure!(ended.status.code() == Some(expected), "it ended with {}", ended.status);
            }
        }
        let all = format!("{}{}", ended.said, ended.complaint);
        for words in &self.says {
            ensure!(all.contains(words), "it must say `{words}`");
        }
        let says_what_is_left = all.contains("this may be left");
        ensure!(says_what_is_left == (self.ends == Ends::SayingWhatIsLeft), "whether it says what is left is wrong");
        Ok(())
    }
}

/// A port that accepts connections, and says nothing.
struct Silent(std::net::TcpListener);

impl Silent {
    fn listen() -> Result<Self> {
        let listener = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
        listener.set_nonblocking(true)?;
        Ok(Self(listener))
    }

    fn address(&self) -> String {
        self.0.local_addr().map(|address| address.to_string()).unwrap_or_default()
    }

    /// Until somebody has connected.
    fn wait(&self) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(60);
        while self.0.accept().is_err() {
            ensure!(Instant::now() < end, "nobody connects");
            crate::interrupt::sleep(crate::interrupt::TICK)?;
        }
        Ok(())
    }
}

/// No machine is started that would not end itself, and nobody else is connected to.
fn check_whatever_happened(stage: &Stage, calls: &[Call], ends: Ends) -> Result<()> {
    for call in calls.iter().filter(|call| call.name == "ec2 run-instances" && !call.sent.is_null()) {
        if call.fault == "refuse" {
            continue;
        }
        let sent = &call.sent;
        let data = &sent["UserData"];
        ensure!(sent["InstanceInitiatedShutdownBehavior"] == "terminate", "the instance would stop, not end: {sent}");
        ensure!(data["runcmd"] == json!([["shutdown", "-P", format!("+{DEADLINE}")]]), "no late timer: {data}");
        let early = json!([
            "systemd-run",
            "--no-block",
            "--unit=r4c-deadline",
            format!("--on-active={DEADLINE}min"),
            "systemctl",
            "poweroff"
        ]);
        ensure!(data["bootcmd"] == json!([early]), "no early timer: {data}");
        ensure!(sent["MetadataOptions.HttpTokens"] == "required", "the instance would have IMDSv1: {sent}");
    }
    let elsewhere = stage.connections_elsewhere();
    ensure!(elsewhere.is_empty(), "somebody else was connected to: {elsewhere:?}");
    let temporary = stage.temporary();
    ensure!(temporary.is_empty() || ends == Ends::Killed, "left here: {temporary:?}");
    Ok(())
}

fn check_nothing_is_left(stage: &Stage) -> Result<()> {
    let left = stage.moto.has()?;
    ensure!(left.is_empty(), "left in AWS: {left:?}");
    Ok(())
}

fn shared_target() -> Result<String> {
    Ok(std::path::absolute(target().join("rehearse"))?.display().to_string())
}

/// What was measured is here, and new.
fn check_results(target: &str) -> Result<()> {
    let file = std::path::Path::new(target).join("r4c-bench/results.json");
    let results = report::read(&file)?;
    ensure!(!results.rows.is_empty(), "{} has no rows", file.display());
    std::fs::remove_file(file).context("it was not the only one that used it")
}

/// Does what the run says a person should do.
fn follow(stage: &Stage, complaint: &str) -> Result<()> {
    let left = stage.moto.has()?;
    ensure!(!left.is_empty(), "it says that something is left, but nothing is");
    let said =
        |thing: &Thing| complaint.contains(&thing.id) || complaint.contains(&format!("a {}, perhaps", thing.kind));
    ensure!(left.iter().all(said), "it does not say all of what is left: {left:?}");
    stage.prepare(&stage.scene(""))?;
    for command in complaint.split('`').filter(|text| text.starts_with("aws ") && text.contains("--region")) {
        stage.shell(command)?;
    }
    let named = |thing: &Thing| complaint.contains(&thing.id);
    let left = stage.moto.has()?;
    ensure!(!left.iter().any(named), "its commands do not remove all that it names: {left:?}");
    if left.is_empty() { Ok(()) } else { clean_up(stage) }
}

/// `--cleanup`: asks first, removes what there is, and says that there is nothing when there is nothing.
fn clean_up(stage: &Stage) -> Result<()> {
    ensure!(!stage.moto.has()?.is_empty(), "nothing is left that could be removed");
    let run = |arguments: &[&str]| -> Result<Ended> {
        stage.end(stage.begin(
            &stage.scene(""),
            &[&["--cleanup", "--poll", "100"], arguments].concat(),
            &[],
            Terminal::Stays,
        )?)
    };
    let asked = run(&[])?;
    ensure!(!asked.status.success() && asked.complaint.contains("say `--yes`"), "--cleanup must ask first");
    let left = stage.moto.has()?;
    let listed = |thing: &Thing| asked.said.contains(&thing.id);
    ensure!(!left.is_empty() && left.iter().all(listed), "--cleanup must list {left:?}, and says {}", asked.said);
    let removed = run(&["--yes"])?;
    ensure!(removed.status.success(), "--cleanup --yes must end well: {}", removed.complaint);
    check_nothing_is_left(stage)?;
    let again = run(&[])?;
    if !again.status.success() || !again.said.contains("nothing is left of any run") {
        bail!("--cleanup must say that nothing is left: {}{}", again.said, again.complaint);
    }
    Ok(())
}
