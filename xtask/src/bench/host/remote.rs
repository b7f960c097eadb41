//! The script that the other machine runs, `remote.sh`, as ssh hands it over.
use std::time::Duration;

use super::Files;

/// How often it wants a sign of life at the latest, or it takes the connection for lost; it is given more often.
const PATIENCE: Duration = Duration::from_secs(60);
pub(super) const HEARTBEAT: Duration = Duration::from_secs(10);

/// What its own lines begin with.
pub(super) const OURS: &str = "r4c-host ";
pub(super) const FAILED: &str = "r4c-host failed ";

/// For the login shell over there, whichever it is.
pub(super) fn command_line(files: Files) -> String {
    let files = match files {
        Files::Keep => "keep",
        Files::Remove => "remove",
    };
    format!("exec sh -c {} r4c-bench {files} {}", quoted(&script()), PATIENCE.as_secs())
}

/// Without comments: they are for who reads them here.
fn script() -> String {
    let lines = include_str!("remote.sh").lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// As one word of a shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The script itself, in this machine's sh, without ssh; the rest is rehearsed. On Linux alone: where there is no setsid, ending
/// everything ends the group that it is in, which is that of the tests.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{command_line, quoted, script};
    use crate::bench::host::Files;
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Child, Command, Stdio};
    use tempfile::TempDir;

    #[test]
    fn the_script_means_the_same_to_every_login_shell() {
        let text = script();
        assert!(!text.contains(r"\\") && !text.contains(r"\'"), "shells do not agree on these in apostrophes");
        let said =
            Command::new("sh").args(["-c", &command_line(Files::Keep).replace("exec sh -c", "printf %s")]).output();
        assert_eq!(String::from_utf8(said.unwrap().stdout).unwrap(), text + "r4c-benchkeep60");
    }

    #[test]
    fn a_quoted_text_is_one_word() {
        let text = "it's $HOME; `x` \"y\"\n*";
        let echoed = Command::new("sh").args(["-c", &format!("printf %s {}", quoted(text))]).output().unwrap();
        assert_eq!(String::from_utf8(echoed.stdout).unwrap(), text);
    }

    struct Run {
        tmp: TempDir,
        sh: Child,
        lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    }

    /// Starts the script and tells it what to do; the archive holds a file `x`.
    fn told(files: &str, build: &str, measure: &str) -> Run {
        let tmp = tempfile::tempdir().unwrap();
        std::fs::write(tmp.path().join("x"), "archived\n").unwrap();
        let archive =
            Command::new("tar").arg("-czf").arg("-").arg("-C").arg(tmp.path()).arg("x").output().unwrap().stdout;
        std::fs::remove_file(tmp.path().join("x")).unwrap();
        let mut sh = Command::new("sh");
        sh.args(["-c", &script(), "r4c-bench", files, "60"])
            .env("TMPDIR", tmp.path())
            .env("HOME", tmp.path())
            .env("SHELL", "/bin/sh");
        let mut sh = sh.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(sh.stdout.take().unwrap()).lines();
        let input = sh.stdin.as_mut().unwrap();
        write!(input, "\n{build}\n\n{measure}\n{}\n", archive.len()).unwrap();
        input.write_all(&archive).unwrap();
        Run { tmp, sh, lines }
    }

    /// What it says after its introduction, and what is left.
    fn check(files: &str, build: &str, measure: &str, expected: &[&str], left: usize) {
        let run = told(files, build, measure);
        let tmp = run.tmp.path().display().to_string();
        let said: Vec<String> = run.lines.map(|line| line.unwrap().replace(&tmp, "TMP")).collect();
        let after = said.iter().skip_while(|line| *line != "r4c-host ready").skip(1);
        let without_name = after.map(|line| line.split_once("/r4c-bench.").map_or(line.as_str(), |(line, _)| line));
        assert_eq!(without_name.collect::<Vec<_>>(), expected, "{said:?}");
        assert_eq!(std::fs::read_dir(run.tmp.path()).unwrap().count(), left, "{said:?}");
    }

    #[test]
    fn it_unpacks_builds_measures_and_removes_everything() {
        let done = ["r4c-host built", "archived", "r4c-host done"];
        check("remove", "echo to the standard error", "cat x", &done, 0);
        check("keep", "true", "cat x", &[&done[..], &["r4c-host kept TMP"]].concat(), 1);
        check("remove", "exit 3", "cat x", &["r4c-host failed build 3"], 0);
        check("keep", "exit 3", "cat x", &["r4c-host failed build 3", "r4c-host kept TMP"], 1);
        check("remove", "true", "cat x; exit 4", &["r4c-host built", "archived", "r4c-host failed measure 4"], 0);
        check("remove", "true", "kill -s KILL $$", &["r4c-host built", "r4c-host failed measure 137"], 0);
    }

    #[test]
    fn when_its_input_ends_it_ends_everything() {
        // Were they not killed they would hold the output open, and this would wait for an hour.
        let mut run = told("remove", "true", "(sleep 3600; true) & echo measuring; sleep 3600; true");
        assert!(run.lines.any(|line| line.unwrap() == "measuring"));
        drop(run.sh.stdin.take());
        assert_eq!(run.lines.map(Result::unwrap).collect::<Vec<_>>(), [""; 0]);
        assert!(!run.sh.wait().unwrap().success());
        assert_eq!(std::fs::read_dir(run.tmp.path()).unwrap().count(), 0);
    }
}
