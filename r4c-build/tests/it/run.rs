//! One run of the generator in this process, as in a build script for Linux.
use std::path::Path;

use r4c_build::{Generator, Outcome};

/// Generates for the package in a folder.
pub(crate) fn run(folder: &Path, out_dir: &Path) -> Outcome {
    let variables = [
        ("CARGO_CFG_UNIX", ""),
        ("CARGO_CFG_TARGET_FAMILY", "unix"),
        ("CARGO_CFG_TARGET_OS", "linux"),
        ("CARGO_CFG_FEATURE", "default"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Generator { manifest_dir: folder.to_owned(), out_dir: out_dir.to_owned(), variables }.run()
}
