//! The folder of the generated files.
//!
//! A file is written only when its text changes, so that watchers and editors stay quiet. Files of modules that have no
//! wrappers any more are removed, and so are all of them after a fault: a build never goes on with old ones.
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::expand::File;

/// Makes the folder hold these files and no others.
pub(crate) fn write(folder: &Path, files: &[File]) -> Result<()> {
    let wanted: BTreeSet<PathBuf> = files.iter().map(|file| folder.join(&file.path)).collect();
    for path in existing(folder) {
        if !wanted.contains(&path) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    for file in files {
        let path = folder.join(&file.path);
        if fs::read(&path).is_ok_and(|old| old == file.text.as_bytes()) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, &file.text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn existing(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(existing(&path)),
            false => found.push(path),
        }
    }
    found
}
