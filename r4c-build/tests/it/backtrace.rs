//! A panic in a call is traced through the wrapper: to the generated file, and to the line in it that runs the call.
use std::fs;

use crate::outside::{cargo, package};

/// The client does not fail but panics.
const PANICS: (&str, &str, &str) = (
    "src/main.rs",
    "0 => Err(ApiError::Io(io::ErrorKind::ConnectionReset.into())),",
    "0 => panic!(\"{}\", io::Error::from(io::ErrorKind::ConnectionReset)),",
);

/// The frames of a backtrace that lie in the generated file: its path, and a line of it.
fn frames(errors: &str) -> Vec<(String, usize)> {
    let places = errors.lines().filter_map(|line| line.trim().strip_prefix("at "));
    let frame = |place: &str| {
        let (path, rest) = place.split_once(".rs:")?;
        let line = rest.split(':').next()?.parse().ok()?;
        path.ends_with("/r4c/orders").then(|| (format!("{path}.rs"), line))
    };
    places.filter_map(frame).collect()
}

#[test]
fn a_panic_in_a_call_has_the_generated_line_in_its_backtrace() {
    let folder = package(&[PANICS]);
    let output = cargo(folder.path(), &["run", "--quiet"])
        .env("RUST_BACKTRACE", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "true")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr).replace('\\', "/");
    assert!(!output.status.success() && errors.contains("connection reset"), "{errors}");
    let frames = frames(&errors);
    let (path, line) = frames.first().unwrap_or_else(|| panic!("no frame of the wrapper in\n{errors}"));
    let text = fs::read_to_string(path).expect("the generated file");
    let shown = text.lines().nth(line - 1).unwrap_or_default();
    assert!(shown.contains("Future::poll(future, cx)"), "line {line} of {path} is `{shown}`");
}
