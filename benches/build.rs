//! Writes the wrappers of the measured traits, and says how the benches are built and with which versions of what.
use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, iter};

fn main() {
    r4c_build::generate();
    let workspace = PathBuf::from(var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("..");
    say("RUSTC", &rustc());
    say("TARGET", &var("TARGET").expect("set by cargo"));
    say("PROFILE", &profile(&toml(&workspace.join("Cargo.toml"))));
    say("FLAGS", &var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " "));
    say("VERSIONS", &versions(&toml(&workspace.join("Cargo.lock"))).join(" "));
    println!("cargo:rerun-if-env-changed=RUSTFLAGS");
    println!("cargo:rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
}

/// For `env!("R4C_BENCH_…")`.
fn say(what: &str, value: &str) {
    println!("cargo:rustc-env=R4C_BENCH_{what}={value}");
}

/// `rustc 1.95.0`.
fn rustc() -> String {
    let rustc = Command::new(var("RUSTC").expect("set by cargo")).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&rustc.stdout).into_owned();
    version.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// The profile's name, its optimisation, and what the workspace says of it. Cargo tells build scripts no more than `release`
/// or `debug`, but each profile has a folder of its own.
fn profile(manifest: &toml::Table) -> String {
    let out = PathBuf::from(var("OUT_DIR").expect("set by cargo"));
    let folder =
        out.ancestors().find(|folder| folder.ends_with("build")).and_then(Path::parent).and_then(Path::file_name);
    let name = folder.expect("a build script's folder is in that of its profile").to_string_lossy().into_owned();
    let settings = manifest.get("profile").and_then(|profiles| profiles.get(&name)).and_then(toml::Value::as_table);
    let settings = settings.into_iter().flatten().map(|(key, value)| format!("{key} = {value}"));
    let opt_level = format!("opt-level = {}", var("OPT_LEVEL").expect("set by cargo"));
    format!("{name} ({})", iter::once(opt_level).chain(settings).collect::<Vec<_>>().join(", "))
}

/// `name=version` of what the benches depend on themselves, as it is locked.
fn versions(lock: &toml::Table) -> Vec<String> {
    let packages = lock["package"].as_array().expect("packages");
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let own = packages.iter().find(|package| text(package, "name") == "r4c-benches").expect("this package");
    let dependencies = own["dependencies"].as_array().expect("dependencies");
    let locked = |dependency: &str| {
        // `name`, or `name version` where several are locked.
        let (name, version) =
            dependency.split_once(' ').map_or((dependency, None), |(name, version)| (name, Some(version)));
        let found = packages.iter().find(|package| {
            text(package, "name") == name && version.is_none_or(|version| text(package, "version") == version)
        });
        format!("{name}={}", text(found.expect("what is depended on is locked"), "version"))
    };
    dependencies.iter().filter_map(toml::Value::as_str).map(locked).collect()
}

fn toml(path: &Path) -> toml::Table {
    println!("cargo:rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{} is not TOML: {error}", path.display()))
}
