//! The project's own commands, run as `cargo xtask COMMAND`.
mod assembly;
mod bless;
mod buildtime;
mod ci;
mod command;
mod corpus;
mod counts;
mod explain;
mod loom;
mod tidy;

use anyhow::{Result, bail};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  ci [--skip-tests]   everything that is checked before a change lands
  ci --slow           that, and what takes too long for every change
  counts [--bless]    instructions of a healthy call, against the kept limits
  bless               renews the golden files
  explain CODE        the page of a code, such as R4C-CLS-006
  tidy                the rules that no compiler knows
  corpus [NAME]       the generator on the sources of all dependencies, or of some
  buildtime           what the generator costs the build of a large crate
  loom                the models of the circuit breaker, without bounds
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci::run(&ci::Tests::Run),
        ["ci", "--skip-tests"] => ci::run(&ci::Tests::Skip),
        ["ci", "--slow"] => ci::run(&ci::Tests::Slow),
        ["counts"] => counts::run(counts::Limits::Check),
        ["counts", "--bless"] => counts::run(counts::Limits::Renew),
        ["bless"] => bless::run(),
        ["explain", code] => explain::run(code),
        ["tidy"] => tidy::run(),
        ["corpus"] => corpus::run(""),
        ["corpus", only] => corpus::run(only),
        ["buildtime"] => buildtime::run(),
        ["loom"] => loom::run(loom::Bounds::None),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!("unknown command\n\n{USAGE}"),
    }
}
