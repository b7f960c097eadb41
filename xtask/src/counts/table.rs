//! The counts as a table: a line a row, and side by side for each processor call, over, limit, and what changed to the limit.
use std::fmt::Write as _;

use super::Counted;
use super::row::Row;

pub(super) fn print(all: &[&Counted]) {
    println!("instructions of one call\n{}", table(all));
}

fn table(all: &[&Counted]) -> String {
    let Some(first) = all.first() else { return String::new() };
    let width = first.rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
    let mut table = format!("{:width$}", "");
    for Counted { processor, rustc, .. } in all {
        let _ = write!(table, " | {:^29}", format!("{processor}, {rustc}"));
    }
    let _ = write!(table, "\n{:width$}", "");
    for _ in all {
        let _ = write!(table, " | {:>6} {:>6} {:>6} {:>8}", "call", "over", "limit", "change");
    }
    for row in &first.rows {
        let _ = write!(table, "\n{:width$}", row.name);
        for counted in all {
            let _ = write!(table, " | {}", cells(counted, &row.name));
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn cells(counted: &Counted, name: &str) -> String {
    let Some(Row { call, over, .. }) = counted.rows.iter().find(|row| row.name == name) else { return " ".repeat(29) };
    let limit = counted.kept.as_ref().and_then(|kept| kept.get(name));
    let change = over.zip(limit).map(|(over, limit)| over - limit).filter(|change| *change != 0);
    let number = |number: Option<i64>| number.map_or(String::new(), |number| number.to_string());
    let change = change.map_or(String::new(), |change| format!("{change:+}"));
    format!("{call:>6} {:>6} {:>6} {change:>8}", number(*over), number(limit.copied()))
}

#[cfg(test)]
mod tests {
    use super::table;
    use crate::counts::{Counted, row::Row};

    #[test]
    fn each_processor_has_its_columns_and_a_change_is_shown_in_both_directions() {
        let row = |name: &str, call, over| Row { name: name.to_owned(), call, over };
        let counted = |processor: &str, retry: i64, limit: Option<i64>| Counted {
            command: "cargo xtask counts",
            processor: processor.to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            rows: vec![row("bare", 16, None), row("retry", 16 + retry as u64, Some(retry))],
            kept: limit.map(|limit| [("retry".to_owned(), limit)].into()),
        };
        let (more, less) = (counted("x86_64", 24, Some(23)), counted("neoverse-v1", 20, Some(22)));
        let unknown = counted("other", 20, None);
        let expected = "
      |     x86_64, rustc 1.95.0      |   neoverse-v1, rustc 1.95.0   |      other, rustc 1.95.0
      |   call   over  limit   change |   call   over  limit   change |   call   over  limit   change
bare  |     16                        |     16                        |     16
retry |     40     24     23       +1 |     36     20     22       -2 |     36     20
";
        assert_eq!(table(&[&more, &less, &unknown]), expected[1..]);
    }
}
