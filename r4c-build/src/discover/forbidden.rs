//! The lints that a package forbids: there nothing may be allowed, not even in generated code.
//!
//! By text alone, for the package as a whole: what is taken for forbidden and is not costs the generated code an `allow`
//! that it can do without.
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What `forbid(..)` attributes of a source file name.
pub(super) fn in_source(text: &str) -> impl Iterator<Item = String> {
    let lists = text.split("forbid(").skip(1).filter_map(|rest| rest.split(')').next());
    let names = lists.flat_map(|list| list.split(',')).map(|name| name.split_whitespace().collect::<String>());
    names.filter(|name| !name.is_empty())
}

/// What the tables `[lints]` forbid for the package in this folder; and the manifest of the workspace, if that is among them.
pub(super) fn in_manifests(folder: &Path) -> (BTreeSet<String>, Option<PathBuf>) {
    let read = |folder: &Path| fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let manifest = read(folder);
    let mut found: BTreeSet<String> = in_tables(&manifest, "lints.");
    let inherits = tables(&manifest).any(|(name, line)| name == "lints" && line.starts_with("workspace"));
    let workspace = folder
        .ancestors()
        .skip(usize::from(!manifest.contains("[workspace")))
        .find(|folder| inherits && read(folder).contains("[workspace"));
    if let Some(workspace) = workspace {
        found.append(&mut in_tables(&read(workspace), "workspace.lints."));
    }
    (found, workspace.map(|folder| folder.join("Cargo.toml")))
}

/// `unwrap_used = "forbid"` in the table `[lints.clippy]`.
fn in_tables(manifest: &str, prefix: &str) -> BTreeSet<String> {
    let forbids = |(table, line): (&str, &str)| {
        let tool = table.strip_prefix(prefix)?;
        let (name, level) = line.split_once('=')?;
        let path = match tool {
            "rust" => name.trim().to_owned(),
            tool => format!("{tool}::{}", name.trim()),
        };
        level.contains("\"forbid\"").then_some(path)
    };
    tables(manifest).filter_map(forbids).collect()
}

/// The lines of a manifest, each with the name of its table.
fn tables(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut table = "";
    manifest.lines().map(str::trim).filter_map(move |line| match line.strip_prefix('[') {
        Some(header) => {
            table = header.split(']').next().unwrap_or_default().trim();
            None
        }
        None => Some((table, line)),
    })
}
