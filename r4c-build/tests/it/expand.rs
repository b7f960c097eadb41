//! What is generated: byte for byte as it was looked at, and compiled and run.
//!
//! Each folder below `tests/expand` is a module of one crate: `input.rs` is the module, `expected.rs` what is generated for
//! it, `test.rs` what must happen when it runs. `R4C_BLESS=1` writes the expectations anew.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::run::run;

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand")
}

fn cases() -> Vec<String> {
    let entries = fs::read_dir(goldens()).expect("the cases").map(|entry| entry.expect("a case"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut cases: Vec<_> = folders.map(|entry| entry.file_name().into_string().expect("a name of text")).collect();
    cases.sort();
    cases
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return; // so that cargo builds what has changed only
    }
    fs::write(path, text).expect("a file");
}

/// The crate with all cases, of the edition 2024 as in the manifest, or of another.
fn crate_folder(name: &str, edition: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let read = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut library, mut tests) = (read(goldens().join("lib.rs")), read(goldens().join("tests.rs")));
    for case in cases() {
        library.push_str(&format!("pub mod {case};\n"));
        tests.push_str(&format!("mod {case};\n"));
        write(&folder.join(format!("src/{case}.rs")), &read(goldens().join(&case).join("input.rs")));
        write(&folder.join(format!("tests/goldens/{case}.rs")), &read(goldens().join(&case).join("test.rs")));
    }
    write(&folder.join("src/lib.rs"), &library);
    write(&folder.join("tests/goldens/main.rs"), &tests);
    write(&folder.join("tests/goldens/support.rs"), &read(goldens().join("support.rs")));
    write(&folder.join("build.rs"), &read(goldens().join("build.rs")));
    let manifest = read(goldens().join("manifest.toml"));
    let runtime = workspace.join("r4c-runtime").display().to_string().replace('\\', "/");
    let manifest = manifest.replace("edition = \"2024\"", &format!("edition = \"{edition}\""));
    write(&folder.join("Cargo.toml"), &manifest.replace("../../../r4c-runtime", &runtime));
    let lock = read(workspace.join("Cargo.lock"));
    if !folder.join("Cargo.lock").exists() {
        write(&folder.join("Cargo.lock"), &lock);
    }
    folder
}

fn generated(folder: &Path) -> Vec<(String, String)> {
    let outcome = run(folder, &crate::out_dir("expand-output"));
    assert!(!outcome.failed(), "{}", outcome.diagnostics());
    assert_eq!(outcome.diagnostics(), "", "no warning");
    outcome.files
}

/// The files of a case: `orders.rs` is expected in `expected.rs`, `orders.lines.rs` in `expected.lines.rs`.
fn check(case: &str, files: &[(String, String)]) -> Vec<String> {
    let mut different = Vec::new();
    for (path, text) in files {
        let Some(rest) = path.strip_prefix(case).filter(|rest| rest.starts_with('.')) else { continue };
        let expected = goldens().join(case).join(format!("expected{rest}"));
        if env::var_os("R4C_BLESS").is_some() {
            write(&expected, text);
        }
        if fs::read_to_string(&expected).unwrap_or_default() != *text {
            different.push(format!("{path} differs from {}; R4C_BLESS=1 accepts it:\n{text}", expected.display()));
        }
    }
    if different.is_empty() && !files.iter().any(|(path, _)| *path == format!("{case}.rs")) {
        different.push(format!("nothing is generated for {case}"));
    }
    different
}

#[test]
fn the_generated_files_are_those_that_were_looked_at() {
    let files = generated(&crate_folder("expand-files", "2024"));
    assert_eq!(files, generated(&crate_folder("expand-files", "2024")), "twice the same");
    let different: Vec<_> = cases().iter().flat_map(|case| check(case, &files)).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn a_method_without_a_classifier_has_no_trace_of_one() {
    let expected = fs::read_to_string(goldens().join("native_async/expected.rs")).expect("the expectation");
    assert!(!expected.contains("classif"), "{expected}");
}

/// Cargo on the crate with what is generated for it.
#[track_caller]
fn check_crate(name: &str, edition: &str, words: &[&str]) {
    let folder = crate_folder(name, edition);
    for (path, text) in generated(&folder) {
        write(&folder.join("generated").join(path), &text);
    }
    let output = Command::new(env!("CARGO"))
        .args(words)
        .args(["--quiet", "--offline", "--test", "goldens"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn the_generated_files_compile_and_do_what_they_should() {
    check_crate("expand-run", "2024", &["test"]);
}

#[test]
fn the_generated_files_are_right_in_the_edition_before_as_well() {
    check_crate("expand-2021", "2021", &["check"]);
}
