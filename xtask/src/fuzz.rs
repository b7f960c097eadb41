//! Inputs that a fuzzer thinks of, for the generator: `r4c-build/fuzz`.
//!
//! libFuzzer watches which branches an input takes and goes on from those that took new ones. It begins with the sources and
//! the markers of the tests, and what it finds of interest is kept in `target/fuzz` for the next run. An input that fails is
//! written there, too: give it to the program as its only argument to see the fault again.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{command, output, root, run as run_command, shown, target};

/// What the compiler has to add so that libFuzzer sees the branches. Any compiler can: these are passes of LLVM.
const COVERAGE: &str = "-Cpasses=sancov-module -Ccodegen-units=1 -Cdebug-assertions \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";
const TARGETS: [&str; 2] = ["source", "marker"];

pub(crate) fn run(seconds: u32) -> Result<()> {
    let folder = target().join("fuzz");
    let host = host()?;
    let mut build = command("cargo build --release --manifest-path r4c-build/fuzz/Cargo.toml");
    // With a target, build scripts and macros go without the flags.
    build.args(["--target", &host]).arg("--target-dir").arg(&folder).env("RUSTFLAGS", COVERAGE);
    run_command(&mut build)?;
    for name in TARGETS {
        let corpus = folder.join("corpus").join(name);
        fs::create_dir_all(&corpus)?;
        for (number, seed) in seeds(name)?.iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number}")), seed)?;
        }
        fuzz(&folder.join(&host).join("release").join(name), &corpus, seconds)?;
    }
    Ok(())
}

fn host() -> Result<String> {
    let about = output(&mut command("rustc --version --verbose"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names its host")?;
    Ok(host.to_owned())
}

fn fuzz(program: &Path, corpus: &Path, seconds: u32) -> Result<()> {
    let mut fuzzer = Command::new(program);
    fuzzer.arg(format!("-max_total_time={seconds}")).args(["-max_len=4096", "-timeout=20", "-print_final_stats=1"]);
    fuzzer.arg(format!("-artifact_prefix={}/", corpus.display())).arg(corpus);
    let shown = shown(&fuzzer);
    // What it says goes to its standard error: the numbers at its end, or the fault.
    let ended = fuzzer.output().with_context(|| format!("cannot run `{shown}`"))?;
    let said = String::from_utf8_lossy(&ended.stderr);
    if !ended.status.success() {
        bail!("`{shown}` found a fault:\n{said}");
    }
    let runs = said.lines().find(|line| line.starts_with("Done ")).unwrap_or("it told no number of runs");
    println!("{}: {runs}", program.display());
    Ok(())
}

/// What the fuzzer begins with.
fn seeds(name: &str) -> Result<Vec<String>> {
    let mut sources = Vec::new();
    for tests in ["ui", "sources"] {
        let folder = root().join("r4c-build/tests").join(tests);
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path: PathBuf = entry?.path().join("src/lib.rs");
            sources.extend(fs::read_to_string(path)); // some are no text
        }
    }
    sources.sort();
    Ok(if name == "source" { sources } else { markers(&sources) })
}

/// The markers of some sources, each in one line, behind the byte that chooses where it stands.
fn markers(sources: &[String]) -> Vec<String> {
    let lines = sources.iter().flat_map(|source| source.lines());
    let marker = |line: &str| Some(format!("\0{}", line.trim().strip_prefix("#[r4c::")?.strip_suffix(']')?));
    let mut markers: Vec<_> = lines.filter_map(marker).collect();
    markers.sort();
    markers.dedup();
    markers
}

#[cfg(test)]
mod tests {
    use super::markers;

    #[test]
    fn a_marker_is_a_line_of_its_own() {
        let source =
            "trait Api {\n    #[r4c::retry(delay = \"1s\")]\n    #[inline]\n    fn get();\n    #[r4c::retry(\n"
                .to_owned();
        assert_eq!(markers(&[source.clone(), source]), ["\0retry(delay = \"1s\")"]);
    }
}
