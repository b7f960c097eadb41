//! What the AArch64 instructions of a call might take on Graviton3: a projection by llvm-mca's model of its core, which nothing
//! has measured.
//!
//! The emulator tells which instructions one call executes, in order; the model says how many cycles a core takes that does so
//! again and again. It knows how wide the core is, and how long each instruction takes. It does not know caches (every load is a
//! hit), nor mispredicted branches, nor memory as a way from one instruction to another. So there are two bounds: in the lower
//! one no load waits for a store, in the upper one every load waits for all stores before it, where a real core forwards what
//! was just stored, in a few cycles, to the loads of the same place alone.
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::emulation::Emulation;
use crate::aarch64::{self, Toolchain};
use crate::command::output;

const ROWS: [(&str, &str); 4] = [
    ("plain", "breaker+classifier"),
    ("plain", "retry+breaker+classifier"),
    ("owning", "breaker+classifier"),
    ("owning", "retry+breaker+classifier"),
];

/// Graviton3.
const GIGAHERTZ: f64 = 2.6;
const ITERATIONS: u32 = 1000;

/// Cycles of one call.
struct Cycles {
    /// No load waits for a store.
    lower: f64,
    /// Every load waits for all stores before it.
    upper: f64,
}

pub(super) fn print(toolchain: &Toolchain, emulation: &Emulation) -> Result<()> {
    let listing = output(
        Command::new(toolchain.program("objdump"))
            .args(["-d", "--demangle", "--no-show-raw-insn"])
            .arg(aarch64::built("measured/counts")),
    )?;
    let listing = Listing::of(&listing);
    let folder = aarch64::built("projection");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let project = |kind: &str, policies: &str| -> Result<(usize, Cycles)> {
        let path = path(emulation, &listing, kind, &format!("{kind} {policies}"))?;
        let assembly = folder.join(format!("{kind}-{policies}.s"));
        fs::write(&assembly, path.join("\n") + "\n").with_context(|| format!("cannot write {}", assembly.display()))?;
        let cycles = |alias| cycles(&toolchain.program("llvm-mca"), &assembly, alias);
        Ok((path.len(), Cycles { lower: cycles("-noalias=true")?, upper: cycles("-noalias=false")? }))
    };
    println!(
        "a projection for Graviton3 ({GIGAHERTZ} GHz) by llvm-mca's model of neoverse-v1: over the bare call, not measured"
    );
    println!("{:<32} {:>12} {:>28} {:>28}", "", "instructions", "no load waits", "all loads wait");
    for (kind, policies) in ROWS {
        let ((bare, base), (all, call)) = (project(kind, "bare")?, project(kind, policies)?);
        let shown = |base: f64, call: f64| {
            format!("{:.1} of {call:.1} cycles, {:.1} ns", call - base, (call - base) / GIGAHERTZ)
        };
        let (lower, upper) = (shown(base.lower, call.lower), shown(base.upper, call.upper));
        println!("{:<32} {:>12} {lower:>28} {upper:>28}", format!("{kind} {policies}"), all - bare);
    }
    println!("the instructions of each call, in the order in which they are executed: {}", folder.display());
    Ok(())
}

/// The instructions of one call, from one entry of the innermost function to the next.
fn path<'a>(emulation: &Emulation, listing: &Listing<'a>, kind: &str, row: &str) -> Result<Vec<String>> {
    let name = format!("r4c_benches::{kind}::Upstream::answer");
    let entry = *listing.functions.get(name.as_str()).with_context(|| format!("{name} is not in the program"))?;
    let mut executed = Vec::new();
    emulation.execute(row, 3, |trace| executed.extend(address(trace)))?;
    let entries: Vec<usize> = (0..executed.len()).filter(|&at| executed[at] == entry).collect();
    let [.., before, first, last] = entries[..] else { anyhow::bail!("`{row}` makes three calls") };
    let call = &executed[first..last];
    ensure!(call == &executed[before..first], "two calls of `{row}` differ");
    let instruction = |address: &u64| {
        let text = listing.instructions.get(address).with_context(|| format!("nothing at {address:x}"))?;
        Ok(assembled(text))
    };
    call.iter().map(instruction).collect()
}

/// Of `0: 0x7fcdf6832080 [0000000001009331/000000000048f7e4/00000001/00000201] _Exit`, the second in the brackets.
fn address(trace: &str) -> Option<u64> {
    u64::from_str_radix(trace.split_once('[')?.1.split('/').nth(1)?, 16).ok()
}

/// What objdump shows.
struct Listing<'a> {
    functions: BTreeMap<&'a str, u64>,
    instructions: BTreeMap<u64, &'a str>,
}

impl<'a> Listing<'a> {
    fn of(text: &'a str) -> Self {
        let function = |line: &'a str| {
            let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
            Some((name, u64::from_str_radix(address, 16).ok()?))
        };
        let instruction = |line: &'a str| {
            let (address, text) = line.split_once(":\t")?;
            Some((u64::from_str_radix(address.trim(), 16).ok()?, text))
        };
        Self {
            functions: text.lines().filter_map(function).collect(),
            instructions: text.lines().filter_map(instruction).collect(),
        }
    }
}

/// As an assembler takes it: without comment, and with a name for where it leads.
fn assembled(text: &str) -> String {
    let text = text.split_once("//").map_or(text, |(code, _)| code).trim();
    let Some((code, _)) = text.split_once(" <") else { return text.to_owned() };
    let operand = code.rfind([' ', '\t']).map_or(0, |at| at + 1);
    format!("{}elsewhere", &code[..operand])
}

/// Cycles of one call in a row of many.
fn cycles(model: &Path, assembly: &Path, alias: &str) -> Result<f64> {
    let mut mca = Command::new(model);
    mca.args(["-mtriple=aarch64", "-mcpu=neoverse-v1", "-instruction-info=false", "-resource-pressure=false", alias]);
    // What is called stands there as well.
    mca.args(["-call-latency=1", &format!("-iterations={ITERATIONS}")]).arg(assembly);
    let report = output(&mut mca)?;
    let total = total(&report).with_context(|| format!("llvm-mca tells no cycles:\n{report}"))?;
    Ok(total / f64::from(ITERATIONS))
}

fn total(report: &str) -> Option<f64> {
    report.lines().find_map(|line| line.strip_prefix("Total Cycles:"))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Listing, address, assembled, total};

    #[test]
    fn the_address_of_an_executed_instruction_is_the_second_in_the_brackets() {
        let trace = "0: 0x7fcdf6832080 [0000000001009331/000000000048f7e4/00000001/00000201] _Exit";
        assert_eq!(address(trace), Some(0x48_f7e4));
        assert_eq!(address("0: stopped"), None);
    }

    #[test]
    fn a_listing_has_functions_and_instructions_by_address() {
        let listing = Listing::of("\n0000000000455060 <a::b>:\n  455060:\tsub\tsp, sp, #0x90\n  455064:\tret\n");
        assert_eq!(listing.functions.get("a::b"), Some(&0x45_5060));
        assert_eq!(listing.instructions.get(&0x45_5060), Some(&"sub\tsp, sp, #0x90"));
        assert_eq!(listing.instructions.len(), 2);
    }

    #[test]
    fn an_instruction_is_written_as_an_assembler_takes_it() {
        let cases = [
            ("sub\tsp, sp, #0x90", "sub\tsp, sp, #0x90"),
            ("mov\tw4, #0x1                   \t// #1", "mov\tw4, #0x1"),
            ("bl\t455250 <r4c_benches::plain::Upstream::answer>", "bl\telsewhere"),
            ("b.eq\t455128 <a::<b as c>::d+0xc8>  // b.none", "b.eq\telsewhere"),
            ("tbnz\tx22, #63, 4551a4 <a+0x144>", "tbnz\tx22, #63, elsewhere"),
        ];
        for (text, expected) in cases {
            assert_eq!(assembled(text), expected);
        }
    }

    #[test]
    fn the_models_cycles_are_found_in_its_report() {
        assert_eq!(
            total("Iterations:        1000\nInstructions:      69000\nTotal Cycles:      15010\n"),
            Some(15010.0)
        );
        assert_eq!(total("error: no assembly instructions found.\n"), None);
    }
}
