//! A run beside an earlier one: row by row, as a difference, with a word for it only where neither the spread of the two nor what
//! differs between two runs of one program explains it.
//!
//! An overhead may be near zero or below it, where a ratio says nothing; so the change is in nanoseconds, and the ratio is that of
//! whole calls.
use r4c_bench_record::{Group, Library, Results, Row, Start};

use super::document::{Audience, Cell, Column, Kind, Line, Look, Mark, Plot, Row as Shown, Section, Table};
use super::figures::{OWN, group_title, title};
use super::number;

/// Two runs, row by row.
struct Comparison<'a> {
    both: Vec<Pair<'a>>,
    new: Vec<&'a Row>,
    gone: Vec<&'a Row>,
}

struct Pair<'a> {
    then: &'a Row,
    now: &'a Row,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    /// The middle halves overlap, or what lies between them is no more than two runs of one program may differ by.
    None,
    Slower,
    Faster,
}

/// What makes a row the same in two runs.
fn key(row: &Row) -> (Group, &str, &str, &str, &str, u32) {
    (row.group, &row.library, &row.name, &row.over, &row.result, row.threads)
}

impl<'a> Comparison<'a> {
    fn of(then: &'a Results, now: &'a Results) -> Self {
        let found = |row: &Row, among: &'a Results| among.rows.iter().find(|other| key(other) == key(row));
        Self {
            both: now.rows.iter().filter_map(|row| Some(Pair { then: found(row, then)?, now: row })).collect(),
            new: now.rows.iter().filter(|row| found(row, then).is_none()).collect(),
            gone: then.rows.iter().filter(|row| found(row, now).is_none()).collect(),
        }
    }
}

/// Two runs of one program differ by so much: where its memory lies is another in each, and which core is whose neighbour. The
/// spread within a run does not show that.
const OF_A_CALL: f64 = 0.15;
const AT_LEAST: f64 = 0.5;
/// Threads that wait for each other do so more or less often: the whole call times so much.
const CONTENDED: f64 = 4.0;

impl Pair<'_> {
    fn is_between_runs(&self) -> bool {
        let (then, now) = (self.then.call.median, self.now.call.median);
        let is_contended = self.now.threads > 1 && now.max(then) < CONTENDED * now.min(then);
        is_contended || self.difference().abs() <= AT_LEAST.max(OF_A_CALL * then)
    }

    fn change(&self) -> Change {
        let (then, now) = (&self.then.overhead, &self.now.overhead);
        match () {
            () if self.is_between_runs() => Change::None,
            () if now.lower_quartile > then.upper_quartile => Change::Slower,
            () if now.upper_quartile < then.lower_quartile => Change::Faster,
            () => Change::None,
        }
    }

    fn difference(&self) -> f64 {
        self.now.overhead.median - self.then.overhead.median
    }
}

impl Change {
    fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Slower => "▲ slower",
            Self::Faster => "▼ faster",
        }
    }
}

/// The section about it.
pub(super) fn section(then: &Results, now: &Results) -> Section {
    let comparison = Comparison::of(then, now);
    Section {
        id: "comparison",
        title: "Compared with an earlier run",
        text: vec![
            format!("Then: {}. Now: {}.", run(&then.start), run(&now.start)),
            "The change is that of the overhead, in nanoseconds; it is none where the middle halves of both runs overlap, and \
             where it is no more than two runs of one program may differ by: half a nanosecond, or 15 per cent of the whole call, and \
             for several threads a whole call that takes four times as long. The ratio is that of whole calls, because an overhead \
             may be near zero. A change of a single instruction is seen by `cargo xtask counts`, not here."
                .to_owned(),
        ],
        points: points(then, now, &comparison),
        table: (!comparison.both.is_empty()).then(|| table(&comparison)),
        audience: Audience::Everybody,
    }
}

fn run(start: &Start) -> String {
    let commit = if start.build.commit.is_empty() { "an unknown commit" } else { &start.build.commit };
    format!("{commit}, {}", number::date(start.started))
}

fn points(then: &Results, now: &Results, comparison: &Comparison<'_>) -> Vec<String> {
    let said = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    let different = differences(then, now).into_iter();
    let mut points: Vec<String> =
        different.map(|(what, then, now)| format!("Another {what}: {} then, {} now", said(then), said(now))).collect();
    points.extend(then.end.too_noisy().map(|why| format!("In the earlier run the machine was too noisy: {why}")));
    points.extend(now.end.too_noisy().map(|why| format!("In this run the machine was too noisy: {why}")));
    points.extend(names("New", &comparison.new));
    points.extend(names("Gone", &comparison.gone));
    points
}

fn names(what: &str, rows: &[&Row]) -> Option<String> {
    let name = |row: &&Row| {
        let (name, detail) = title(row);
        format!("{name} ({detail})")
    };
    let names = rows.iter().map(name).collect::<Vec<_>>().join("; ");
    (!rows.is_empty()).then(|| format!("{what}, {} in all: {names}", rows.len()))
}

fn table(comparison: &Comparison<'_>) -> Table {
    let columns = [
        ("", Kind::Text),
        ("Then", Kind::Figure),
        ("Now", Kind::Main),
        ("Change", Kind::Figure),
        ("Whole call", Kind::Figure),
        ("Verdict", Kind::Text),
    ];
    Table {
        caption: "Overhead then and now, in nanoseconds; the whole call as a ratio".to_owned(),
        columns: columns.map(|(name, kind)| Column { name, kind }).into(),
        plot: Some(Plot { axis: "ns, then above now".to_owned() }),
        lines: lines(comparison),
    }
}

/// By group: a row of the same name may be in two.
fn lines(comparison: &Comparison<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut group = None;
    for pair in &comparison.both {
        if group.replace(pair.now.group) != Some(pair.now.group) {
            lines.push(Line::Heading(group_title(pair.now.group).to_owned()));
        }
        lines.push(Line::Row(shown(pair)));
    }
    lines
}

fn shown(pair: &Pair<'_>) -> Shown {
    let Pair { then, now } = pair;
    let (name, detail) = title(now);
    let mark = |row: &Row, look| Mark::new(row.overhead, &row.differences, look);
    Shown {
        cells: vec![
            Cell::detailed(name, detail),
            Cell::new(number::nanoseconds(then.overhead.median)),
            Cell::new(number::nanoseconds(now.overhead.median)),
            Cell::new(number::change(pair.difference())),
            Cell::new(number::ratio(now.call.median, then.call.median)),
            Cell::new(pair.change().word()),
        ],
        marks: vec![mark(then, Look::Earlier), mark(now, Look::Own)],
        is_own: false,
    }
}

/// What is different between the runs besides the sources: what it is, then, now.
fn differences(then: &Results, now: &Results) -> Vec<(&'static str, String, String)> {
    let (earlier, here) = (&then.start, &now.start);
    let is_virtual = |start: &Start| match start.machine.is_virtual {
        Some(true) => "virtual",
        Some(false) => "not virtual",
        None => "unknown",
    };
    let of = |what, then: &dyn Fn(&Start) -> String| (what, then(earlier), then(here));
    let (libraries_then, libraries_now) =
        (versions(&earlier.libraries, &here.libraries), versions(&here.libraries, &earlier.libraries));
    let compared = [
        of("processor", &|start| start.machine.cpu.clone()),
        of("architecture", &|start| start.machine.architecture.clone()),
        of("number of cores", &|start| start.machine.cores.to_string()),
        of("system", &|start| start.machine.system.clone()),
        of("kind of machine", &|start| is_virtual(start).to_owned()),
        of("compiler", &|start| start.build.rustc.clone()),
        of("target", &|start| start.build.target.clone()),
        of("profile", &|start| start.build.profile.clone()),
        of("flags for the compiler", &|start| start.build.flags.clone()),
        of("effort", &|start| format!("{:?}", start.effort).to_lowercase()),
        ("version of a library", libraries_then, libraries_now),
    ];
    compared.into_iter().filter(|(_, then, now)| then != now).collect()
}

/// Why a change may be none of the sources'.
pub(super) fn warning(then: &Results, now: &Results) -> Option<String> {
    let mut reasons: Vec<&str> = differences(then, now).into_iter().map(|(what, ..)| what).collect();
    if then.end.too_noisy().is_some() {
        reasons.push("noise of the machine (the earlier run's was too noisy)");
    }
    (!reasons.is_empty())
        .then(|| format!("The runs that are compared differ in more than the sources: {}.", reasons.join(", ")))
}

/// What the comparison found, in a sentence.
pub(super) fn sentence(then: &Results, now: &Results) -> String {
    let comparison = Comparison::of(then, now);
    let count = |change| comparison.both.iter().filter(|pair| pair.change() == change).count();
    let (slower, faster, none) = (count(Change::Slower), count(Change::Faster), count(Change::None));
    format!("Compared with {}: {slower} rows are slower, {faster} faster, {none} without a change.", run(&then.start))
}

/// Libraries that both runs have, in versions that the other does not have. r4c's own is what is compared.
fn versions(of: &[Library], other: &[Library]) -> String {
    let differs = |library: &&Library| {
        library.name != OWN && other.iter().any(|other| other.name == library.name && other.version != library.version)
    };
    let shown = |library: &Library| format!("{} {}", library.name, library.version);
    of.iter().filter(differs).map(shown).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use r4c_bench_record::Summary;

    use super::super::sample::{self, With as _, row};
    use super::*;

    fn run(rows: Vec<Row>) -> Results {
        Results { rows, ..sample::results() }
    }

    #[track_caller]
    fn check_change(then: [f64; 3], now: [f64; 3], expected: Change, difference: f64) {
        let with = |[lower_quartile, median, upper_quartile]: [f64; 3]| {
            let mut row = row(Group::Policy, "r4c", "retry", 0.0);
            row.overhead = Summary { min: -90.0, lower_quartile, median, upper_quartile, max: 90.0 };
            row
        };
        let (then, now) = (with(then), with(now));
        let pair = Pair { then: &then, now: &now };
        assert_eq!((pair.change(), number::change(pair.difference())), (expected, number::change(difference)));
    }

    #[test]
    fn a_change_within_the_spread_of_both_is_none() {
        check_change([1.0, 1.2, 1.5], [1.4, 1.7, 1.9], Change::None, 0.5);
        check_change([1.0, 1.2, 1.5], [1.5, 1.7, 1.9], Change::None, 0.5);
        check_change([1.0, 1.2, 1.5], [1.6, 1.8, 1.9], Change::Slower, 0.6);
        check_change([1.0, 1.2, 1.5], [0.2, 0.3, 0.4], Change::Faster, -0.9);
    }

    #[test]
    fn a_change_that_two_runs_of_one_program_show_is_none() {
        check_change([1.17, 1.17, 1.18], [1.19, 1.19, 1.20], Change::None, 0.02);
        check_change([0.73, 0.75, 0.78], [1.15, 1.16, 1.18], Change::None, 0.41);
        let contended = |median: f64| {
            let mut row = row(Group::Peer, "seatbelt", "async breaker", median).by(2);
            row.overhead = Summary { min: median, lower_quartile: median, median, upper_quartile: median, max: median };
            row.call.median = median;
            row
        };
        for (now, expected) in [(730.0, Change::None), (893.0, Change::Slower), (55.0, Change::Faster)] {
            assert_eq!(Pair { then: &contended(223.0), now: &contended(now) }.change(), expected, "{now}");
        }
    }

    #[test]
    fn an_overhead_may_pass_zero() {
        check_change([-0.4, -0.3, -0.2], [0.2, 0.3, 0.4], Change::Slower, 0.6);
        check_change([0.2, 0.3, 0.4], [-0.4, -0.3, -0.2], Change::Faster, -0.6);
        check_change([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], Change::None, 0.0);
    }

    #[test]
    fn rows_are_matched_by_everything_that_names_them() {
        let base = || row(Group::Policy, "r4c", "retry", 1.0);
        let now = run(vec![
            base(),
            base().of("8 bytes"),
            base().over("breaker"),
            base().by(2),
            row(Group::State, "r4c", "retry", 1.0),
        ]);
        let then = run(vec![base().by(2), base(), row(Group::Policy, "backon", "retry", 1.0)]);
        let comparison = Comparison::of(&then, &now);
        let keys = |rows: &[&Row]| {
            rows.iter().map(|row| (row.result.clone(), row.over.clone(), row.threads)).collect::<Vec<_>>()
        };
        let both: Vec<&Row> = comparison.both.iter().map(|pair| pair.now).collect();
        let of = |result: &str, over: &str, threads| (result.to_owned(), over.to_owned(), threads);
        assert_eq!(keys(&both), [of("24 bytes", "bare call", 1), of("24 bytes", "bare call", 2)]);
        assert_eq!(
            keys(&comparison.new),
            [of("8 bytes", "bare call", 1), of("24 bytes", "breaker", 1), of("24 bytes", "bare call", 1)]
        );
        assert_eq!(comparison.gone.iter().map(|row| &*row.library).collect::<Vec<_>>(), ["backon"]);
    }

    fn differing(then: &Results, now: &Results) -> Vec<&'static str> {
        differences(then, now).into_iter().map(|(what, ..)| what).collect()
    }

    #[test]
    fn what_else_differs_is_warned_of() {
        let (then, now) = (sample::earlier(), sample::results());
        assert_eq!(differing(&then, &now), ["processor", "compiler", "flags for the compiler", "effort"]);
        assert_eq!(
            warning(&then, &now).unwrap(),
            "The runs that are compared differ in more than the sources: processor, compiler, flags for the compiler, effort, noise of the \
             machine (the earlier run's was too noisy)."
        );
        let points = section(&then, &now).points;
        assert!(points.contains(&"Another compiler: rustc 1.90.0 then, rustc 1.95.0 now".to_owned()), "{points:#?}");
        assert!(points.iter().any(|point| point.starts_with("In this run the machine was too noisy")), "{points:#?}");
    }

    #[test]
    fn two_runs_of_one_machine_and_build_are_compared_without_a_warning() {
        let mut quiet = sample::results();
        quiet.end.noise = Summary::of(&[0.0]).unwrap();
        quiet.end.bare = Summary::of(&[2.0]).unwrap();
        let mut earlier = quiet.clone();
        earlier.start.build.commit = "another".to_owned();
        earlier.start.libraries[0].version = "0.0.9".to_owned();
        assert_eq!(warning(&earlier, &quiet), None);
    }

    #[test]
    fn a_library_of_another_version_is_warned_of() {
        let now = sample::results();
        let mut then = now.clone();
        then.start.libraries[1].version = "2.0.0".to_owned();
        let expected = ("version of a library", "recloser 2.0.0".to_owned(), "recloser 0.1.0".to_owned());
        assert_eq!(differences(&then, &now), [expected]);
    }
}
