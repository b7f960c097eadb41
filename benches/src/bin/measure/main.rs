//! Measures and prints what it found, a record a line: `measure full|quick|tiny [--only TEXT]`.
//!
//! Nothing else is on its standard output, and each line is there as soon as it is known. Where nobody reads any more, it
//! ends.
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use r4c_bench_record::{Effort, FORMAT, Record, Start};
use r4c_benches::libraries::libraries;
use r4c_benches::row::Row;

mod allocator;
mod build;
mod cores;
mod crew;
mod machine;
mod noise;
mod pairs;
mod selection;

#[global_allocator]
static ALLOCATOR: allocator::CountingAllocator = allocator::CountingAllocator;

fn main() -> ExitCode {
    abort_on_panic();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (effort, rows) = match selection::select(&arguments) {
        Ok(selected) => selected,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    };
    match measure(effort, &rows) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write what was found: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(effort: Effort, rows: &[Row]) -> io::Result<()> {
    let begun = Instant::now();
    let machine = machine::machine();
    let cores = machine.cores;
    say(&Record::Start(Start {
        format: FORMAT,
        rows: rows.len(),
        started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs()),
        effort,
        machine,
        build: build::build(),
        libraries: libraries(),
    }))?;
    let budget = pairs::Budget::new(effort, rows.len());
    let mut noise = noise::Noise::new();
    for row in rows {
        noise.listen();
        say(&Record::Row(pairs::measure(row, budget, cores)))?;
    }
    noise.listen();
    say(&Record::End(noise.end(begun.elapsed())))
}

fn say(record: &Record) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, record)?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

/// A thread that panics would leave the others of its row waiting for it.
fn abort_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::exit(101);
    }));
}
