//! A package outside the workspace, as the README's "in your own crate" describes it: copied away, changed, built and run.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const INCLUDE: &str = r#"r4c::include_wrappers!("orders"); // brings in `ResilientOrdersApi`"#;
pub(crate) const ANSWER: &str = "flaky: 200 order o-1\nthe client was called 3 times\n";

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

pub(crate) fn source() -> PathBuf {
    workspace().join("r4c-build/tests/outside")
}

/// The package in a folder of its own, with changes: file, text, text instead.
pub(crate) fn package(changes: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["build.rs", "Cargo.toml", "src/main.rs", "src/orders.rs"] {
        let mut text = fs::read_to_string(source().join(file)).expect("a source");
        for (_, old, new) in changes.iter().filter(|(name, ..)| *name == file) {
            assert!(text.contains(old), "{file} has no `{old}`");
            text = text.replace(old, new);
        }
        if file == "Cargo.toml" {
            // The clone that the README means, wherever it lies.
            text = text.replace("../r4c", workspace().to_str().expect("a path of text")) + "\n[workspace]\n";
        }
        let target = folder.path().join(file);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::write(target, text).expect("a copy");
    }
    fs::copy(workspace().join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("a lock file");
    folder
}

/// Cargo in a folder, without a network; all packages of these tests share the folder of what is built.
pub(crate) fn cargo(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(words)
        .args(["--offline", "--color=never"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"))
        .env("R4C_RETRY__ORDERSAPI__GET__DELAY", "1ms");
    command
}

pub(crate) fn run(folder: &Path) -> Output {
    cargo(folder, &["run", "--quiet"]).output().expect("cargo runs")
}

/// Builds and runs the changed package: what it prints, and what the build says.
#[track_caller]
fn check(changes: &[(&str, &str, &str)], printed: &str, said: &str) {
    let folder = package(changes);
    let output = run(folder.path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, said);
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed);
}

#[test]
fn a_crate_that_follows_the_readme_builds_and_runs_without_a_warning() {
    check(&[], ANSWER, "");
}

#[test]
fn what_the_readme_shows_is_what_is_generated() {
    let generated = crate::run::run(package(&[]).path(), &crate::out_dir("outside-output"));
    let shown = source().join("generated/orders.rs");
    let (path, text) = generated.files.first().expect("the wrapper of one module");
    assert_eq!(path, "orders.rs");
    if env::var_os("R4C_BLESS").is_some() {
        fs::create_dir_all(shown.parent().expect("a folder")).expect("a folder");
        fs::write(&shown, text).expect("a golden file");
    }
    assert_eq!(*text, fs::read_to_string(&shown).unwrap_or_default(), "R4C_BLESS=1 accepts it");
}

#[test]
fn a_plain_include_brings_the_wrappers_in_as_well() {
    let include = r#"include!(concat!(env!("OUT_DIR"), "/r4c/orders.rs"));"#;
    check(&[("src/orders.rs", INCLUDE, include)], ANSWER, "");
}

/// The changes that take every trace of a wrapper out of the program.
const WITHOUT_WRAPPER: [(&str, &str, &str); 5] = [
    ("src/orders.rs", INCLUDE, ""),
    ("src/main.rs", "OrdersApi, ResilientOrdersApi, Response", "OrdersApi, Response"),
    (
        "src/main.rs",
        "    let registry = r4c::Registry::from_env()?; // attributes < r4c.toml (feature `toml`) < environment < code\n",
        "",
    ),
    (
        "src/main.rs",
        "ResilientOrdersApi::new(Flaky { calls: AtomicU32::new(0) }, &registry)?",
        "Flaky { calls: AtomicU32::new(0) }",
    ),
    ("src/main.rs", "orders.get_ref().calls", "orders.calls"),
];
/// What that program does: nothing is retried.
const UNWRAPPED: &str = "flaky: connection reset\nthe client was called 1 times\n";

#[test]
fn a_program_that_names_no_wrapper_compiles_with_one_warning_that_says_what_to_add() {
    let folder = package(
        &[
            &WITHOUT_WRAPPER[..],
            &[
                ("src/orders.rs", "pub struct StatusClassifier", "#[allow(dead_code)]\npub struct StatusClassifier"),
                ("src/orders.rs", "    Unavailable(", "    #[allow(dead_code)]\n    Unavailable("),
            ],
        ]
        .concat(),
    );
    // Cargo shows a build script's warnings only when it is not quiet.
    let output = cargo(folder.path(), &["build"]).output().expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let warnings = said.lines().filter(|line| line.starts_with("warning") && line.contains("warning["));
    assert_eq!(warnings.count(), 1, "{said}");
    assert!(said.contains(r#"r4c::include_wrappers!("orders");"#), "{said}");
    assert_eq!(String::from_utf8_lossy(&run(folder.path()).stdout), UNWRAPPED);
}

#[test]
fn the_markers_change_nothing() {
    let unmarked = [
        (
            "src/orders.rs",
            "    #[r4c::retry(max_attempts = 3, delay = \"100ms\", classifier = StatusClassifier)]\n",
            "",
        ),
        ("src/orders.rs", "    #[r4c::circuit_breaker(name = \"orders\", classifier = StatusClassifier)]\n", ""),
        ("build.rs", "r4c_build::generate()", ""),
    ];
    let marked = package(&WITHOUT_WRAPPER);
    let unmarked = package(&[&WITHOUT_WRAPPER[..], &unmarked].concat());
    let [marked, unmarked] =
        [marked, unmarked].map(|folder| String::from_utf8_lossy(&run(folder.path()).stdout).into_owned());
    assert_eq!(marked, UNWRAPPED);
    assert_eq!(marked, unmarked);
}

/// What a build that must fail says.
fn refused(changes: &[(&str, &str, &str)]) -> String {
    let output = run(package(changes).path());
    assert!(!output.status.success(), "it was built");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn three_wrong_classifiers_stop_the_build_with_their_codes_and_places_and_nothing_else() {
    let said = refused(&[(
        "src/orders.rs",
        "    fn name(&self) -> &str; // unmarked: forwarded\n",
        "    #[r4c::retry(classifier = StatusClasifier)]\n    fn first(&self) -> Result<(), ApiError>;\n    \
         #[r4c::retry(classifier = drop)]\n    fn second(&self) -> Result<(), ApiError>;\n    \
         #[r4c::retry(classifier = ApiError)]\n    fn third(&self) -> Result<(), ApiError>;\n",
    )]);
    let lines: Vec<&str> = said.lines().collect();
    let (last, ours) = lines.split_last().expect("something is said");
    assert_eq!(*last, "error: build script logged errors");
    assert!(ours.iter().all(|line| line.starts_with("error: shop@0.1.0: ")), "{said}");
    let places = [
        ("error[R4C-CLS-001]: no `StatusClasifier` in this scope", "--> src/orders.rs:38:31"),
        ("error[R4C-CLS-007]:", "--> src/orders.rs:42:31"),
        ("error[R4C-CLS-008]:", "--> src/orders.rs:42:31"),
    ];
    for (error, place) in places {
        assert!(said.contains(error) && said.contains(place), "{error} {place} in\n{said}");
    }
    assert!(said.contains("did you mean `StatusClassifier`?"), "{said}");
}

#[test]
fn what_only_rustc_can_see_fails_with_the_code_the_method_and_its_place() {
    // A type of another crate: the scanner cannot look at it.
    let said = refused(&[(
        "src/orders.rs",
        "100ms\", classifier = StatusClassifier",
        "100ms\", classifier = std::string::String",
    )]);
    for part in ["R4C-CLS-009: `String` does not classify calls", "`OrdersApi::get`, src/orders.rs:34:5"] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let errors = said.lines().filter(|line| line.starts_with("error[")).count();
    assert_eq!(errors, 1, "{said}");
}
