//! The rows of a run as tables: a section for each group, each with marks on a common axis.
use r4c_bench_record::{Group, Results, Row};

use super::document::{Audience, Cell, Column, Kind, Line, Look, Mark, Plot, Row as Shown, Section, Table};
use super::number;

/// r4c among the libraries.
pub(super) const OWN: &str = "r4c";

/// A section, and how its rows are told apart.
struct Plan {
    group: Group,
    id: &'static str,
    title: &'static str,
    text: &'static str,
    /// What the rows under one heading have in common.
    heading: fn(&Row) -> String,
    /// What is different between them.
    label: fn(&Row) -> String,
}

const PLANS: [Plan; 6] = [
    Plan {
        group: Group::Policy,
        id: "policies",
        title: "Policies",
        text: "What each policy adds to a healthy call, by the kind of result that the call returns.",
        heading: |row| format!("Result: {}", row.result),
        label: named,
    },
    Plan {
        group: Group::Addition,
        id: "additions",
        title: "Additions",
        text: "What one thing adds to a call that has all the others already.",
        heading: |_| String::new(),
        label: named,
    },
    Plan {
        group: Group::State,
        id: "states",
        title: "States",
        text: "What a call costs when something is going on: failures in the window, a breaker that is open, somebody who listens.",
        heading: |_| String::new(),
        label: named,
    },
    Plan {
        group: Group::Form,
        id: "forms",
        title: "Forms",
        text: "The same policies by other means, each over its own bare form.",
        heading: |_| String::new(),
        label: named,
    },
    Plan {
        group: Group::Threads,
        id: "threads",
        title: "Threads",
        text: "Threads that share one breaker. A call that contends with nobody costs the same on any number of them. Rows with \
               more threads than the machine runs at once are marked as crowded: there the scheduler is measured, too.",
        heading: named,
        label: |row| counted(row.threads, "thread"),
    },
    Plan {
        group: Group::Peer,
        id: "peers",
        title: "Peers",
        text: "Other libraries at the closest thing to the same job, in the same run, each as its own documentation would have it \
               used. They do not all do the same: what each does is in the table below.",
        heading: |row| row.name.clone(),
        label: |row| row.library.clone(),
    },
];

/// What a group is called.
pub(super) fn group_title(group: Group) -> &'static str {
    PLANS.iter().find(|plan| plan.group == group).map_or("The machine", |plan| plan.title)
}

/// A section for each group that has rows.
pub(super) fn sections(results: &Results) -> Vec<Section> {
    PLANS.iter().filter_map(|plan| section(plan, results)).collect()
}

fn section(plan: &Plan, results: &Results) -> Option<Section> {
    let rows: Vec<&Row> = results.rows.iter().filter(|row| row.group == plan.group).collect();
    let first = *rows.first()?;
    let base = usual_base(&rows);
    let over = base.map(|base| format!(" over the {base}")).unwrap_or_default();
    let mut text = vec![plan.text.to_owned()];
    if let Some(base) = base.filter(|base| rows.iter().any(|row| row.over != *base)) {
        text.push(format!("Over the {base}, unless another base is named."));
    }
    if rows.iter().all(|row| row.result == first.result) {
        text.push(format!("The calls return: {}.", first.result));
    }
    Some(Section {
        id: plan.id,
        title: plan.title,
        text,
        points: rows.iter().filter(|row| row.group == Group::Addition).map(|row| addition(row, &rows)).collect(),
        table: Some(Table {
            caption: format!("Nanoseconds{over}; bytes that a call allocates"),
            columns: columns(),
            plot: Some(Plot { axis: format!("ns{over}") }),
            lines: lines(plan, &rows),
        }),
        audience: Audience::Everybody,
    })
}

fn columns() -> Vec<Column> {
    [
        ("", Kind::Text),
        ("Overhead", Kind::Main),
        ("Middle half", Kind::Figure),
        ("Whole call", Kind::Figure),
        ("Bytes", Kind::Figure),
    ]
    .map(|(name, kind)| Column { name, kind })
    .into()
}

/// Rows with one heading stand together, in the order in which the headings came up; peers by what they cost.
fn lines(plan: &Plan, rows: &[&Row]) -> Vec<Line> {
    let mut headings: Vec<String> = Vec::new();
    for row in rows {
        let heading = (plan.heading)(row);
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    let under = |heading: String| {
        let mut below: Vec<&Row> = rows.iter().copied().filter(|row| (plan.heading)(row) == heading).collect();
        if plan.group == Group::Peer {
            below.sort_by(|one, other| one.overhead.median.total_cmp(&other.overhead.median));
        }
        let shown = below.into_iter().map(|row| Line::Row(shown(plan, row, rows))).collect::<Vec<_>>();
        (!heading.is_empty()).then_some(Line::Heading(heading)).into_iter().chain(shown)
    };
    headings.into_iter().flat_map(under).collect()
}

fn shown(plan: &Plan, row: &Row, rows: &[&Row]) -> Shown {
    let is_own = row.library == OWN;
    let look = if is_own { Look::Own } else { Look::Other };
    Shown {
        cells: vec![
            Cell::detailed((plan.label)(row), detail(plan, row, rows)),
            Cell::new(number::nanoseconds(row.overhead.median)),
            Cell::new(number::middle_half(&row.overhead)),
            Cell::new(number::nanoseconds(row.call.median)),
            Cell::new(number::amount(row.allocated_bytes)),
        ],
        marks: vec![Mark::new(row.overhead, &row.differences, look)],
        is_own: is_own && plan.group == Group::Peer,
    }
}

/// What most of the rows are compared with, if there is such a base.
fn usual_base<'a>(rows: &[&'a Row]) -> Option<&'a str> {
    let count = |base: &str| rows.iter().filter(|row| row.over == base).count();
    rows.iter().map(|row| &*row.over).find(|base| count(base) * 2 > rows.len())
}

/// What else sets the row apart from others of its section.
fn detail(plan: &Plan, row: &Row, rows: &[&Row]) -> String {
    let varies = |of: fn(&Row) -> String| rows.iter().any(|other| of(other) != of(row));
    let mut details = Vec::new();
    if usual_base(rows) != Some(&row.over) {
        details.push(format!("over {}", row.over));
    }
    if plan.group != Group::Policy && varies(|row| row.result.clone()) {
        details.push(row.result.clone());
    }
    if plan.group != Group::Threads && varies(|row| row.threads.to_string()) {
        details.push(counted(row.threads, "thread"));
    }
    if row.crowded {
        details.push("crowded".to_owned());
    }
    details.join(", ")
}

/// "A classifier adds 0.41 ns (0.35 to 0.50) to a breaker."
fn addition(row: &Row, rows: &[&Row]) -> String {
    let added = row.name.strip_prefix(&row.over).and_then(|rest| rest.strip_prefix(" + ")).unwrap_or(&row.name);
    let result =
        if rows.iter().any(|other| other.result != row.result) { format!(" ({})", row.result) } else { String::new() };
    let (adds, half) = (number::nanoseconds(row.overhead.median), number::middle_half(&row.overhead));
    format!("{} adds {adds} ns ({half}) to {}{result}", with_article(added), with_article(&row.over))
}

/// `a classifier`, `a breaker`; but `retry + breaker`, `max_duration`.
fn with_article(name: &str) -> String {
    if name.chars().all(|c| c.is_ascii_lowercase()) { format!("a {name}") } else { name.to_owned() }
}

/// Its name, with the library where that is not r4c.
fn named(row: &Row) -> String {
    if row.library == OWN { row.name.clone() } else { format!("{}: {}", row.library, row.name) }
}

/// What tells a row from all others, in one line.
pub(super) fn title(row: &Row) -> (String, String) {
    let mut details = vec![format!("over {}", row.over), row.result.clone()];
    if row.threads > 1 {
        details.push(counted(row.threads, "thread"));
    }
    let name = if row.group == Group::Peer { format!("{}: {}", row.library, row.name) } else { named(row) };
    (name, details.join(", "))
}

fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
