//! The assembly of the measured calls: no instruction on a healthy path that locks the bus, or waits for other cores.
//!
//! What happens rarely is out of line, so it is enough to look at the functions themselves.
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::command::output;

/// The functions that `counts` calls, for each kind of result.
const FUNCTIONS: [&str; 6] = ["retried", "guarded", "classified", "retried_classified", "both", "both_async"];
const KINDS: [&str; 4] = ["small", "plain", "large", "owning"];

pub(crate) fn check(binary: &Path, objdump: &Path, architecture: &str) -> Result<()> {
    let listing = output(Command::new(objdump).args(["--disassemble", "--demangle", "--no-show-raw-insn"]).arg(binary))
        .context("objdump shows the assembly: install binutils")?;
    let mut seen = 0;
    let mut faults = Vec::new();
    for function in listing.split("\n\n") {
        let Some(name) = function.lines().next().and_then(measured) else { continue };
        seen += 1;
        let locked = function.lines().skip(1).filter(|line| locks(line, architecture));
        faults.extend(locked.map(|line| format!("`{name}` has a locked instruction: {}", line.trim())));
    }
    // All kinds of result, unless the compiler has merged functions that came out the same.
    ensure!(seen >= FUNCTIONS.len(), "only {seen} of the measured functions are in {}", binary.display());
    if faults.is_empty() {
        println!("no locked instruction in {seen} measured functions for {architecture}");
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}

/// The name in a line such as `0000000000029420 <r4c_benches::plain::classified>:`.
fn measured(heading: &str) -> Option<&str> {
    let name = heading.split_once('<')?.1.strip_suffix(">:")?;
    let (kind, function) = name.strip_prefix("r4c_benches::")?.split_once("::")?;
    (KINDS.contains(&kind) && FUNCTIONS.contains(&function)).then_some(name)
}

fn locks(line: &str, architecture: &str) -> bool {
    let Some((_, instruction)) = line.split_once(":\t") else { return false };
    match architecture {
        "aarch64" => locks_on_aarch64(instruction),
        _ => locks_on_x86_64(instruction),
    }
}

/// `xchg` with memory locks without saying so.
fn locks_on_x86_64(instruction: &str) -> bool {
    let fences = ["mfence", "lfence", "sfence"];
    instruction.starts_with("lock ")
        || (instruction.starts_with("xchg ") && instruction.contains('('))
        || fences.iter().any(|fence| instruction.starts_with(fence))
}

/// Exclusive loads and stores; atomic instructions; barriers; calls of functions that choose between the first two.
fn locks_on_aarch64(instruction: &str) -> bool {
    const EXCLUSIVE: [&str; 4] = ["ldx", "ldax", "stx", "stlx"];
    const ATOMIC: [&str; 18] = [
        "ldadd", "ldclr", "ldeor", "ldset", "ldsmax", "ldsmin", "ldumax", "ldumin", "stadd", "stclr", "steor", "stset",
        "stsmax", "stsmin", "stumax", "stumin", "swp", "cas",
    ];
    const BARRIERS: [&str; 3] = ["dmb", "dsb", "isb"];
    let mnemonic = instruction.split_whitespace().next().unwrap_or_default();
    let begins = |names: &[&str]| names.iter().any(|name| mnemonic.starts_with(name));
    begins(&EXCLUSIVE) || begins(&ATOMIC) || begins(&BARRIERS) || instruction.contains("<__aarch64_")
}

#[cfg(test)]
mod tests {
    use super::{locks, measured};

    #[test]
    fn a_locked_instruction_is_known_in_every_spelling() {
        let lines = [
            ("x86_64", "  29420:\tlock xadd %rax,(%rdi)", true),
            ("x86_64", "  29420:\txchg %rax,(%rdi)", true),
            ("x86_64", "  29420:\tmfence", true),
            ("x86_64", "  29420:\txchg %rax,%rdi", false),
            ("x86_64", "  294c3:\tincq   0x100(%r14,%rax,8)", false),
            ("aarch64", "  455060:\tldaxr\tx8, [x0]", true),
            ("aarch64", "  455060:\tstlxrb\tw9, w8, [x0]", true),
            ("aarch64", "  455060:\tldaddal\tx8, x8, [x0]", true),
            ("aarch64", "  455060:\tcasal\tx8, x9, [x0]", true),
            ("aarch64", "  455060:\tswpa\tw8, w9, [x0]", true),
            ("aarch64", "  455060:\tstadd\tx8, [x0]", true),
            ("aarch64", "  455060:\tdmb\tish", true),
            ("aarch64", "  455060:\tbl\t402150 <__aarch64_ldadd8_relax>", true),
            ("aarch64", "  455060:\tbl\t402150 <r4c::generated::method::succeed_exactly>", false),
            ("aarch64", "  455060:\tldapr\tx8, [x0]", false),
            ("aarch64", "  455060:\tstp\tx24, x23, [sp, #96]", false),
            ("aarch64", "  455060:\tstur\txzr, [x29, #-32]", false),
            ("aarch64", "  455060:\tldr\tx10, [x9, x8, lsl #3]", false),
            ("aarch64", "  455060:\tcset\tw0, ne", false),
        ];
        for (architecture, line, expected) in lines {
            assert_eq!(locks(line, architecture), expected, "{line}");
        }
    }

    #[test]
    fn a_measured_function_is_known_by_its_heading() {
        let name = "r4c_benches::plain::both";
        assert_eq!(measured("0000000000029420 <r4c_benches::plain::both>:"), Some(name));
        assert_eq!(measured("0000000000029420 <r4c_benches::plain::wrapper>:"), None);
        assert_eq!(measured("0000000000029420 <r4c_benches::rows::rows>:"), None);
        assert_eq!(measured("0000000000029420 <<r4c_benches::plain::Orders as X>::both>:"), None);
    }
}
