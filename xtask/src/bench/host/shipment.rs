//! What is sent to the other machine: an archive, and two command lines for it.
//!
//! The sources are those that git knows: tracked files as they are now, and new ones that are not ignored.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::remote::quoted;
use super::session::Machine;
use super::{Host, Program};
use crate::aarch64::{self, Link};
use crate::bench::{Options, local};
use crate::command::{command, output, root, shown, target};
use crate::interrupt;

/// What its toolchain builds for.
const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// What goes over.
pub(super) struct Shipment {
    archive: Vec<u8>,
    build: String,
    measure: String,
}

impl Shipment {
    /// The sources where they can be built, else a program that needs nothing over there.
    pub(super) fn of(host: &Host, machine: &Machine, options: &Options) -> Result<Self> {
        let reason = match (host.program, unusable(&machine.cargo, local::oldest_rustc(options.effort()))) {
            (Program::BuildThereIfPossible, None) => {
                let sources = Self::sources(host, options)?;
                eprintln!(
                    "{}: sending the sources ({} kB), building there by {}",
                    host.address,
                    sources.size(),
                    machine.cargo
                );
                return Ok(sources);
            }
            (Program::Ship, _) => "a program is sent, as was asked for".to_owned(),
            (_, Some(reason)) => reason,
        };
        eprintln!("{}: {reason}; building a static program for {} here", host.address, machine.architecture);
        let program = Self::program(host, machine, options).with_context(|| format!("{}: {reason}", host.address))?;
        eprintln!("{}: sending the program ({} kB)", host.address, program.size());
        Ok(program)
    }

    /// In kilobytes.
    fn size(&self) -> usize {
        self.archive.len().div_ceil(1000)
    }

    /// As `remote.sh` reads it.
    pub(super) fn bytes(self) -> Vec<u8> {
        let mut bytes = format!("{}\n{}\n{}\n", self.build, self.measure, self.archive.len()).into_bytes();
        bytes.extend(self.archive);
        bytes
    }

    fn sources(host: &Host, options: &Options) -> Result<Self> {
        let what = local::selection(options.effort());
        let flags =
            host.target_cpu.iter().map(|cpu| format!("RUSTFLAGS={} ", quoted(&cpu_flag(cpu)))).collect::<String>();
        // A configuration over there may name a folder that would stay.
        let cargo = |command: &str| {
            let commit = quoted(&local::commit());
            format!("{flags}R4C_COMMIT={commit} cargo {command} --locked {what} --target-dir target")
        };
        let measure = format!("{} -- {}", cargo("run --quiet"), arguments(options));
        Ok(Self { archive: archive_of_sources()?, build: cargo("build"), measure })
    }

    fn program(host: &Host, machine: &Machine, options: &Options) -> Result<Self> {
        let program = build(host, machine, options)?;
        let folder = program.parent().unwrap_or(Path::new("."));
        let mut tar = Command::new("tar");
        tar.arg("-czf").arg("-").arg("-C").arg(folder).arg(program.file_name().unwrap_or_default());
        Ok(Self {
            archive: archive(tar, &[])?,
            build: ":".to_owned(),
            measure: format!("exec ./measure {}", arguments(options)),
        })
    }
}

fn arguments(options: &Options) -> String {
    options.arguments().iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ")
}

fn cpu_flag(cpu: &str) -> String {
    format!("-C target-cpu={cpu}")
}

/// Why a toolchain cannot build what is measured, if so. `version` is what `cargo --version` prints.
fn unusable(version: &str, needed: &str) -> Option<String> {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        Some((numbers.next()??, numbers.next()??))
    };
    let Some(found) = version.split(' ').nth(1) else { return Some("it has no Rust toolchain".to_owned()) };
    let is_enough = numbers(found) >= numbers(needed);
    (!is_enough).then(|| format!("its Rust toolchain is too old ({found}, and {needed} is needed)"))
}

/// Who can build for another machine.
#[derive(Debug, PartialEq, Eq)]
enum Builder {
    Native,
    Aarch64,
}

/// `here` and `there` are an operating system and an architecture each, as Rust and `uname` name them.
fn builder(here: (&str, &str), there: (&str, &str)) -> Option<Builder> {
    match (here, there) {
        (("linux", here), ("Linux", there)) if here == there => Some(Builder::Native),
        (("linux", "x86_64"), ("Linux", "aarch64")) => Some(Builder::Aarch64),
        _ => None,
    }
}

/// Makes sure that a program for an AArch64 Linux can be built here, before there is such a machine that costs.
pub(crate) fn prepare_for_aarch64() -> Result<()> {
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    match builder((system, architecture), ("Linux", "aarch64")) {
        Some(Builder::Native) => Ok(()),
        Some(Builder::Aarch64) => aarch64::toolchain().map(drop),
        None => bail!("no program for aarch64 on Linux can be built on {architecture} on {system}"),
    }
}

/// Builds the program for the other machine, apart from the usual builds.
fn build(host: &Host, machine: &Machine, options: &Options) -> Result<PathBuf> {
    let here = (std::env::consts::OS, std::env::consts::ARCH);
    let there = (machine.system.as_str(), machine.architecture.as_str());
    let folder = target().join("static");
    let line = format!("build --locked {}", local::selection(options.effort()));
    let (mut cargo, triple) = match builder(here, there) {
        Some(Builder::Native) => (command(&format!("cargo {line}")), native()?),
        Some(Builder::Aarch64) => (aarch64::toolchain()?.cargo(&line, Link::Static), AARCH64.to_owned()),
        None => bail!(
            "no program for {} on {} can be built on {} on {}: install a Rust toolchain there (https://rustup.rs)",
            there.0,
            there.1,
            here.0,
            here.1
        ),
    };
    let cpu = host.target_cpu.iter().map(|cpu| cpu_flag(cpu) + " ").collect::<String>();
    // With a target that is named, Cargo does not use the flags for build scripts and macros.
    cargo.env("CARGO_BUILD_TARGET", &triple).env("CARGO_TARGET_DIR", &folder).env("R4C_COMMIT", local::commit());
    cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", format!("{cpu}-C target-feature=+crt-static"));
    // Our standard output is for results.
    let mut child = cargo.stdout(std::io::stderr()).spawn().context("cannot run cargo")?;
    let status = interrupt::wait(&mut child)?;
    interrupt::check()?;
    ensure!(
        status.success(),
        "`{}` failed: {status}. A static program needs the static C library (Debian: libc6-dev, Fedora: glibc-static)",
        shown(&cargo)
    );
    Ok(std::path::absolute(folder)?.join(triple).join("measured/measure"))
}

fn native() -> Result<String> {
    let version = output(&mut command("rustc -vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

fn archive_of_sources() -> Result<Vec<u8>> {
    let mut git = command("git ls-files -z --cached --others --exclude-standard");
    let listed = git.output().context("cannot run `git`, which knows the sources")?;
    ensure!(
        listed.status.success(),
        "the sources are sent as git knows them, and it does not: {}(--ship needs no git)",
        String::from_utf8_lossy(&listed.stderr)
    );
    let names = String::from_utf8(listed.stdout).context("a file's name is not UTF-8")?;
    // What was removed and is still tracked is not there to be sent.
    let there = names.split_terminator('\0').filter(|name| root().join(name).symlink_metadata().is_ok());
    let names = there.map(|name| format!("{name}\0")).collect::<String>();
    let mut tar = command("tar --null -T - -czf -");
    tar.env("COPYFILE_DISABLE", "1");
    archive(tar, names.as_bytes())
}

/// In memory, so that no temporary file can stay.
fn archive(mut tar: Command, names: &[u8]) -> Result<Vec<u8>> {
    let shown = shown(&tar);
    let mut child =
        tar.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().with_context(|| format!("cannot run `{shown}`"))?;
    let mut input = child.stdin.take().context("its input is a pipe")?;
    let names = names.to_vec();
    // Beside the reading: both pipes are small.
    let writer = std::thread::spawn(move || input.write_all(&names));
    let output = child.wait_with_output().context("cannot wait for tar")?;
    let written = writer.join();
    interrupt::check()?;
    ensure!(output.status.success(), "`{shown}` failed: {}", output.status);
    written.ok().context("a thread that does not panic")?.context("cannot tell tar the files")?;
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::{Builder, builder, unusable};

    #[test]
    fn a_toolchain_is_used_if_it_is_new_enough() {
        let cases = [
            ("", Some("no Rust toolchain")),
            ("cargo 1.85.1 (d73d2caf9 2024-12-31)", Some("too old (1.85.1")),
            ("cargo 1.86.0 (adf9b6ad1 2025-02-28)", None),
            ("cargo 1.100.0-nightly (adf9b6ad1 2027-02-28)", None),
            ("cargo 2.0.0", None),
            ("cargo of somebody", Some("too old (of")),
        ];
        for (version, expected) in cases {
            let reason = unusable(version, "1.86");
            assert_eq!(reason.is_some(), expected.is_some(), "{version}: {reason:?}");
            assert!(reason.unwrap_or_default().contains(expected.unwrap_or_default()), "{version}");
        }
    }

    #[test]
    fn a_program_is_built_for_the_same_kind_of_machine_and_for_aarch64() {
        let pc = ("linux", "x86_64");
        assert_eq!(builder(pc, ("Linux", "x86_64")), Some(Builder::Native));
        assert_eq!(builder(pc, ("Linux", "aarch64")), Some(Builder::Aarch64));
        assert_eq!(builder(("linux", "aarch64"), ("Linux", "aarch64")), Some(Builder::Native));
        assert_eq!(builder(("linux", "aarch64"), ("Linux", "x86_64")), None);
        assert_eq!(builder(pc, ("Linux", "riscv64")), None);
        assert_eq!(builder(("macos", "aarch64"), ("Darwin", "arm64")), None);
        assert_eq!(builder(("macos", "aarch64"), ("Linux", "aarch64")), None);
    }
}
