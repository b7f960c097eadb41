//! The tests of the generator, in one binary.
mod backtrace;
mod damage;
mod expand;
mod fault;
mod output;
mod outside;
mod packaging;
mod run;
mod ui;

use std::path::{Path, PathBuf};

/// A folder for output, below that of the tests.
fn out_dir(place: &str) -> PathBuf {
    let out_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(place);
    std::fs::create_dir_all(&out_dir).expect("the output folder can be made");
    out_dir
}
