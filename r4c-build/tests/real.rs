//! Wrappers of well-known kinds of client interfaces: `tests/real/` is a crate that is built, and whose tests run.
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Copies a folder; files that are the same stay.
fn copy(source: &Path, target: &Path) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    fs::create_dir_all(target).expect("a folder");
    for entry in fs::read_dir(source).expect("the crate").map(|entry| entry.expect("an entry")) {
        let (from, to) = (entry.path(), target.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
            continue;
        }
        let root = workspace.display().to_string().replace('\\', "/");
        let text = fs::read_to_string(&from).expect("a text").replace("{R4C}", &root);
        if fs::read_to_string(&to).ok().as_ref() != Some(&text) {
            fs::write(&to, text).expect("a copy");
        }
    }
    if source.join("Cargo.toml").exists() && !target.join("Cargo.lock").exists() {
        fs::copy(workspace.join("Cargo.lock"), target.join("Cargo.lock")).expect("a lock file");
    }
}

#[test]
fn the_wrappers_of_real_interfaces_work() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real"), &folder);
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "-j2"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources-target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}
