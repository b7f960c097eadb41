//! Sources that lie as others get them: packaged, vendored, and not to be written to.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;
use std::{env, fs};

use crate::outside::{ANSWER, cargo, package, run, source, workspace};

/// What a package that is uploaded has besides the folder: where a dependency is found from elsewhere.
const VERSIONS: [(&str, &str, &str); 2] = [
    ("Cargo.toml", "r4c-runtime\",", "r4c-runtime\", version = \"0.1.0\","),
    ("Cargo.toml", "r4c-build\"", "r4c-build\", version = \"0.1.0\""),
];

/// Cargo with the packages of this workspace in the place of uploaded ones.
fn with_registry(folder: &Path, words: &[&str]) -> Command {
    let mut command = cargo(folder, words);
    for (name, place) in
        [("r4c-runtime", "r4c-runtime"), ("r4c-build", "r4c-build"), ("r4c-markers", "r4c-runtime/markers")]
    {
        let path = workspace().join(place).display().to_string().replace('\\', "/");
        command.arg("--config").arg(format!("patch.crates-io.{name}.path = \"{path}\""));
    }
    command
}

#[track_caller]
fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the generator writes for the package in a folder.
#[track_caller]
fn check_generated(folder: &Path, place: &str) {
    let generated = crate::run::run(folder, &crate::out_dir(place));
    assert_eq!(generated.diagnostics(), "");
    let shown = fs::read_to_string(source().join("generated/orders.rs")).expect("the golden file");
    assert_eq!(generated.files, [("orders.rs".to_owned(), shown)]);
}

/// All files and folders below a folder, but for Cargo's lock file: length, and when it was written.
fn state(folder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let mut state = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, data) = (entry.path(), entry.metadata().expect("what is known of it"));
        if data.is_dir() {
            state.extend(self::state(&path));
        }
        if entry.file_name() != "Cargo.lock" {
            state.insert(path, (data.len(), data.modified().expect("a time")));
        }
    }
    state
}

/// Takes away the right to write, or gives it back.
fn protect(folder: &Path, is_protected: bool) {
    for path in state(folder).into_keys().filter(|path| path.starts_with(folder.join("src"))) {
        let mut permissions = fs::metadata(&path).expect("what is known of it").permissions();
        permissions.set_readonly(is_protected);
        fs::set_permissions(&path, permissions).expect("it is ours");
    }
}

#[test]
fn a_package_that_is_uploaded_builds_as_others_get_it() {
    let folder = package(&VERSIONS);
    // Cargo unpacks what it has packed, builds that, and fails if the build script changes anything in it.
    succeeded(&with_registry(folder.path(), &["package", "--allow-dirty"]).output().expect("cargo runs"));
    let unpacked = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside/package/shop-0.1.0");
    let manifest = fs::read_to_string(unpacked.join("Cargo.toml")).expect("the manifest");
    assert!(manifest.contains("[[bin]]") && !manifest.contains("r4c-build\"\n"), "not the packaged one:\n{manifest}");
    check_generated(&unpacked, "packaged-output");
    // Away from here: a package is built where no workspace is above it.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let files = state(&unpacked).into_keys().chain([unpacked.join("Cargo.lock")]);
    for file in files.filter(|path| path.is_file()) {
        let copy = elsewhere.path().join(file.strip_prefix(&unpacked).expect("a file of the package"));
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::copy(file, copy).expect("a copy");
    }
    let output = with_registry(elsewhere.path(), &["run", "--quiet"]).output().expect("cargo runs");
    assert_eq!(succeeded(&output), ANSWER);
}

/// The package below a workspace that does not know it, with its binary in this file and this at the end of its manifest.
#[track_caller]
fn check_vendored(binary: &str, targets: &str) {
    let outer = tempfile::tempdir().expect("a folder");
    let vendored = outer.path().join("vendor/shop");
    let shop = package(&[]);
    fs::create_dir_all(vendored.join("src")).expect("a folder");
    for (from, to) in [("build.rs", "build.rs"), ("src/main.rs", binary), ("src/orders.rs", "src/orders.rs")] {
        fs::copy(shop.path().join(from), vendored.join(to)).expect("a copy");
    }
    let manifest = fs::read_to_string(shop.path().join("Cargo.toml")).expect("the manifest");
    fs::write(vendored.join("Cargo.toml"), manifest.replace("[workspace]\n", targets)).expect("a manifest");
    fs::write(outer.path().join("Cargo.toml"), "[workspace]\nmembers = []\n").expect("a manifest");

    let metadata = cargo(&vendored, &["metadata", "--no-deps", "--format-version=1"]).output().expect("cargo runs");
    let said = String::from_utf8_lossy(&metadata.stderr);
    assert!(!metadata.status.success() && said.contains("believes it's in a workspace"), "{said}");
    check_generated(&vendored, "vendored-output");
}

#[test]
fn a_vendored_package_is_read_although_cargo_knows_nothing_of_it() {
    check_vendored("src/main.rs", "");
    check_vendored("src/main.rs", "[[bin]]\nname = \"shop\"\npath = \"src/main.rs\"\n");
    check_vendored("src/program.rs", "[[bin]]\nname = \"shop\"\npath = \"src/program.rs\"\n");
    check_vendored("src/program.rs", "[lib]\nname = \"wares\"\npath = \"src/program.rs\"\n");
}

#[test]
fn a_build_changes_nothing_among_the_sources() {
    let folder = package(&[]);
    protect(folder.path(), true);
    let before = state(folder.path());
    let output = run(folder.path());
    let after = state(folder.path());
    protect(folder.path(), false);
    assert_eq!(succeeded(&output), ANSWER);
    assert_eq!(before, after);
}
