//! The processes that a rehearsal began, directly or not: known by a variable in their environment, or by their parents.
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Marks what belongs to a rehearsal; the value tells rehearsals apart.
pub(super) const MARK: &str = "R4C_REHEARSAL";

/// A process that runs now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) id: u32,
    parent: u32,
    /// Its arguments, as they are now.
    pub(super) command: String,
}

/// Those whose environment has this [`MARK`].
pub(super) fn marked(mark: &str) -> Result<Vec<Process>> {
    let entry = format!("{MARK}={mark}");
    let is_marked = |process: &Process| {
        let environment = fs::read(format!("/proc/{}/environ", process.id)).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == entry.as_bytes())
    };
    Ok(all()?.into_iter().filter(is_marked).collect())
}

/// The children of a process.
pub(super) fn children(parent: u32) -> Result<Vec<Process>> {
    Ok(all()?.into_iter().filter(|process| process.parent == parent).collect())
}

/// Sends a signal, such as `KILL`. A process that has ended in the meantime is none of our business.
pub(super) fn signal(name: &str, processes: &[Process]) -> Result<()> {
    for process in processes {
        let kill = format!("kill -s {name} {} 2>/dev/null || true", process.id);
        let status = Command::new("sh").args(["-c", &kill]).status().context("cannot run `sh`")?;
        ensure!(status.success(), "`{kill}` failed: {status}");
    }
    Ok(())
}

/// All that run; not those that have ended and whose parents did not look yet.
fn all() -> Result<Vec<Process>> {
    let folders = fs::read_dir("/proc").context("a rehearsal looks for processes in /proc: it needs Linux")?;
    Ok(folders.filter_map(|folder| read(&folder.ok()?.path())).collect())
}

fn read(folder: &Path) -> Option<Process> {
    let id = folder.file_name()?.to_str()?.parse().ok()?;
    // `4711 (name with (anything)) S 1 ...`
    let stat = fs::read_to_string(folder.join("stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let (state, parent) = (fields.next()?, fields.next()?.parse().ok()?);
    let command = String::from_utf8_lossy(&fs::read(folder.join("cmdline")).ok()?).replace('\0', " ").trim().to_owned();
    (!matches!(state, "Z" | "X")).then_some(Process { id, parent, command })
}
