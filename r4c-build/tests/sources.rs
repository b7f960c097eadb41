//! Whole crates with markers in legal, odd and illegal places, each built as a client's crate is built.
//!
//! `tests/sources/` has a folder for each: the crate and `expect.md`, whose first lines are what must happen. A crate that
//! is not simply built has `places.txt` too: what is reported, one line each, `CODE FILE:LINE:COLUMN`. `R4C_SOURCES=06` tries
//! only the folders whose names begin with that, `R4C_SLOW=1` tries clippy on all that are built.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use serde_json::Value;

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// What `expect.md` says.
#[derive(Debug, Default)]
struct Expected {
    /// `ok`, `refused`, or `ok or refused`.
    build: String,
    /// `a::b::ResilientT`: wrappers by their paths.
    wrappers: Vec<String>,
    /// `R4C-ARG`: how the codes of a refused build begin, in the order of their places.
    codes: Vec<String>,
    /// Whether the build script warns.
    is_warned: bool,
    /// `(code, place)` of each report.
    places: BTreeSet<(String, String)>,
    /// `src/lib.rs:2:33`: where a marker stands, by the text of the expectation.
    markers: Vec<String>,
}

impl Expected {
    fn read(folder: &Path) -> Expected {
        let text = fs::read_to_string(folder.join("expect.md")).expect("an expectation");
        let line = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or("none").trim().to_owned()
        };
        let list = |text: &str| text.split(", ").filter(|part| *part != "none").map(str::to_owned).collect::<Vec<_>>();
        let places = fs::read_to_string(folder.join("places.txt")).unwrap_or_default();
        let place = |line: &str| line.split_once(' ').map(|(code, place)| (code.to_owned(), place.to_owned()));
        Expected {
            build: line("build:"),
            wrappers: list(line("wrappers:").trim_end_matches(" if ok")),
            codes: codes(&line("codes:")),
            is_warned: line("warnings:") != "none",
            places: places.lines().filter_map(place).collect(),
            markers: text.split_whitespace().filter_map(marker_place).collect(),
        }
    }
}

/// The words `R4C-..` of a text; those that name a place only are no codes.
fn codes(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(|word| word.trim_end_matches([',', ':']));
    words.filter(|word| word.starts_with("R4C")).map(str::to_owned).collect()
}

/// `src/lib.rs:2:33`, perhaps with a sign behind it.
fn marker_place(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['.', ',', ';']);
    (word.starts_with("src/") && word.contains(".rs:")).then(|| word.to_owned())
}

/// What a build did.
#[derive(Debug, Default)]
struct Build {
    is_good: bool,
    /// Everything that is shown.
    text: String,
    /// `(code, place)` of each report of the generator, and of each error of rustc that has a code of the generator.
    reports: Vec<(String, String)>,
    /// What rustc says of generated code and should not.
    foreign: Vec<String>,
    /// Where the generated files are.
    output: PathBuf,
}

/// Copies a crate to a folder where it is built; a file that is the same stays, so that only what has changed is built again.
fn copy(source: &Path, target: &Path) {
    fs::create_dir_all(target).expect("a folder");
    let mut names = BTreeSet::from([".".into(), "Cargo.lock".into()]);
    for entry in fs::read_dir(source).expect("a crate").map(|entry| entry.expect("an entry")) {
        let (from, to) = (entry.path(), target.join(entry.file_name()));
        names.insert(entry.file_name());
        if from.is_dir() {
            copy(&from, &to);
            continue;
        }
        let mut bytes = fs::read(&from).expect("a file");
        if from.ends_with("Cargo.toml") {
            let root = workspace().display().to_string().replace('\\', "/");
            bytes = String::from_utf8(bytes).expect("a manifest is text").replace("{R4C}", &root).into_bytes();
        }
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::write(&to, bytes).expect("a copy");
        }
    }
    for entry in fs::read_dir(target).expect("a folder").map(|entry| entry.expect("an entry")) {
        if !names.contains(&entry.file_name()) {
            let path = entry.path();
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.expect("what an earlier version of the crate had");
        }
    }
}

/// `cargo check`, or another command that does as much, with its words for the compiler.
fn cargo(folder: &Path, command: &str, words: &[&str], targets: &Path) -> Output {
    let lock = folder.join("Cargo.lock");
    if !lock.exists() {
        fs::copy(workspace().join("Cargo.lock"), lock).expect("a lock file");
    }
    Command::new(env!("CARGO"))
        .args([command, "--offline", "--all-targets", "--message-format=json", "-j2"])
        .args(words)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", targets)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs")
}

fn build(folder: &Path, command: &str, targets: &Path) -> Build {
    let output = cargo(folder, command, &[], targets);
    let mut build = Build {
        is_good: output.status.success(),
        text: String::from_utf8_lossy(&output.stderr).into_owned(),
        ..Build::default()
    };
    build.reports = of_script(&build.text);
    let package = folder.file_name().expect("a name").to_string_lossy();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        match message["reason"].as_str() {
            Some("build-script-executed")
                if message["package_id"].as_str().is_some_and(|id| id.contains(&*package)) =>
            {
                build.output = PathBuf::from(message["out_dir"].as_str().unwrap_or_default()).join("r4c");
            }
            Some("compiler-message") => of_rustc(&message["message"], &mut build),
            _ => {}
        }
    }
    build
}

/// The reports of the build script: `error[CODE]: title` and, in the next line, `--> place`.
fn of_script(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut reports = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let code = line.split_once("[R4C-").and_then(|(_, rest)| rest.split_once("]: "));
        if let (Some((code, _)), true) = (code, line.starts_with("error: case-") || line.starts_with("warning: case-"))
        {
            let place = lines.get(index + 1).and_then(|line| line.split_once("--> "));
            reports.push((format!("R4C-{code}"), place.map_or("", |(_, place)| place.trim()).to_owned()));
        }
    }
    reports
}

/// An error or warning of rustc: with a code of ours and the place of the marker in its text, or foreign.
fn of_rustc(message: &Value, build: &mut Build) {
    let text = message["rendered"].as_str().unwrap_or_default();
    let of_lints = message["spans"].as_array().is_none_or(Vec::is_empty) && message["code"].is_null();
    if of_lints {
        return; // "2 warnings emitted" and the like
    }
    build.text.push_str(text);
    let word = |start: usize| {
        let end = text[start..].find([' ', ',', '\n']).map_or(text.len(), |length| start + length);
        text[start..end].trim_end_matches(':').to_owned()
    };
    // The place is in a comment of the generated line that rustc shows.
    match (text.find("R4C-"), text.find("`, src/")) {
        (Some(code), Some(place)) => {
            let report = (word(code), word(place + 3));
            if !build.reports.contains(&report) {
                build.reports.push(report); // a library is checked once more for its tests
            }
        }
        _ => build.foreign.push(text.to_owned()),
    }
}

/// Whether the generated file of the wrapper's module declares it.
fn declares(output: &Path, wrapper: &str) -> bool {
    let path = wrapper.replace("r#", "");
    let (module, name) = path.rsplit_once("::").unwrap_or(("crate", &path));
    let text = fs::read_to_string(output.join(format!("{}.rs", module.replace("::", ".")))).unwrap_or_default();
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    ["struct ", "fn "].iter().any(|keyword| {
        text.match_indices(&format!("{keyword}{name}")).any(|(at, found)| text[at + found.len()..].starts_with(is_end))
    })
}

/// What is wrong with a build.
fn faults(expected: &Expected, build: &Build, folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let result = if build.is_good { "ok" } else { "refused" };
    if !expected.build.split(" or ").any(|allowed| allowed == result) {
        faults.push(format!("the build is {result}, expected {}", expected.build));
    }
    if !build.foreign.is_empty() {
        faults.push("rustc speaks of other things".to_owned());
    }
    let found: BTreeSet<_> = build.reports.iter().cloned().collect();
    if found != expected.places || found.len() != build.reports.len() {
        faults.push(format!("reported {:?}, expected {:?}", build.reports, expected.places));
    }
    if !build.is_good {
        let known = |prefix: &String| build.reports.iter().any(|(code, _)| code.starts_with(prefix));
        let count = expected.codes.iter().filter(|prefix| known(prefix)).count();
        if count == 0 || count != expected.codes.len() {
            faults.push(format!("codes {:?}", expected.codes));
        }
        return faults;
    }
    if expected.is_warned == found.is_empty() || (!expected.is_warned && build.text.contains("warning")) {
        faults.push("warnings".to_owned());
    }
    let missing = expected.wrappers.iter().filter(|wrapper| !declares(&build.output, wrapper));
    faults.extend(missing.map(|wrapper| format!("`{wrapper}` is not generated")));
    let texts = all_below(&build.output).into_iter().map(|path| fs::read_to_string(path).unwrap_or_default());
    let text: String = texts.collect();
    let missing = expected.markers.iter().filter(|place| !text.contains(&format!("// from {place}\n")));
    faults.extend(missing.map(|place| format!("nothing is generated from {place}")));
    let said = build.output.with_file_name("").parent().map(|folder| folder.join("output"));
    let said = said.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    let unwatched =
        |path: &PathBuf| !said.lines().any(|line| line == format!("cargo:rerun-if-changed={}", path.display()));
    let sources =
        all_below(&folder.join("src")).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    faults.extend(sources.filter(unwatched).map(|path| format!("{} is not watched", path.display())));
    faults
}

fn all_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { all_below(&path) } else { vec![path] }).collect()
}

fn check(source: &Path, targets: &Path) -> Result<(), String> {
    let name = source.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources").join(format!("case-{name}"));
    copy(source, &folder);
    let build = build(&folder, "check", targets);
    match faults(&Expected::read(source), &build, &folder).as_slice() {
        [] => Ok(()),
        faults => Err(format!("{name}: {}\n{}", faults.join("; "), build.text)),
    }
}

/// The crates that are to be tried.
fn crates() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
    let only = env::var("R4C_SOURCES").unwrap_or_default();
    let entries = fs::read_dir(folder).expect("the crates").map(|entry| entry.expect("a crate").path());
    let is_meant = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&only));
    let mut crates: Vec<_> = entries.filter(|path| path.join("expect.md").exists()).filter(is_meant).collect();
    crates.sort();
    crates
}

#[test]
fn each_crate_is_built_or_refused_as_expected() {
    let crates = crates();
    let targets = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources-target");
    let faults: Vec<_> = crates.iter().filter_map(|source| check(source, &targets).err()).collect();
    println!("sources: {} crates", crates.len());
    assert!(faults.is_empty(), "{} of them fail\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_strict_client_has_no_complaint_of_clippy_either() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources/55-strict-client");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources/clippy-55-strict-client");
    copy(&source, &folder);
    let build = build(&folder, "clippy", &Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources-target"));
    assert!(build.is_good, "{}", build.text);
    assert!(build.foreign.is_empty(), "{}", build.text);
}

/// What clippy, as pedantic as it can be, says of the generated files of a crate; its author's own lints are but warnings here.
fn complaints(source: &Path, targets: &Path) -> Vec<String> {
    let name = source.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources").join(format!("case-{name}"));
    copy(source, &folder);
    let words = ["--", "-Wclippy::all", "-Wclippy::pedantic", "--cap-lints=warn"];
    let output = cargo(&folder, "clippy", &words, targets);
    if !output.status.success() {
        return vec![format!("{name}: {}", String::from_utf8_lossy(&output.stderr))];
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    let messages = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap_or_default());
    let of_generated = messages.map(|message| message["message"].clone()).filter(|message| {
        let files = message["spans"].as_array().into_iter().flatten().filter_map(|span| span["file_name"].as_str());
        files.map(|file| file.replace('\\', "/")).any(|file| file.contains("/out/r4c/"))
    });
    of_generated.map(|message| format!("{name}: {}", message["rendered"].as_str().unwrap_or_default())).collect()
}

#[test]
fn the_generated_code_of_every_crate_that_builds_has_no_complaint_of_clippy() {
    if env::var_os("R4C_SLOW").is_none() {
        println!("left out without R4C_SLOW=1: it takes minutes");
        return;
    }
    let targets = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources-target");
    let crates: Vec<_> = crates().into_iter().filter(|source| Expected::read(source).build == "ok").collect();
    let complaints: Vec<_> = crates.iter().flat_map(|source| complaints(source, &targets)).collect();
    println!("sources: clippy on {} crates", crates.len());
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}
