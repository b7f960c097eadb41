//! One run of the generator in this process, as in a build script for Linux.
use std::path::Path;

use r4c_build::{Generator, Outcome};

/// Generates for the package in a folder; `place` is where the output goes, below the folder of the tests.
pub(crate) fn run(folder: &Path, place: &str) -> Outcome {
    let out_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(place);
    std::fs::create_dir_all(&out_dir).expect("the output folder can be made");
    let variables = [
        ("CARGO_CFG_UNIX", ""),
        ("CARGO_CFG_TARGET_FAMILY", "unix"),
        ("CARGO_CFG_TARGET_OS", "linux"),
        ("CARGO_CFG_FEATURE", "default"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Generator { manifest_dir: folder.to_owned(), out_dir, variables }.run()
}
