//! `bench --host`, rehearsed with a throw-away ssh server: each scenario is a run of the real command, and after each nothing may
//! be left, here or there.
use std::time::Instant;

use anyhow::{Result, ensure};

use self::Length::{Minutes, Seconds};
use self::stage::Stage;
use crate::interrupt;

mod stage;

/// The machine that is connected to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum There {
    /// A Rust toolchain, on the path of a login shell alone.
    Toolchain,
    /// A Rust toolchain whose linker is missing.
    BrokenToolchain,
    /// Nothing but what is needed.
    Bare,
    /// Not even tar.
    NoTar,
    /// A processor that nothing can be built for.
    UnknownProcessor,
    /// Its login shell does something else.
    OtherShell,
    /// Something else prints to the same place all the time.
    Noise,
}

/// How it is connected to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Login {
    Right,
    WrongKey,
    UnknownHostKey,
    /// By default ssh asks, and nobody is there.
    UnknownHostKeyNobodyToAsk,
    /// With `--host-key accept-new`.
    UnknownHostKeyAccepted,
    ChangedHostKey,
    ClosedPort,
    NoSsh,
}

/// What comes in between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disturbance {
    None,
    /// A signal to our process.
    Signal(&'static str),
    /// What a terminal does: the signal goes to ssh, too.
    CtrlC,
    /// The server's end of the connection is killed.
    ConnectionKilled,
    /// Our end says nothing any more, and does not end.
    ConnectionFrozen,
    /// The measuring program is killed there.
    MeasureKilled,
}

/// How it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Results,
    /// Results, and the files stay there.
    Kept,
    /// An error that says this.
    Error(&'static str),
    /// An error, and the files stay there.
    KeptError(&'static str),
    /// No exit code, because it was killed.
    Death,
}

/// How long it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Length {
    Seconds,
    Minutes,
}

struct Scenario {
    name: &'static str,
    there: There,
    login: Login,
    /// How much is measured, and further arguments. A tiny run is over before anything could come in between.
    arguments: &'static [&'static str],
    disturbance: Disturbance,
    /// It comes when a program of this name runs there.
    moment: &'static str,
    length: Length,
    expected: Expected,
    /// What is printed, too.
    said: &'static str,
}

const USUAL: Scenario = Scenario {
    name: "",
    there: There::Bare,
    login: Login::Right,
    arguments: &["--tiny"],
    disturbance: Disturbance::None,
    moment: "rustc",
    length: Seconds,
    expected: Expected::Results,
    said: "",
};

/// The program that was sent.
const MEASURE: &str = "./measure";

#[rustfmt::skip]
const SCENARIOS: [Scenario; 25] = {
    use Disturbance as D;
    use Expected::{Death, Error, Kept, KeptError, Results};
    use There::Toolchain;
    [
        Scenario { name: "no ssh here", login: Login::NoSsh, expected: Error("there is no `ssh` here"), ..USUAL },
        Scenario { name: "closed port", login: Login::ClosedPort, expected: Error("no ssh server listens there"), ..USUAL },
        Scenario { name: "wrong key", login: Login::WrongKey, expected: Error("lets nobody in with this key"), ..USUAL },
        Scenario { name: "unknown host key, refused", login: Login::UnknownHostKey, expected: Error("its host key is not known"), ..USUAL },
        Scenario { name: "unknown host key, nobody to ask", login: Login::UnknownHostKeyNobodyToAsk, expected: Error("its host key is not known"), ..USUAL },
        Scenario { name: "unknown host key, accepted as was asked for", login: Login::UnknownHostKeyAccepted, there: There::NoTar, expected: Error("there is no `tar` on"), ..USUAL },
        Scenario { name: "changed host key", login: Login::ChangedHostKey, expected: Error("another host key than the known one"), ..USUAL },
        Scenario { name: "no tar there", there: There::NoTar, expected: Error("there is no `tar` on"), ..USUAL },
        Scenario { name: "no toolchain there, unknown processor", there: There::UnknownProcessor, expected: Error("no program for Linux on riscv64 can be built"), ..USUAL },
        Scenario { name: "a login shell that does something else", there: There::OtherShell, expected: Error("did not run the script"), said: "it said: `This account is closed.`", ..USUAL },
        Scenario { name: "garbage among the records", there: There::Noise, expected: Error("something else than a record: noise"), ..USUAL },
        Scenario { name: "the build fails there", there: There::BrokenToolchain, expected: Error("the build failed on"), said: "no-such-linker", ..USUAL },
        Scenario { name: "terminated during the build", there: Toolchain, disturbance: D::Signal("TERM"), expected: Error("interrupted"), ..USUAL },
        Scenario { name: "Ctrl-C during the build", there: Toolchain, disturbance: D::CtrlC, expected: Error("interrupted"), ..USUAL },
        Scenario { name: "killed during the build", there: Toolchain, disturbance: D::Signal("KILL"), expected: Death, ..USUAL },
        Scenario { name: "connection lost during the build", there: Toolchain, disturbance: D::ConnectionKilled, expected: Error("was lost before the measuring was done"), ..USUAL },
        Scenario { name: "connection silent during the build", there: Toolchain, disturbance: D::ConnectionFrozen, length: Minutes, expected: Death, ..USUAL },
        Scenario { name: "no toolchain there: a static program is sent", length: Minutes, said: "it has no Rust toolchain; building a static program", ..USUAL },
        Scenario { name: "a static program is asked for, and kept", there: Toolchain, arguments: &["--tiny", "--ship", "--keep"], length: Minutes, expected: Kept, said: "a program is sent, as was asked for", ..USUAL },
        Scenario { name: "the program is killed there", disturbance: D::MeasureKilled, moment: MEASURE, arguments: &["--quick"], length: Minutes, expected: Error("measuring failed on"), said: "SIGKILL", ..USUAL },
        Scenario { name: "interrupted while it measures", disturbance: D::Signal("INT"), moment: MEASURE, arguments: &["--quick"], length: Minutes, expected: Error("interrupted"), ..USUAL },
        Scenario { name: "killed while it measures", disturbance: D::Signal("KILL"), moment: MEASURE, arguments: &["--quick"], length: Minutes, expected: Death, ..USUAL },
        Scenario { name: "connection lost while it measures", disturbance: D::ConnectionKilled, moment: MEASURE, arguments: &["--quick"], length: Minutes, expected: Error("was lost before the measuring was done"), ..USUAL },
        Scenario { name: "built there", there: Toolchain, expected: Results, ..USUAL },
        Scenario { name: "the build fails there, and is kept", there: There::BrokenToolchain, arguments: &["--tiny", "--keep"], expected: KeptError("the build failed on"), ..USUAL },
    ]
};

/// Those whose names contain the text, and that take no longer.
pub(super) fn run(only: &str, length: Length) -> Result<()> {
    interrupt::catch();
    let asked: Vec<_> = SCENARIOS.iter().filter(|scenario| scenario.name.contains(only)).collect();
    ensure!(!asked.is_empty(), "no scenario is called `{only}`");
    let (mut failed, mut left_out) = (0, 0);
    for scenario in &asked {
        if scenario.length > length {
            left_out += 1;
            continue;
        }
        let begun = Instant::now();
        let played = Stage::set(scenario).and_then(|mut stage| stage.play(scenario));
        interrupt::check()?;
        let seconds = begun.elapsed().as_secs();
        match played {
            Ok(said) => println!("ok      {} ({seconds} s){said}", scenario.name),
            Err(error) => {
                failed += 1;
                println!("FAILED  {} ({seconds} s): {error:#}", scenario.name);
            }
        }
    }
    ensure!(failed == 0, "{failed} of {} scenarios of `bench --host` failed", asked.len());
    if left_out > 0 {
        println!("left out: {left_out} scenarios that take minutes");
    }
    Ok(())
}
