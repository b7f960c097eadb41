//! Summaries of files, kept from build to build in `OUT_DIR`.
//!
//! Build scripts run unoptimised: parsing costs about 70 ms per thousand lines, reading a summary almost nothing. A
//! summary depends on the text of its file alone. A cache that cannot be read or written is no fault.
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::summary::{FileSummary, summarize};

/// What is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Cache {
    /// Of the generator that wrote it.
    version: String,
    /// By the name of the file.
    files: BTreeMap<String, Entry>,
    /// Those that this run has seen.
    #[serde(skip)]
    seen: BTreeMap<String, Entry>,
    /// Whether a file had to be parsed.
    #[serde(skip)]
    changed: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    length: usize,
    hash: u64,
    summary: FileSummary,
}

/// Changes when the form of the summaries does.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 2");

impl Cache {
    /// Reads what the last run kept.
    pub(crate) fn load(path: &Path) -> Cache {
        let kept = fs::read(path).ok().and_then(|bytes| serde_json::from_slice::<Cache>(&bytes).ok());
        kept.filter(|cache| cache.version == VERSION).unwrap_or_default()
    }

    /// The summary of a file.
    pub(crate) fn summary(&mut self, name: &str, text: &str) -> FileSummary {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let (length, hash) = (text.len(), hasher.finish());
        if let Some(seen) = self.seen.get(name) {
            return seen.summary.clone();
        }
        let kept = self.files.remove(name).filter(|entry| entry.length == length && entry.hash == hash);
        let entry = kept.unwrap_or_else(|| {
            self.changed = true;
            Entry { length, hash, summary: summarize(text) }
        });
        let summary = entry.summary.clone();
        self.seen.insert(name.to_owned(), entry);
        summary
    }

    /// Keeps the summaries of the files that this run has seen.
    pub(crate) fn store(self, path: &Path) {
        if self.changed || !self.files.is_empty() {
            let kept = Cache { version: VERSION.to_owned(), files: self.seen, ..Cache::default() };
            if let Ok(bytes) = serde_json::to_vec(&kept) {
                let _ = fs::write(path, bytes); // the next run parses again
            }
        }
    }
}
