//! The rows of the `counts` program: it lists them, and makes the calls of one of them as often as it is told.
//!
//! A row is run twice with a different number of calls; the difference, divided, is one call. It divides without a rest, or the
//! calls are not alike and have no number of instructions to speak of.
use std::collections::BTreeMap;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};

/// A counted row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    /// Instructions of one call.
    pub(super) call: u64,
    /// Over its base; a bare call has none.
    pub(super) over: Option<i64>,
}

/// Runs the `counts` program and counts what it executes.
pub(super) trait Counter: Sync {
    /// So many that they are no shorter to write when doubled: what the program does with its arguments is the same.
    const CALLS: u64;
    /// What it prints without arguments.
    fn list(&self) -> Result<String>;
    /// Of a whole run that makes so many calls.
    fn instructions(&self, row: &str, calls: u64) -> Result<u64>;
}

/// Two programs at a time.
const THREADS: usize = 2;

/// Counts the rows whose names are wanted.
pub(super) fn count<C: Counter>(counter: &C, wanted: impl Fn(&str) -> bool) -> Result<Vec<Row>> {
    let mut listed = listed(&counter.list()?)?;
    listed.retain(|(name, _)| wanted(name));
    let (next, counted) = (Mutex::new(listed.iter()), Mutex::new(BTreeMap::new()));
    let work = || -> Result<()> {
        loop {
            let Some((name, _)) = next.lock().expect("no panic").next() else { return Ok(()) };
            let (once, twice) = (counter.instructions(name, C::CALLS)?, counter.instructions(name, 2 * C::CALLS)?);
            let call = one(once, twice, C::CALLS).with_context(|| format!("row `{name}`"))?;
            counted.lock().expect("no panic").insert(name.clone(), call);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
    })?;
    rows(&listed, &counted.into_inner().expect("no panic"))
}

/// Names with those of their bases, which are empty for a bare call.
fn listed(list: &str) -> Result<Vec<(String, String)>> {
    let pair = |line: &str| {
        let (name, base) = line.split_once('\t').with_context(|| format!("`{line}` is no row and its base"))?;
        Ok((name.to_owned(), base.to_owned()))
    };
    list.lines().map(pair).collect()
}

fn one(once: u64, twice: u64, calls: u64) -> Result<u64> {
    let difference = twice.checked_sub(once).with_context(|| format!("{twice} for twice as many as {once}"))?;
    ensure!(difference % calls == 0, "its calls are not alike: {calls} more of them take {difference} instructions");
    Ok(difference / calls)
}

fn rows(listed: &[(String, String)], counted: &BTreeMap<String, u64>) -> Result<Vec<Row>> {
    let call = |name: &str| counted.get(name).copied().with_context(|| format!("`{name}` is no row"));
    let row = |(name, base): &(String, String)| {
        let over = if base.is_empty() { None } else { Some(call(name)? as i64 - call(base)? as i64) };
        Ok(Row { name: name.clone(), call: call(name)?, over })
    };
    listed.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::{Counter, Row, count};
    use anyhow::Result;

    /// A program with these rows, each with the instructions of a call, and 500 to start.
    struct Program(&'static [(&'static str, &'static str, u64)], u64);

    impl Counter for Program {
        const CALLS: u64 = 10;
        fn list(&self) -> Result<String> {
            Ok(self.0.iter().map(|(name, base, _)| format!("{name}\t{base}\n")).collect())
        }
        fn instructions(&self, row: &str, calls: u64) -> Result<u64> {
            let (.., call) = self.0.iter().find(|(name, ..)| *name == row).unwrap();
            Ok(500 + call * calls + if calls > Self::CALLS { self.1 } else { 0 })
        }
    }

    #[test]
    fn a_row_is_compared_with_its_base() {
        let program = Program(&[("bare", "", 16), ("breaker", "bare", 47), ("less", "breaker", 40)], 0);
        let row = |name: &str, call, over| Row { name: name.to_owned(), call, over };
        let expected = [row("bare", 16, None), row("breaker", 47, Some(31)), row("less", 40, Some(-7))];
        assert_eq!(count(&program, |_| true).unwrap(), expected);
        assert_eq!(count(&program, |name| name != "less").unwrap(), expected[..2]);
        assert!(count(&program, |name| name != "bare").is_err(), "without its base");
    }

    #[test]
    fn calls_that_are_not_alike_have_no_count() {
        let error = count(&Program(&[("bare", "", 16)], 3), |_| true).unwrap_err();
        assert!(format!("{error:#}").contains("row `bare`: its calls are not alike"), "{error:#}");
    }
}
