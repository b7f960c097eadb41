//! What can go wrong on the way to another machine and there, and what a person can do about it.
use std::fmt::Write as _;
use std::io;
use std::process::ExitStatus;

/// What was seen.
#[derive(Debug)]
pub(super) enum Failure {
    /// The connection ended before `remote.sh` said that it is there.
    NoScript {
        status: ExitStatus,
        /// The first line that something else said.
        noise: Option<String>,
    },
    /// It ended later, and nobody said why.
    Ended(ExitStatus),
    /// `remote.sh` needs a program that is not there.
    Tool(String),
    /// It could not make its folder.
    Folder(String),
    /// It could not write, or unpack, what it was sent.
    Write,
    Unpack,
    /// A command of ours ended with this code.
    Build(i32),
    Measure(i32),
    /// It said that it failed, in words that are not known here.
    Unknown(String),
}

impl Failure {
    /// From what `remote.sh` says after `failed`.
    pub(super) fn read(words: &str) -> Self {
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        match (word, rest.parse()) {
            ("tool", _) => Self::Tool(rest.to_owned()),
            ("folder", _) => Self::Folder(rest.to_owned()),
            ("write", _) => Self::Write,
            ("unpack", _) => Self::Unpack,
            ("build", Ok(code)) => Self::Build(code),
            ("measure", Ok(code)) => Self::Measure(code),
            _ => Self::Unknown(words.to_owned()),
        }
    }
}

/// ssh could not be started.
pub(super) fn no_ssh(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("there is no `ssh` here: install an OpenSSH client"),
        _ => anyhow::Error::new(error).context("cannot run `ssh`"),
    }
}

/// In words. `said` is the end of what ssh and the other machine said.
pub(super) fn explain(failure: &Failure, host: &str, said: &str) -> String {
    let full = said.contains("No space left on device") || said.contains("os error 28");
    match failure {
        Failure::NoScript { status, noise } => no_script(*status, noise.as_deref(), host, said),
        Failure::Ended(_) if full => disk_full(host),
        // A signal has no code.
        Failure::Ended(status) if status.code().is_none() => {
            format!("ssh to {host} was ended ({status}): nothing was measured")
        }
        Failure::Ended(_) => {
            format!(
                "the connection to {host} was lost before the measuring was done; what was begun there ends by itself"
            )
        }
        Failure::Tool(tool) => {
            format!("there is no `{tool}` on {host}: measuring needs sh, tar, gzip, head and mktemp there")
        }
        Failure::Folder(folder) if !full => {
            format!(
                "no folder could be made in {folder} on {host}: it must exist and be writable (TMPDIR names another)"
            )
        }
        Failure::Folder(_) => disk_full(host),
        Failure::Write | Failure::Unpack | Failure::Build(_) | Failure::Measure(_) if full => disk_full(host),
        Failure::Write => format!("{host} could not store what it was sent: see above"),
        Failure::Unpack => format!("tar could not unpack on {host} what it was sent: see above"),
        Failure::Build(code) => {
            format!("the build failed on {host} ({}): see above. With --ship it is built here", code_name(*code))
        }
        Failure::Measure(code) => {
            let mut text = format!("measuring failed on {host} ({})", code_name(*code));
            let hint = match code {
                126 if said.contains("Exec format error") => ": its processor is of another kind than it says",
                126 => ": programs cannot be run in its temporary folder; TMPDIR names another",
                132 => ": its processor does not know an instruction of the program",
                137 => ": did it run out of memory?",
                _ => "",
            };
            text.push_str(hint);
            text
        }
        Failure::Unknown(words) => format!("it failed on {host}: {words}"),
    }
}

fn disk_full(host: &str) -> String {
    format!(
        "the disk of {host} is full: a build takes half a gigabyte in TMPDIR, else in /tmp; with --ship a few megabytes are enough"
    )
}

/// ssh's own failures have the code 255, and only its messages tell them apart.
fn no_script(status: ExitStatus, noise: Option<&str>, host: &str, said: &str) -> String {
    const KNOWN: [(&str, &str); 11] = [
        (
            "REMOTE HOST IDENTIFICATION HAS CHANGED",
            "it has another host key than the known one: see above, and ask whoever runs it",
        ),
        (
            "Host key verification failed",
            "its host key is not known: log in once by `ssh` and compare the key, name a file with --known-hosts, or accept it with \
             --host-key accept-new",
        ),
        ("Permission denied", "it lets nobody in with this key or as this user: check USER@ and --identity"),
        ("Too many authentication failures", "it was offered too many keys: name the right one with --identity"),
        ("Connection refused", "no ssh server listens there: check the address and the port"),
        ("timed out", "nothing answers there: check the address, the port and the firewalls in between"),
        ("Could not resolve hostname", "the name is not known"),
        ("No route to host", "there is no way to it: check the address and the network"),
        ("Network is unreachable", "there is no way to it: check the address and the network"),
        ("Bad owner or permissions", "ssh does not like its configuration file: see above"),
        ("Connection closed by", "it closed the connection before anybody logged in"),
    ];
    if status.code() == Some(255) {
        let known = KNOWN.iter().find(|(message, _)| said.contains(message)).map(|(_, hint)| *hint);
        return format!("cannot connect to {host}: {}", known.unwrap_or("see above for what ssh said"));
    }
    let Some(code) = status.code() else { return format!("ssh to {host} was ended ({status})") };
    let mut text = format!("{host} let us in, and did not run the script that it was given ({})", code_name(code));
    if let Some(noise) = noise {
        let _ = write!(text, "; it said: `{}`", noise.chars().take(200).collect::<String>().escape_debug());
    }
    text + ". It needs a login shell that runs `sh`"
}

/// The code of a program, or the signal that ended it, as shells say it.
fn code_name(code: i32) -> String {
    match code {
        129..=192 => signal_name(code - 128),
        _ => format!("exit code {code}"),
    }
}

fn signal_name(signal: i32) -> String {
    match signal {
        2 => "SIGINT".to_owned(),
        4 => "SIGILL".to_owned(),
        6 => "SIGABRT".to_owned(),
        9 => "SIGKILL".to_owned(),
        11 => "SIGSEGV".to_owned(),
        15 => "SIGTERM".to_owned(),
        _ => format!("signal {signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, explain};
    use std::process::{Command, ExitStatus};

    fn check(failure: &Failure, said: &str, expected: &str) {
        let text = explain(failure, "ada@build", said);
        assert!(text.contains("ada@build") && text.contains(expected), "{failure:?}: {text}");
    }

    fn ended(script: &str) -> ExitStatus {
        Command::new("sh").args(["-c", script]).status().unwrap()
    }

    #[test]
    fn what_ssh_says_becomes_what_to_do() {
        let failed = Failure::NoScript { status: ended("exit 255"), noise: None };
        check(&failed, "ssh: connect to host build port 22: Connection refused", "no ssh server listens");
        check(&failed, "ssh: connect to host build port 22: Connection timed out", "nothing answers");
        check(&failed, "ada@build: Permission denied (publickey).", "--identity");
        check(&failed, "Host key verification failed.", "--known-hosts");
        check(
            &failed,
            "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.",
            "another host key than the known one",
        );
        check(&failed, "ssh: Could not resolve hostname build: Name or service not known", "the name is not known");
        check(&failed, "something new", "see above");
    }

    #[test]
    fn a_code_of_the_other_machine_is_not_one_of_ssh() {
        let noise = Some("This account\u{7} is not available.".to_owned());
        check(
            &Failure::NoScript { status: ended("exit 1"), noise },
            "",
            r"it said: `This account\u{7} is not available.`",
        );
        check(&Failure::NoScript { status: ended("exit 127"), noise: None }, "exec: sh: not found", "exit code 127");
        check(&Failure::Ended(ended("exit 255")), "", "the connection to ada@build was lost");
        check(&Failure::Ended(ended("kill -s KILL $$")), "", "was ended (signal: 9");
    }

    #[test]
    fn what_the_script_says_becomes_what_to_do() {
        check(&Failure::read("tool tar"), "", "no `tar` on");
        check(&Failure::read("folder /tmp"), "mktemp: Permission denied", "writable");
        check(&Failure::read("write"), "head: write error: No space left on device", "is full");
        check(&Failure::read("unpack"), "gzip: stdin: not in gzip format", "could not unpack");
        check(&Failure::read("build 101"), "error: linking with `cc` failed", "exit code 101");
        check(&Failure::read("build 101"), "error: No space left on device (os error 28)", "is full");
        check(&Failure::read("measure 137"), "", "SIGKILL): did it run out of memory");
        check(&Failure::read("measure 132"), "", "does not know an instruction");
        check(&Failure::read("measure 126"), "sh: 1: exec: ./measure: Permission denied", "TMPDIR");
        check(&Failure::read("measure 126"), "sh: 1: exec: ./measure: Exec format error", "another kind");
        check(&Failure::read("measure 101"), "thread 'main' panicked", "exit code 101");
        check(&Failure::read("dinner burnt"), "", "dinner burnt");
    }
}
