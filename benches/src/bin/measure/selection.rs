//! What is measured: `full|quick|tiny [--only TEXT]`.
use r4c_bench_record::Effort;
use r4c_benches::row::Row;
use r4c_benches::rows::rows;
use r4c_benches::time::Time;

const USAGE: &str = "usage: measure full|quick|tiny [--only TEXT]";

/// How thoroughly, and which rows: all, or those whose labels contain the text; tiny takes the first of each group.
pub(crate) fn select(arguments: &[String]) -> Result<(Effort, Vec<Row>), String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (effort, only) = match arguments[..] {
        [effort] => (effort, ""),
        [effort, "--only", only] => (effort, only),
        _ => return Err(USAGE.to_owned()),
    };
    let effort = match effort {
        "full" => Effort::Full,
        "quick" => Effort::Quick,
        "tiny" => Effort::Tiny,
        _ => return Err(USAGE.to_owned()),
    };
    let mut rows: Vec<Row> = rows(Time::Running).into_iter().filter(|row| row.label().contains(only)).collect();
    if rows.is_empty() {
        return Err(format!("no row has `{only}` in its label, such as `{}`", example()));
    }
    if effort == Effort::Tiny {
        rows = firsts(rows);
    }
    Ok((effort, rows))
}

fn example() -> String {
    rows(Time::Running).last().map(Row::label).unwrap_or_default()
}

/// The first row of each group, and among those of several threads and of other libraries.
fn firsts(rows: Vec<Row>) -> Vec<Row> {
    let mut seen = Vec::new();
    let kind = |row: &Row| (row.group, row.threads > 1, row.library != "r4c");
    rows.into_iter()
        .filter(|row| {
            let new = !seen.contains(&kind(row));
            seen.push(kind(row));
            new
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::select;
    use r4c_bench_record::{Effort, Group};
    use std::collections::BTreeSet;

    fn check(arguments: &str) -> Result<(Effort, usize), String> {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        select(&arguments).map(|(effort, rows)| (effort, rows.len()))
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for wrong in ["", "slow", "full --only", "full --just breaker", "full quick"] {
            assert!(check(wrong).is_err_and(|fault| fault.starts_with("usage: ")), "{wrong}");
        }
        assert!(check("full --only nothing").is_err_and(|fault| fault.contains("no row has `nothing`")));
    }

    #[test]
    fn rows_are_chosen_by_their_labels() {
        let (effort, all) = check("full").unwrap();
        assert_eq!(effort, Effort::Full);
        let (_, some) = check("quick --only half-open").unwrap();
        assert_eq!(some, 1);
        assert!(all > 50, "{all}");
    }

    #[test]
    fn a_tiny_run_has_a_few_rows_and_all_groups_of_r4c() {
        let (_, rows) = select(&["tiny".to_owned()]).unwrap();
        assert!((7..=12).contains(&rows.len()), "{rows:?}");
        let groups: BTreeSet<Group> = rows.iter().map(|row| row.group).collect();
        assert!(groups.len() >= 6, "{groups:?}");
    }
}
