//! The AArch64 toolchain: a compiler, a linker, an emulator, fetched once from Debian's packages.
//!
//! It lies in a folder of its own (`target/aarch64-toolchain`, or where `R4C_AARCH64_TOOLCHAIN` says); nothing is installed.
//! The folder is whole if its stamp says so, which is written last: after an interruption, or a change of the script, the
//! fetching begins anew. A folder that holds anything else is never touched.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, target};
use crate::interrupt;

const TARGET: &str = "aarch64-unknown-linux-gnu";
const FOLDER: &str = "R4C_AARCH64_TOOLCHAIN";
const SCRIPT: &str = include_str!("../../aarch64/fetch.sh");
const STAMP: &str = "r4c-aarch64-toolchain";

/// The core of AWS Graviton3.
const CPU: &str = "-C target-cpu=neoverse-v1";

/// A fetched toolchain.
pub(crate) struct Toolchain {
    folder: PathBuf,
}

/// How a program is linked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// With the target's shared C library, as usual.
    Dynamic,
    /// With everything in it: it runs on any Linux, however old its C library.
    Static,
}

/// The toolchain; fetches it (1 GB) if it is not there.
pub(crate) fn toolchain() -> Result<Toolchain> {
    let folder = std::env::var_os(FOLDER).map_or_else(|| target().join("aarch64-toolchain"), PathBuf::from);
    let folder = std::path::absolute(&folder).with_context(|| format!("{FOLDER} is not a path"))?;
    if state(&folder)? == State::Missing {
        possible(std::env::consts::ARCH, &fs::read_to_string("/etc/os-release").unwrap_or_default(), &folder)?;
        fetch(&folder)?;
    }
    Ok(Toolchain { folder })
}

impl Toolchain {
    /// `cargo` for AArch64: what it builds is in [`built`], what it runs is emulated.
    pub(crate) fn cargo(&self, line: &str, link: Link) -> Command {
        let flags = match link {
            Link::Dynamic => CPU.to_owned(),
            Link::Static => format!("{CPU} -C target-feature=+crt-static"),
        };
        let mut cargo = command(&format!("cargo {line}"));
        // What the caller has set for its own compiler.
        for other in
            ["CARGO_ENCODED_RUSTFLAGS", "CARGO_ENCODED_RUSTDOCFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"]
        {
            cargo.env_remove(other);
        }
        cargo
            .env("CARGO_BUILD_TARGET", TARGET)
            .env("CARGO_TARGET_DIR", folder_of_builds())
            .env("RUSTC", self.program("rustc"))
            .env("RUSTDOC", self.program("rustdoc"))
            .env("RUSTFLAGS", &flags)
            .env("RUSTDOCFLAGS", &flags)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", self.program("gcc"))
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", self.program("qemu"))
            .env("CC_aarch64_unknown_linux_gnu", self.program("gcc"));
        cargo
    }

    /// One of its programs: `rustc`, `qemu`, `objdump`, `llvm-mca`.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }
}

/// A program that [`Toolchain::cargo`] has built, such as `measured/counts`.
pub(crate) fn built(program: &str) -> PathBuf {
    folder_of_builds().join(TARGET).join(program)
}

fn folder_of_builds() -> PathBuf {
    target().join("aarch64")
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    Whole,
    Missing,
}

/// The programs know where they lie: a folder that was moved is not whole.
fn stamp(folder: &Path) -> String {
    format!("{}\n{SCRIPT}", folder.display())
}

fn state(folder: &Path) -> Result<State> {
    if let Ok(found) = fs::read_to_string(folder.join(STAMP)) {
        return Ok(if found == stamp(folder) { State::Whole } else { State::Missing });
    }
    let occupied = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    ensure!(
        !occupied && !folder.is_file(),
        "{} is no toolchain that was fetched here: remove it, or name another folder in {FOLDER}",
        folder.display()
    );
    Ok(State::Missing)
}

/// Whether the toolchain can be fetched here, and why not.
fn possible(architecture: &str, os_release: &str, folder: &Path) -> Result<()> {
    let path = folder.display();
    if path.to_string().contains(char::is_whitespace) {
        bail!("{path} contains white space, at which Cargo splits: name another folder in {FOLDER}");
    }
    let is_debian = os_release.lines().any(|line| line == "ID=debian");
    if architecture != "x86_64" || !is_debian {
        let system = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("another system");
        bail!(
            "the AArch64 toolchain comes from Debian's packages for x86-64, and this is {system} on {architecture}: \
             on an AArch64 machine the usual commands do the same without it"
        );
    }
    Ok(())
}

fn fetch(folder: &Path) -> Result<()> {
    eprintln!("fetching the AArch64 toolchain into {} (1 GB)", folder.display());
    for program in ["apt-get", "apt-cache", "apt-config", "dpkg-deb", "bash"] {
        let found = Command::new(program).arg("--version").output();
        ensure!(found.is_ok(), "`{program}` fetches the AArch64 toolchain, and is not there");
    }
    let in_folder = || format!("cannot write to {}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(in_folder)?;
    }
    fs::create_dir_all(folder).with_context(in_folder)?;
    fs::write(folder.join(STAMP), "unfinished\n").with_context(in_folder)?;
    let mut script =
        Command::new("bash").args(["-c", SCRIPT, "fetch.sh"]).arg(folder).spawn().context("cannot run bash")?;
    let status = interrupt::wait(&mut script)?;
    ensure!(status.success(), "the AArch64 toolchain could not be fetched: see above ({status})");
    fs::write(folder.join(STAMP), stamp(folder)).with_context(in_folder)
}

#[cfg(test)]
mod tests {
    use super::{STAMP, State, possible, stamp, state};
    use std::fs;
    use std::path::Path;

    #[test]
    fn what_keeps_a_toolchain_from_being_fetched_is_said() {
        let debian = "PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n";
        let ubuntu = "PRETTY_NAME=\"Ubuntu 24.04\"\nID=ubuntu\nID_LIKE=debian\n";
        let cases = [
            ("x86_64", debian, "/home/me/r4c", ""),
            ("x86_64", debian, "/home/me and you/r4c", "white space"),
            ("aarch64", debian, "/home/me/r4c", "on aarch64"),
            ("x86_64", ubuntu, "/home/me/r4c", "Ubuntu 24.04"),
            ("x86_64", "", "/home/me/r4c", "another system"),
        ];
        for (architecture, os_release, folder, expected) in cases {
            let answer = possible(architecture, os_release, Path::new(folder));
            let said = answer.err().map_or(String::new(), |error| error.to_string());
            assert_eq!(said.is_empty(), expected.is_empty(), "{said}");
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn a_folder_is_whole_by_its_stamp_and_never_taken_from_somebody_else() {
        let folder = std::env::temp_dir().join(format!("r4c-toolchain-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(state(&folder).unwrap(), State::Missing, "nothing there");
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(state(&folder).unwrap(), State::Missing, "empty");
        fs::write(folder.join(STAMP), "unfinished\n").unwrap();
        assert_eq!(state(&folder).unwrap(), State::Missing, "interrupted");
        fs::write(folder.join(STAMP), stamp(Path::new("/elsewhere"))).unwrap();
        assert_eq!(state(&folder).unwrap(), State::Missing, "moved");
        fs::write(folder.join(STAMP), stamp(&folder)).unwrap();
        assert_eq!(state(&folder).unwrap(), State::Whole);
        fs::remove_file(folder.join(STAMP)).unwrap();
        fs::write(folder.join("letter"), "").unwrap();
        assert!(state(&folder).is_err(), "somebody else's");
        fs::remove_dir_all(&folder).unwrap();
    }
}
