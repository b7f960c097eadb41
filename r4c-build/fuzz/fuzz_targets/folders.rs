//! A package of one file, in a folder of this process.
use std::fs;
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::fault::fault;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["package/src", "out"] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    folder
});

/// Whether `r4c::retry` may be something else than the marker, or not there at all: then its silence proves nothing.
fn is_undecided(text: &str) -> bool {
    text.contains("cfg") || text.split("r4c").skip(1).any(|rest| !rest.trim_start().starts_with("::"))
}

/// Ends the process where something is wrong with what comes of a text.
pub(crate) fn check(text: &str) {
    if is_undecided(text) {
        return;
    }
    if let Some(fault) = fault(text, &FOLDER.path().join("package"), &FOLDER.path().join("out")) {
        panic!("{fault}\nafter\n{text}");
    }
    // The positions of all sources that were ever read are kept otherwise.
    proc_macro2::extra::invalidate_current_thread_spans();
}
