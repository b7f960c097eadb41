//! Instructions of a healthy call, by callgrind: the same on every run of one binary, whatever else the machine does.
//!
//! A row is run twice with a different number of calls; the difference, divided, is one call. What is kept and checked is
//! the overhead over the bare call of the same kind. Limits hold for one version of rustc; with another one the counts are
//! shown and not checked.
use crate::assembly;
use crate::command::{command, output, root, run as run_command};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What is done with the kept limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limits {
    Check,
    Renew,
}

const LIMITS: &str = "benches/counts.toml";
const CALLS: u64 = 1000;

/// What the design promises, whatever is kept: instructions over the bare call.
const PROMISED: [(&str, u64); 2] = [("breaker+classifier", 45), ("retry+breaker+classifier", 60)];

pub(crate) fn run(limits: Limits) -> Result<()> {
    run_command(&mut command("cargo build --quiet --package r4c-benches --bin counts --profile measured"))?;
    let binary = target().join("measured/counts");
    let rustc = rustc_version()?;
    let measured = measure(&binary)?;
    let kept = kept(&rustc)?;
    let mut faults = Vec::new();
    println!("instructions of one healthy call, {rustc}");
    println!("{:<42} {:>6} {:>6} {:>7}", "", "call", "over", "limit");
    for row in &measured {
        let limit = kept.get(&row.name).copied();
        let shown = limit.map_or("-".to_owned(), |limit| limit.to_string());
        let change = limit
            .filter(|limit| *limit != row.over)
            .map_or(String::new(), |limit| format!("  {:+}", i128::from(row.over) - i128::from(limit)));
        println!("{:<42} {:>6} {:>6} {shown:>7}{change}", row.name, row.call, row.over);
        faults.extend(fault(row, limit));
    }
    assembly::check(&binary)?;
    if limits == Limits::Renew {
        return renew(&rustc, &measured);
    }
    if kept.is_empty() {
        println!("no limits are kept for {rustc}: shown, not checked (`cargo xtask counts --bless` keeps them)");
        return Ok(());
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

struct Row {
    name: String,
    call: u64,
    over: u64,
}

fn fault(row: &Row, limit: Option<u64>) -> Option<String> {
    let promised = PROMISED.iter().find(|(name, _)| row.name.split_once(' ').is_some_and(|(_, kind)| kind == *name));
    let limits = limit.into_iter().chain(promised.map(|(_, limit)| *limit));
    let limit = limits.min()?;
    (row.over > limit)
        .then(|| format!("`{}` takes {} instructions over the bare call: limit {limit}", row.name, row.over))
}

fn measure(binary: &Path) -> Result<Vec<Row>> {
    let listed = output(&mut Command::new(binary))?;
    let mut bare = BTreeMap::new();
    let mut rows = Vec::new();
    for name in listed.lines() {
        let (result, kind) = name.split_once(' ').context("a row is a kind of result and a call")?;
        let call =
            (instructions(binary, result, kind, 2 * CALLS)? - instructions(binary, result, kind, CALLS)?) / CALLS;
        let base = format!("{result} {}", if kind.starts_with("async") { "async bare" } else { "bare" });
        if name == base {
            bare.insert(base, call);
        } else {
            let over = call.saturating_sub(bare.get(&base).copied().with_context(|| format!("{base} comes first"))?);
            rows.push(Row { name: name.to_owned(), call, over });
        }
    }
    Ok(rows)
}

fn instructions(binary: &Path, result: &str, kind: &str, calls: u64) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(binary).args([
        result,
        kind,
        &calls.to_string(),
    ]);
    let report = output(&mut valgrind)
        .context("valgrind counts the instructions: install it (Debian: apt-get install valgrind)")?;
    let collected =
        report.lines().find_map(|line| line.split_once("Collected : ")).context("callgrind tells what it collected")?;
    collected.1.trim().parse().context("a number of instructions")
}

fn kept(rustc: &str) -> Result<BTreeMap<String, u64>> {
    let limits = read_limits()?;
    let Some(limits) = limits.get(rustc).and_then(toml::Value::as_table) else { return Ok(BTreeMap::new()) };
    let limit = |(name, limit): (&String, &toml::Value)| Some((name.clone(), u64::try_from(limit.as_integer()?).ok()?));
    Ok(limits.iter().filter_map(limit).collect())
}

fn read_limits() -> Result<toml::Table> {
    let text = fs::read_to_string(root().join(LIMITS)).unwrap_or_default();
    text.parse().with_context(|| format!("{LIMITS} is not TOML"))
}

fn renew(rustc: &str, measured: &[Row]) -> Result<()> {
    let mut limits = read_limits()?;
    let rows = measured
        .iter()
        .map(|row| (row.name.clone(), toml::Value::Integer(i64::try_from(row.over).unwrap_or(i64::MAX))));
    limits.insert(rustc.to_owned(), toml::Value::Table(rows.collect()));
    let heading =
        "# Instructions of a healthy call over the bare one, by rustc: written by `cargo xtask counts --bless`.\n";
    fs::write(root().join(LIMITS), format!("{heading}\n{limits}")).with_context(|| format!("cannot write {LIMITS}"))
}

fn rustc_version() -> Result<String> {
    let version = output(&mut command("rustc --version"))?;
    Ok(version.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
