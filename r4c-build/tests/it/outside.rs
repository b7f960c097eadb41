//! A package outside the workspace, as the README's "in your own crate" describes it: copied away, built and run.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

#[test]
fn a_crate_that_follows_the_readme_builds_and_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = workspace().join("r4c-build/tests/outside");
    for file in ["build.rs", "src/main.rs", "src/orders.rs"] {
        let target = folder.path().join(file);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::copy(source.join(file), target).expect("a copy");
    }
    let manifest = fs::read_to_string(source.join("Cargo.toml")).expect("a manifest");
    let manifest = manifest.replace("../r4c", workspace().to_str().expect("a path of text"));
    fs::write(folder.path().join("Cargo.toml"), manifest + "\n[workspace]\n").expect("a manifest");
    fs::copy(workspace().join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("a lock file");

    // What the README shows beside the example.
    let generated = crate::run::run(folder.path(), "outside-output");
    let shown = source.join("generated/orders.rs");
    let (path, text) = generated.files.first().expect("the wrapper of one module");
    assert_eq!(path, "orders.rs");
    if env::var_os("R4C_BLESS").is_some() {
        fs::create_dir_all(shown.parent().expect("a folder")).expect("a folder");
        fs::write(&shown, text).expect("a golden file");
    }
    assert_eq!(*text, fs::read_to_string(&shown).unwrap_or_default(), "R4C_BLESS=1 accepts it");

    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", workspace().join("target/outside"))
        .env("R4C_RETRY__ORDERSAPI__GET__DELAY", "1ms")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "", "no warning either");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "flaky: 200 order o-1\nthe client was called 3 times\n");
}
