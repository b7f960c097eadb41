//! Instructions of a healthy call: the same on every run of one binary, whatever else the machine does.
//!
//! What is kept and checked is the number over the row's base, exactly: one instruction more is a failure, one less asks to keep
//! the better number. Limits hold for one version of rustc and one kind of processor; with others the counts are shown and not
//! checked. A count does not see a stall: a copied result is a few instructions, and slower than all others together.
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::aarch64::{self, Link, Toolchain};
use crate::assembly;
use crate::command::{build, command, output, run as run_command};

mod callgrind;
mod emulation;
mod limits;
mod projection;
mod rehearsal;
mod row;
mod table;

use callgrind::Callgrind;
use emulation::Emulation;
use limits::Kept;
pub(crate) use rehearsal::rehearse;
use row::Row;

/// What is done with the kept limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limits {
    Check,
    Renew,
}

const BUILD: &str = "build --quiet --package r4c-benches --bin counts --profile measured";

/// The rows on one kind of processor.
struct Counted {
    /// `cargo xtask counts`
    command: &'static str,
    /// `x86_64`
    processor: String,
    /// `rustc 1.95.0`
    rustc: String,
    rows: Vec<Row>,
    kept: Option<Kept>,
}

/// On this machine, by callgrind.
pub(crate) fn run(limits: Limits) -> Result<()> {
    let callgrind = callgrind()?;
    let here = here(&callgrind)?;
    table::print(&[&here]);
    assembly::check(&callgrind.program, Path::new("objdump"), std::env::consts::ARCH)?;
    conclude(limits, &[here])
}

/// And on an AArch64, by emulation.
pub(crate) fn run_with_aarch64(limits: Limits) -> Result<()> {
    let toolchain = aarch64::toolchain()?;
    let callgrind = callgrind()?;
    let (here, there) = (here(&callgrind)?, emulated(&toolchain)?);
    table::print(&[&here, &there]);
    assembly::check(&callgrind.program, Path::new("objdump"), std::env::consts::ARCH)?;
    assembly::check(&aarch64::built("measured/counts"), &toolchain.program("objdump"), "aarch64")?;
    conclude(limits, &[here, there])
}

/// What the AArch64 instructions of a call might take on Graviton3: shown, kept nowhere.
pub(crate) fn project() -> Result<()> {
    let toolchain = aarch64::toolchain()?;
    projection::print(&toolchain, &emulation(&toolchain)?)
}

fn callgrind() -> Result<Callgrind> {
    Ok(Callgrind { program: build(&mut command(&format!("cargo {BUILD}")))? })
}

fn here(callgrind: &Callgrind) -> Result<Counted> {
    let rows = row::count(callgrind, |_| true)?;
    let (rustc, processor) = (version(&mut command("rustc --version"))?, std::env::consts::ARCH.to_owned());
    let kept = limits::kept(&rustc, &processor)?;
    Ok(Counted { command: "cargo xtask counts", processor, rustc, rows, kept })
}

fn emulated(toolchain: &Toolchain) -> Result<Counted> {
    let rows = row::count(&emulation(toolchain)?, |_| true)?;
    let rustc = version(Command::new(toolchain.program("rustc")).arg("--version"))?;
    let processor = "neoverse-v1".to_owned();
    let kept = limits::kept(&rustc, &processor)?;
    Ok(Counted { command: "cargo xtask counts --aarch64", processor, rustc, rows, kept })
}

fn emulation(toolchain: &Toolchain) -> Result<Emulation> {
    run_command(&mut toolchain.cargo(BUILD, Link::Static))?;
    Emulation::of(aarch64::built("measured/counts"), toolchain)
}

fn version(rustc: &mut Command) -> Result<String> {
    let version = output(rustc)?;
    Ok(version.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}

fn conclude(limits: Limits, all: &[Counted]) -> Result<()> {
    let mut faults = Vec::new();
    for counted in all {
        match limits {
            Limits::Renew => limits::renew(&counted.rustc, &counted.processor, &counted.rows)?,
            Limits::Check => faults.extend(check(counted)),
        }
        faults.extend(limits::promises(&counted.rows, &counted.processor));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

fn check(counted: &Counted) -> Vec<String> {
    let Counted { command, processor, rustc, rows, kept } = counted;
    let Some(kept) = kept else {
        println!("no limits are kept for {rustc} on {processor}: shown, not checked (`{command} --bless` keeps these)");
        return Vec::new();
    };
    let better = limits::better(rows, kept);
    if better > 0 {
        println!("{processor}: rows that take less than is kept: {better} (`{command} --bless` keeps these)");
    }
    limits::faults(rows, kept).into_iter().map(|fault| format!("{processor}: {fault}")).collect()
}
