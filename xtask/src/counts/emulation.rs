//! Instructions by qemu's emulation of an AArch64, one line in its log for each that is executed.
//!
//! The log is read while it is written and kept nowhere: it has a hundred bytes for each instruction.
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::row::Counter;
use crate::aarch64::Toolchain;
use crate::command::output;

/// A program under the emulator.
pub(super) struct Emulation {
    emulator: PathBuf,
    program: PathBuf,
    /// What asks for one instruction at a time; later versions have another word for it.
    step: &'static str,
}

impl Emulation {
    pub(super) fn of(program: PathBuf, toolchain: &Toolchain) -> Result<Self> {
        let emulator = toolchain.program("qemu");
        let help = output(Command::new(&emulator).arg("--help"))?;
        let step = if help.contains("-one-insn-per-tb") { "-one-insn-per-tb" } else { "-singlestep" };
        Ok(Self { emulator, program, step })
    }

    /// Runs the program and hands each line of the log that is an executed instruction on.
    pub(super) fn execute(&self, row: &str, calls: u64, mut instruction: impl FnMut(&str)) -> Result<()> {
        let mut emulator = Command::new(&self.emulator);
        emulator.args([self.step, "-d", "nochain,exec"]).arg(&self.program).args([row, &calls.to_string()]);
        let mut running =
            emulator.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().context("cannot run the emulator")?;
        let log = running.stderr.take().context("the emulator has a log")?;
        let said = read(BufReader::with_capacity(1 << 20, log), &mut instruction)?;
        let status = running.wait().context("cannot wait for the emulator")?;
        ensure!(status.success(), "the emulated program failed: {status}\n{said}");
        Ok(())
    }
}

impl Counter for Emulation {
    const CALLS: u64 = 10;

    fn list(&self) -> Result<String> {
        output(Command::new(&self.emulator).arg(&self.program))
    }

    fn instructions(&self, row: &str, calls: u64) -> Result<u64> {
        let mut instructions = 0;
        self.execute(row, calls, |_| instructions += 1)?;
        Ok(instructions)
    }
}

/// Hands on what is an executed instruction; gives what else is said.
fn read(mut log: impl BufRead, instruction: &mut impl FnMut(&str)) -> Result<String> {
    let (mut line, mut said) = (String::new(), String::new());
    while log.read_line(&mut line).context("cannot read the emulator's log")? > 0 {
        match line.strip_prefix("Trace ") {
            Some(trace) => instruction(trace),
            None => said += &line,
        }
        line.clear();
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn each_executed_instruction_is_a_line_of_the_log_and_the_rest_is_said() {
        let log = "Trace 0: 0x7fcdf6832080 [0000000001009331/000000000048f7e4/00000001/00000201] _Exit\n\
                   no counted call is named `breaker`\n\
                   Trace 0: 0x7fcdf6832180 [0000000001009331/000000000048f7e8/00000001/00000201] _Exit\n";
        let mut seen = Vec::new();
        let said = read(log.as_bytes(), &mut |trace: &str| seen.push(trace.to_owned())).unwrap();
        assert_eq!(said, "no counted call is named `breaker`\n");
        assert_eq!(seen.len(), 2);
        assert!(seen[1].starts_with("0: 0x7fcdf6832180 ["), "{seen:?}");
    }
}
