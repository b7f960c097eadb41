//! What a run leaves in `OUT_DIR`.
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::run::run;

const MARKED: &str = "pub trait Api {\n    #[r4c::retry]\n    fn get(&self) -> Result<u8, String>;\n}\n";

/// A package of one file, and what its runs leave.
struct Package {
    name: &'static str,
    folder: PathBuf,
}

impl Package {
    fn new(name: &'static str) -> Package {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
        let _ = fs::remove_dir_all(&folder); // of an earlier run
        let _ = fs::remove_dir_all(folder.with_file_name(format!("{name}-out")));
        fs::create_dir_all(folder.join("src")).expect("a folder can be made");
        Package { name, folder }
    }

    /// Runs on this text of `src/lib.rs` and gives the files that are then in `OUT_DIR/r4c`.
    fn files_after(&self, text: &str) -> Vec<String> {
        fs::write(self.folder.join("src/lib.rs"), text).expect("a file can be written");
        let place = format!("packages/{}-out", self.name);
        run(&self.folder, &crate::out_dir(&place));
        let entries = fs::read_dir(self.output()).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn output(&self) -> PathBuf {
        self.folder.with_file_name(format!("{}-out", self.name)).join("r4c")
    }

    fn written_at(&self, file: &str) -> SystemTime {
        let metadata = fs::metadata(self.output().join(file)).expect("the file is there");
        metadata.modified().expect("the system knows the time")
    }
}

fn check(name: &'static str, steps: &[(&str, &[&str])]) {
    let package = Package::new(name);
    for (text, expected) in steps {
        assert_eq!(package.files_after(text), *expected, "after {text}");
    }
}

#[test]
fn an_error_removes_what_was_generated_before() {
    let good = format!("{MARKED}r4c::include_wrappers!();\n");
    let bad = good.replace("#[r4c::retry]", "#[r4c::retry(max_attempts = 0)]");
    check("error", &[(&good, &["crate.rs"]), (&bad, &[]), (&good, &["crate.rs"])]);
}

#[test]
fn the_file_of_a_module_without_markers_is_removed() {
    let nested = format!("pub mod net {{\n{MARKED}r4c::include_wrappers!(\"net\");\n}}\n");
    check("stale", &[(&nested, &["net.rs"]), (MARKED, &["crate.rs"]), ("// r4c\n", &[])]);
}

#[test]
fn a_module_that_includes_and_has_no_markers_gets_a_file_all_the_same() {
    check("empty", &[("r4c::include_wrappers!();\n", &["crate.rs"])]);
}

#[test]
fn a_file_is_written_only_when_its_text_changes() {
    let package = Package::new("unchanged");
    let text = format!("{MARKED}r4c::include_wrappers!();\n");
    package.files_after(&text);
    let before = package.written_at("crate.rs");
    package.files_after(&format!("{text}pub fn unmarked() {{}}\n"));
    assert_eq!(package.written_at("crate.rs"), before);
}
