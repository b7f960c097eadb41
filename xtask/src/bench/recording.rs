//! A run of the measuring program, wherever it runs: its lines become [`Results`], under a progress bar.
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use r4c_bench_record::{End, FORMAT, Record, Results, Row, Start};

use crate::command::shown;
use crate::interrupt;

/// Runs a command that prints records and collects them. An interruption ends the command. What the command says on its
/// standard error is shown as it is.
pub(super) fn collect(command: &mut Command) -> Result<Results> {
    let shown = shown(command);
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot run `{shown}`"))?;
    let lines = Lines::of(child.stdout.take().context("its output is a pipe")?);
    let collected = read(|| lines.next());
    if collected.is_err() {
        let _ = child.kill();
    }
    let status = interrupt::wait(&mut child);
    let collected = collected?;
    let status = status?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    collected.results()
}

/// Collects records until there are no more lines.
pub(super) fn read(mut next: impl FnMut() -> Result<Option<String>>) -> Result<Collected> {
    let mut collected = Collected::default();
    while let Some(line) = next()? {
        collected.take(&line)?;
    }
    Ok(collected)
}

/// The lines of a program's output, as they come.
pub(super) struct Lines {
    receiver: Receiver<String>,
}

impl Lines {
    pub(super) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        // It ends with the output: when the program ends, or is killed.
        std::thread::spawn(move || {
            let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
            lines.map(|line| String::from_utf8_lossy(&line).into_owned()).try_for_each(|line| sender.send(line))
        });
        Self { receiver }
    }

    /// Waits for one; `None` at the end, an error after an interruption.
    pub(super) fn next(&self) -> Result<Option<String>> {
        loop {
            interrupt::check()?;
            match self.receiver.recv_timeout(interrupt::TICK) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        // A Ctrl-C reaches the program, too, and may have ended it before it was noted here.
        interrupt::sleep(interrupt::TICK)?;
        Ok(None)
    }

    /// The next one that comes until then, whether interrupted or not: for clearing up.
    pub(super) fn until(&self, end: Instant) -> Option<String> {
        self.receiver.recv_timeout(end.saturating_duration_since(Instant::now())).ok()
    }
}

/// What was said until now.
pub(super) struct Collected {
    start: Option<Start>,
    rows: Vec<Row>,
    end: Option<End>,
    bar: ProgressBar,
}

impl Default for Collected {
    fn default() -> Self {
        Self { start: None, rows: Vec::new(), end: None, bar: ProgressBar::hidden() }
    }
}

impl Drop for Collected {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Collected {
    fn take(&mut self, line: &str) -> Result<()> {
        let record = serde_json::from_str(line).with_context(|| {
            let begin: String = line.chars().take(200).collect();
            format!("the measuring program said something else than a record: {}", begin.escape_debug())
        })?;
        match record {
            Record::Start(start) => {
                ensure!(
                    start.format == FORMAT,
                    "the measuring program writes format {}, this is {FORMAT}: build both from the same sources",
                    start.format
                );
                self.bar = bar(start.rows)?;
                self.start = Some(start);
            }
            Record::Row(row) => {
                self.bar.set_message(format!("{}: {}", row.library, row.name));
                self.bar.inc(1);
                self.rows.push(row);
            }
            Record::End(end) => self.end = Some(end),
            _ => bail!("the measuring program said a record that is not known here: {line}"),
        }
        Ok(())
    }

    /// All of it, or an error.
    pub(super) fn results(mut self) -> Result<Results> {
        let incomplete = "the measuring program ended before it was done";
        let (start, end) = (self.start.take().context(incomplete)?, self.end.context(incomplete)?);
        let rows = std::mem::take(&mut self.rows);
        ensure!(start.rows == rows.len(), "{incomplete}: {} of {} rows", rows.len(), start.rows);
        Ok(Results { start, rows, end })
    }
}

fn bar(rows: usize) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos:>3}/{len}  {elapsed} (left: {eta})  {wide_msg}")?;
    Ok(ProgressBar::new(rows as u64).with_style(style))
}
