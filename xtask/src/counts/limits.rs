//! The kept limits: instructions over the base, by version of rustc and processor.
use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use super::row::Row;
use crate::command::root;

const LIMITS: &str = "benches/counts.toml";
const HEADING: &str = "# Instructions of a healthy call over its base, by rustc and processor: written by `cargo xtask counts --bless`.\n";

/// By the name of the row.
pub(super) type Kept = BTreeMap<String, i64>;

/// What the design promises on x86-64, whatever is kept.
const PROMISED: [(&str, i64); 2] = [("breaker+classifier", 45), ("retry+breaker+classifier", 60)];

/// What is kept for this compiler and processor.
pub(super) fn kept(rustc: &str, processor: &str) -> Result<Option<Kept>> {
    let all = read()?;
    let Some(limits) = all.get(&key(rustc, processor)) else { return Ok(None) };
    let limits = limits.clone().try_into().with_context(|| format!("{LIMITS}: a limit is a number"))?;
    Ok(Some(limits))
}

/// What would be kept of these rows.
pub(super) fn of(rows: &[Row]) -> Kept {
    rows.iter().filter_map(|row| Some((row.name.clone(), row.over?))).collect()
}

/// What is wrong: more than is kept, and rows without limits or the other way round.
pub(super) fn faults(rows: &[Row], kept: &Kept) -> Vec<String> {
    let now = of(rows);
    let more = now.iter().filter_map(|(name, over)| match kept.get(name) {
        Some(limit) if over > limit => {
            Some(format!("`{name}` takes {over} instructions over its base, {:+} to the limit", over - limit))
        }
        Some(_) => None,
        None => Some(format!("`{name}` has no limit yet: `--bless` keeps one")),
    });
    let gone = kept.keys().filter(|name| !now.contains_key(*name));
    more.chain(gone.map(|name| format!("a limit is kept for `{name}`, which is no row"))).collect()
}

/// How many rows take less than is kept.
pub(super) fn better(rows: &[Row], kept: &Kept) -> usize {
    of(rows).iter().filter(|(name, over)| kept.get(*name).is_some_and(|limit| *over < limit)).count()
}

/// Where the design's promises are broken.
pub(super) fn promises(rows: &[Row], processor: &str) -> Vec<String> {
    let broken = |row: &Row| {
        let (_, policies) = row.name.split_once(' ')?;
        let (_, most) = PROMISED.iter().find(|(promised, _)| *promised == policies)?;
        let over = row.over.filter(|over| over > most)?;
        Some(format!("`{}` takes {over} instructions over its base: {most} are promised", row.name))
    };
    if processor == "x86_64" { rows.iter().filter_map(broken).collect() } else { Vec::new() }
}

/// Keeps what these rows take; what is kept for other compilers and processors stays.
pub(super) fn renew(rustc: &str, processor: &str, rows: &[Row]) -> Result<()> {
    let mut all = read()?;
    let limits = of(rows).into_iter().map(|(name, limit)| (name, toml::Value::Integer(limit))).collect();
    all.insert(key(rustc, processor), toml::Value::Table(limits));
    fs::write(root().join(LIMITS), format!("{HEADING}\n{all}")).with_context(|| format!("cannot write {LIMITS}"))
}

fn key(rustc: &str, processor: &str) -> String {
    format!("{rustc}, {processor}")
}

fn read() -> Result<toml::Table> {
    let text = fs::read_to_string(root().join(LIMITS)).unwrap_or_default();
    text.parse().with_context(|| format!("{LIMITS} is not TOML"))
}

#[cfg(test)]
mod tests {
    use super::{Kept, better, faults, promises};
    use crate::counts::row::Row;

    fn check(rows: &[(&str, i64)], kept: &[(&str, i64)], fault: &str, fewer: usize) {
        let row = |(name, over): &(&str, i64)| Row { name: (*name).to_owned(), call: 99, over: Some(*over) };
        let rows: Vec<Row> = rows.iter().map(row).collect();
        let kept: Kept = kept.iter().map(|(name, limit)| ((*name).to_owned(), *limit)).collect();
        assert_eq!(faults(&rows, &kept).join("\n"), fault);
        assert_eq!(better(&rows, &kept), fewer);
    }

    #[test]
    fn one_instruction_more_is_a_fault_and_one_less_is_not() {
        check(&[("breaker", 31), ("retry", 24)], &[("breaker", 31), ("retry", 24)], "", 0);
        let fault = "`breaker` takes 32 instructions over its base, +1 to the limit";
        check(&[("breaker", 32), ("retry", 24)], &[("breaker", 31), ("retry", 24)], fault, 0);
        check(&[("breaker", 30), ("retry", 24)], &[("breaker", 31), ("retry", 24)], "", 1);
    }

    #[test]
    fn rows_and_limits_belong_together() {
        check(&[("new", 31)], &[], "`new` has no limit yet: `--bless` keeps one", 0);
        check(&[], &[("old", 31)], "a limit is kept for `old`, which is no row", 0);
    }

    #[test]
    fn what_was_promised_holds_whatever_is_kept() {
        let row = |name: &str, over| Row { name: name.to_owned(), call: 99, over: Some(over) };
        let rows =
            [row("plain breaker+classifier", 46), row("plain breaker", 99), row("plain retry+breaker+classifier", 60)];
        let broken = promises(&rows, "x86_64");
        assert_eq!(broken, ["`plain breaker+classifier` takes 46 instructions over its base: 45 are promised"]);
        assert!(promises(&rows, "neoverse-v1").is_empty());
    }
}
