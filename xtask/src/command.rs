//! Other programs, run in the workspace.
use anyhow::{Context, Result, bail};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::interrupt;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}

/// Where Cargo builds, unless its configuration names another folder: for what is written there, not for what Cargo has built.
pub(crate) fn target() -> PathBuf {
    named_target().unwrap_or_else(|| root().join("target"))
}

/// By the environment. A relative one is meant from where we were called, which need not be the root.
fn named_target() -> Option<PathBuf> {
    let variables = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"];
    let named = variables.into_iter().filter_map(std::env::var_os).find(|named| !named.is_empty())?;
    std::path::absolute(named).ok()
}

/// A program with its arguments, which are separated by spaces.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(root());
    if let Some(target) = named_target() {
        command.env("CARGO_TARGET_DIR", target);
    }
    command
}

/// Runs a command and shows what it prints.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("cannot run `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Has Cargo build a program, and gives where it is: a configuration or the environment may name another folder or a target, and
/// what lies in the usual place is then an older one. An interruption ends the building.
pub(crate) fn build(cargo: &mut Command) -> Result<PathBuf> {
    let shown = shown(cargo);
    let mut child = cargo
        .arg("--message-format=json-render-diagnostics")
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run `{shown}`"))?;
    let mut messages = child.stdout.take().context("its output is a pipe")?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        messages.read_to_string(&mut text).map(|_| text)
    });
    let status = interrupt::wait(&mut child)?;
    interrupt::check()?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    let messages =
        reader.join().ok().context("a thread that does not panic")?.context("cannot read what Cargo says")?;
    program(&messages).with_context(|| format!("`{shown}` did not say where the program is"))
}

/// The last program that Cargo's messages name.
fn program(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}

/// Runs a command and gives what it prints.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("cannot run `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

pub(crate) fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Prints a text. Whoever reads may have read enough.
pub(crate) fn show(text: &str) -> Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("cannot print"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::program;
    use std::path::Path;

    #[test]
    fn a_built_program_is_where_cargo_says() {
        let messages = r#"{"reason":"build-script-executed","package_id":"a"}
{"reason":"compiler-artifact","target":{"name":"a"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"measure"},"executable":"/other/x86_64-unknown-linux-gnu/measured/measure"}
{"reason":"build-finished","success":true}
"#;
        assert_eq!(program(messages).as_deref(), Some(Path::new("/other/x86_64-unknown-linux-gnu/measured/measure")));
        assert_eq!(program(""), None);
    }
}
