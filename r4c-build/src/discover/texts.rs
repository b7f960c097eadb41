//! The texts of the source folders, read ahead of any parsing.
//!
//! A package that does not mention the runtime anywhere has no markers: then nothing is parsed. After the walk through the
//! modules the files that are left are those that no module reaches.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Sources;
use super::forbidden::in_source;
use super::package::{Root, read_file};
use crate::source::SourceFile;

/// Texts by path.
#[derive(Debug, Default)]
pub(super) struct Texts {
    folder: PathBuf,
    /// Where build scripts write; read only where a file from there is included.
    output: PathBuf,
    texts: BTreeMap<PathBuf, String>,
}

impl Texts {
    /// Reads all `.rs` files of the source folders of a package.
    pub(super) fn read(folder: &Path, output: &Path, roots: &[Root]) -> Result<Texts> {
        let mut texts = Texts { folder: folder.to_owned(), output: output.to_owned(), texts: BTreeMap::new() };
        let usual = ["src", "tests", "examples", "benches"].map(|name| folder.join(name));
        let parents = roots.iter().filter_map(|root| root.path.parent());
        let parents = parents.filter(|parent| *parent != folder).map(Path::to_owned);
        let mut read: Vec<PathBuf> = Vec::new();
        for folder in usual.into_iter().chain(parents) {
            if !read.iter().any(|done| folder.starts_with(done)) {
                texts.read_folder(&folder)?;
                read.push(folder);
            }
        }
        Ok(texts)
    }

    /// Adds a file from elsewhere, if it has markers.
    pub(super) fn add_marked(&mut self, path: &Path, runtime_keys: &[String]) -> Result<()> {
        let text = if path.is_file() { read_file(path)? } else { String::new() };
        if has_marker(&text, runtime_keys).is_some() {
            self.texts.insert(path.to_owned(), text);
        }
        Ok(())
    }

    fn read_folder(&mut self, folder: &Path) -> Result<()> {
        let Ok(entries) = fs::read_dir(folder) else {
            return Ok(());
        };
        if folder.join("Cargo.toml").is_file() {
            return Ok(()); // another package
        }
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() {
                self.read_folder(&path)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") && (kind.is_file() || path.is_file())
            {
                let text = read_file(&path)?;
                self.texts.insert(path, text);
            }
        }
        Ok(())
    }

    /// Whether markers are possible: some file names the runtime, or some file may be elsewhere.
    pub(super) fn mention(&self, runtime_keys: &[String]) -> bool {
        let elsewhere = |text: &String| text.contains("include!") || (text.contains("path") && text.contains("../"));
        let names = |text: &String| runtime_keys.iter().any(|key| text.contains(key.as_str()));
        self.texts.values().any(|text| names(text) || elsewhere(text))
    }

    /// The lints that some file forbids.
    pub(super) fn forbidden(&self) -> impl Iterator<Item = String> {
        self.texts.values().flat_map(|text| in_source(text))
    }

    /// The folder of the package.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of what build scripts write.
    pub(super) fn output(&self) -> &Path {
        &self.output
    }

    /// All paths.
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.texts.keys().cloned()
    }

    /// Takes out a file, or reads it if it is not below the source folders. `None` if there is none.
    pub(super) fn take(&mut self, path: &Path) -> Result<Option<SourceFile>> {
        let text = match self.texts.remove(path) {
            Some(text) => text,
            None if path.is_file() => read_file(path)?,
            None => return Ok(None),
        };
        Ok(Some(self.file(path, text)))
    }

    /// Whether there is such a file.
    pub(super) fn exists(&self, path: &Path) -> bool {
        self.texts.contains_key(path) || path.is_file()
    }

    /// Adds the files that were not taken and have markers to the sources.
    pub(super) fn unreached(self, sources: &mut Sources) {
        let keys = sources.package.runtime_keys.clone();
        let folder = self.folder.clone();
        let left: Vec<_> = self.texts.iter().filter(|(_, text)| has_marker(text, &keys).is_some()).collect();
        for (path, text) in left {
            let file = SourceFile { path: path.clone(), name: relative(&folder, path), text: without_bom(text) };
            let id = sources.map.add(file);
            sources.unreached.push(id);
        }
    }

    fn file(&self, path: &Path, text: String) -> SourceFile {
        let name = match path.strip_prefix(&self.output) {
            Ok(path) => format!("OUT_DIR/{}", with_slashes(path)),
            Err(_) => relative(&self.folder, path),
        };
        SourceFile { path: path.to_owned(), name, text: without_bom(&text) }
    }
}

/// Where a marker is written in full (`#[r4c::retry`), or in short in a file that names the runtime: line and column,
/// counted from 1. By text alone: also in a file that does not parse.
pub(crate) fn has_marker(text: &str, runtime_keys: &[String]) -> Option<(usize, usize)> {
    const NAMES: [&str; 3] = ["retry", "circuit_breaker", "fallback"];
    let known = runtime_keys.iter().any(|key| text.contains(key.as_str()));
    for (index, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let Some(path) = code.strip_prefix("#[").map(str::trim_start) else {
            continue;
        };
        let path: String = path.chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
        let (before, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let ours =
            runtime_keys.iter().any(|key| before.trim_start_matches("::") == key) || (before.is_empty() && known);
        if ours && NAMES.contains(&name) {
            return Some((index + 1, line.chars().count() - code.chars().count() + 1));
        }
    }
    None
}

fn without_bom(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()
}

fn with_slashes(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// The path of a file for people: relative to the package, with forward slashes.
fn relative(folder: &Path, path: &Path) -> String {
    let mut up = String::new();
    for ancestor in folder.ancestors() {
        if let Ok(rest) = path.strip_prefix(ancestor) {
            return format!("{up}{}", with_slashes(rest));
        }
        up.push_str("../");
    }
    path.display().to_string()
}
