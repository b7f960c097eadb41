//! The assembly of the measured calls: no locked instruction on a healthy path.
//!
//! What happens rarely is out of line, so it is enough to look at the functions themselves.
use crate::command::output;
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::process::Command;

/// The functions that `counts` calls, one for each row that is not async.
const FUNCTIONS: [&str; 4] = ["retried", "guarded", "classified", "both"];

pub(crate) fn check(binary: &Path) -> Result<()> {
    let mut objdump = Command::new("objdump");
    objdump.args(["--disassemble", "--demangle", "--no-show-raw-insn"]).arg(binary);
    let listing = output(&mut objdump).context("objdump shows the assembly: install binutils")?;
    let mut seen = 0;
    let mut faults = Vec::new();
    for function in listing.split("\n\n") {
        let Some(name) = function.lines().next().and_then(measured) else { continue };
        seen += 1;
        let locked = function.lines().filter(|line| is_locked(line));
        faults.extend(locked.map(|line| format!("`{name}` has a locked instruction: {}", line.trim())));
    }
    // Both kinds of result, unless the compiler has merged two functions that came out the same.
    ensure!(seen >= FUNCTIONS.len(), "only {seen} of the measured functions are in {}", binary.display());
    if faults.is_empty() {
        println!("no locked instruction in {seen} measured functions");
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}

/// The name in a line such as `0000000000029420 <counts::run::classified>:`.
fn measured(heading: &str) -> Option<&str> {
    let name = heading.split_once('<')?.1.strip_suffix(">:")?;
    let function = name.strip_prefix("counts::run::")?;
    FUNCTIONS.contains(&function).then_some(name)
}

/// `xchg` with memory locks without saying so.
fn is_locked(line: &str) -> bool {
    line.contains("\tlock ") || (line.contains("\txchg ") && line.contains('('))
}

#[cfg(test)]
mod tests {
    use super::{is_locked, measured};

    #[test]
    fn a_locked_instruction_is_known_in_both_spellings() {
        let lines = [
            ("  29420:\tlock xadd %rax,(%rdi)", true),
            ("  29420:\txchg %rax,(%rdi)", true),
            ("  29420:\txchg %rax,%rdi", false),
            ("  294c3:\tincq   0x100(%r14,%rax,8)", false),
        ];
        for (line, locked) in lines {
            assert_eq!(is_locked(line), locked, "{line}");
        }
    }

    #[test]
    fn a_measured_function_is_known_by_its_heading() {
        assert_eq!(measured("0000000000029420 <counts::run::both>:"), Some("counts::run::both"));
        assert_eq!(measured("0000000000029420 <counts::run>:"), None);
    }
}
