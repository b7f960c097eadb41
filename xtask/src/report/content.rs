//! What a report says, from the results.
use r4c_bench_record::{Effort, Group, Library, Results, Row};

use super::document::{
    Audience, Cell, Column, Document, Headline, Kind, Line, Look, Mark, Plot, Row as Shown, Section, Table,
};
use super::figures::{OWN, title};
use super::{compare, figures, number};

/// The job that the first sentence is about.
const JOB: &str = "retry + breaker + classifier";
/// And the kind of result, if it is among those that were measured.
const RESULT: &str = "24 bytes";

/// The whole report.
pub(super) fn document(results: &Results, earlier: Option<&Results>) -> Document {
    let main = main_row(results);
    let mut sections = figures::sections(results);
    sections.extend((!results.start.libraries.is_empty()).then(|| libraries(&results.start.libraries)));
    sections.extend(earlier.map(|earlier| compare::section(earlier, results)));
    sections.extend(distribution(results, main));
    sections.push(reading());
    Document {
        headline: headline(main),
        summary: summary(results, main)
            .into_iter()
            .chain(earlier.map(|earlier| compare::sentence(earlier, results)))
            .collect(),
        warnings: warnings(results, earlier),
        facts: facts(results),
        sections,
    }
}

fn main_row(results: &Results) -> Option<&Row> {
    let is_main = |row: &&Row| row.group == Group::Policy && row.library == OWN && row.name == JOB && row.threads == 1;
    let all = || results.rows.iter().filter(is_main);
    all().find(|row| row.result == RESULT).or_else(|| all().next())
}

fn headline(main: Option<&Row>) -> Headline {
    let Some(row) = main else {
        return Headline {
            before: format!("This run has no row for {JOB}, which is"),
            figure: "what r4c adds".to_owned(),
            after: " to a bare call.".to_owned(),
            spread: String::new(),
        };
    };
    Headline {
        before: "r4c adds".to_owned(),
        figure: format!("{} ns", number::nanoseconds(row.overhead.median)),
        after: format!(" to a {} for {JOB};", row.over),
        spread: format!(" half of all pairs show {}.", number::middle_half(&row.overhead)),
    }
}

fn summary(results: &Results, main: Option<&Row>) -> Vec<String> {
    let Some(row) = main else { return Vec::new() };
    let allocates = match (row.allocated_bytes, row.allocations) {
        (0.0, 0.0) => "and allocates nothing".to_owned(),
        (bytes, allocations) => {
            format!("and allocates {} bytes in {} pieces", number::amount(bytes), number::amount(allocations))
        }
    };
    let mut sentences = vec![format!(
        "That is a healthy call that returns {}: the bare call takes {} ns, with r4c it takes {} ns {allocates}. The figure is the median of {} paired \
         differences.",
        row.result,
        number::nanoseconds(row.base.median),
        number::nanoseconds(row.call.median),
        row.differences.len(),
    )];
    sentences.extend(peers(results));
    sentences
}

/// The range of the other libraries at the same job.
fn peers(results: &Results) -> Option<String> {
    let is_peer = |row: &&Row| row.group == Group::Peer && row.library != OWN && row.name == JOB && row.threads == 1;
    let by_median = |one: &&Row, other: &&Row| one.overhead.median.total_cmp(&other.overhead.median);
    let least = results.rows.iter().filter(is_peer).min_by(by_median)?;
    let most = results.rows.iter().filter(is_peer).max_by(by_median)?;
    let figure = |row: &Row| format!("{} ns ({})", number::nanoseconds(row.overhead.median), row.library);
    let range = if key(least) == key(most) { figure(least) } else { format!("{} to {}", figure(least), figure(most)) };
    Some(format!(
        "At the closest thing to the same job other libraries add {range} in this run. They do not all do the same."
    ))
}

fn key(row: &Row) -> (&str, &str, &str) {
    (&row.library, &row.over, &row.result)
}

fn warnings(results: &Results, earlier: Option<&Results>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(why) = results.end.too_noisy() {
        warnings
            .push(format!("The machine was too noisy to trust these figures to a fraction of a nanosecond: {why}."));
    }
    if results.start.effort == Effort::Tiny {
        warnings.push("This was a tiny run: it shows that everything works, not what it costs.".to_owned());
    }
    warnings.extend(earlier.and_then(|earlier| compare::warning(earlier, results)));
    warnings
}

fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let (start, machine, build) = (&results.start, &results.start.machine, &results.start.build);
    let known = |text: &str| if text.is_empty() { "unknown".to_owned() } else { text.to_owned() };
    let cores = if machine.cores == 1 { "1 core".to_owned() } else { format!("{} cores", machine.cores) };
    let is_virtual = match machine.is_virtual {
        Some(true) => ", a guest of another machine",
        Some(false) => ", not a guest of another machine",
        None => "",
    };
    let commit = match build.commit.strip_suffix('+') {
        Some(commit) => format!("{commit}, with changes since"),
        None => known(&build.commit),
    };
    let effort = match start.effort {
        Effort::Full => "full",
        Effort::Quick => "quick: fewer pairs, a wider spread",
        Effort::Tiny => "tiny: that it works, not what it costs",
    };
    vec![
        ("Processor", known(&machine.cpu)),
        ("Machine", format!("{}, {cores}{is_virtual}", machine.architecture)),
        ("System", known(&machine.system)),
        ("Compiler", known(&build.rustc)),
        ("Target", known(&build.target)),
        ("Profile", known(&build.profile)),
        ("Flags", if build.flags.is_empty() { "none beyond the profile".to_owned() } else { build.flags.clone() }),
        ("Commit", commit),
        ("Effort", effort.to_owned()),
        ("Measured", format!("{}, in {:.0} s", number::date(start.started), results.end.seconds)),
    ]
}

fn libraries(libraries: &[Library]) -> Section {
    let columns = [
        "",
        "Reads a clock",
        "Judges values",
        "A third outcome",
        "What its breaker looks at",
        "Limits half-open calls",
    ];
    let line = |library: &Library| {
        let Library { name, version, reads_clock, judges_values, third_outcome, sliding_window, limits_half_open } =
            library;
        let answers = [reads_clock, judges_values, third_outcome, sliding_window, limits_half_open];
        let cells = answers.map(Cell::new);
        Line::Row(Shown {
            cells: [Cell::detailed(name, version)].into_iter().chain(cells).collect(),
            marks: Vec::new(),
            is_own: name == OWN,
        })
    };
    Section {
        id: "libraries",
        title: "What each library does",
        text: vec![
            "On a healthy call. A clock that is read twice costs more than everything else together on many machines, and a breaker that \
             cannot judge a value does less: a figure is compared fairly only beside this table."
                .to_owned(),
        ],
        points: Vec::new(),
        table: Some(Table {
            caption: "What each library does on a healthy call".to_owned(),
            columns: columns.map(|name| Column { name, kind: Kind::Text }).into(),
            plot: None,
            lines: libraries.iter().map(line).collect(),
        }),
        audience: Audience::Reader,
    }
}

/// The differences of the main row, of its neighbours, and of bare calls with themselves: one by one.
fn distribution(results: &Results, main: Option<&Row>) -> Option<Section> {
    let is_neighbour = |row: &&Row| {
        main.is_some_and(|main| row.group == main.group && row.result == main.result && row.over == main.over)
    };
    let neighbours = results.rows.iter().filter(is_neighbour);
    let chosen = neighbours.chain(results.rows.iter().filter(|row| row.group == Group::Noise));
    let lines: Vec<Line> = chosen.filter(|row| !row.differences.is_empty()).map(|row| Line::Row(strip(row))).collect();
    let bare = &results.end.bare;
    let columns = [
        ("", Kind::Text),
        ("Median", Kind::Main),
        ("Middle half", Kind::Figure),
        ("Least", Kind::Figure),
        ("Most", Kind::Figure),
        ("Pairs", Kind::Figure),
    ];
    (!lines.is_empty()).then(|| Section {
        id: "distribution",
        title: "Distribution",
        text: vec![
            "Every dot is the difference of one pair, the first at the top and the last at the bottom: a slant or a step is the machine \
             that changed its speed."
                .to_owned(),
            format!(
                "Two batches of the same bare call, taken over the whole run, differed by {} ns in their middle half; the bare call itself took \
                 {} ns (middle half: {}, fastest: {}).",
                number::middle_half(&results.end.noise),
                number::nanoseconds(bare.median),
                number::middle_half(bare),
                number::nanoseconds(bare.min),
            ),
        ],
        points: Vec::new(),
        table: Some(Table {
            caption: "The paired differences, in nanoseconds".to_owned(),
            columns: columns.map(|(name, kind)| Column { name, kind }).into(),
            plot: Some(Plot { axis: "ns, each pair a dot".to_owned() }),
            lines,
        }),
        audience: Audience::Reader,
    })
}

fn strip(row: &Row) -> Shown {
    let (name, detail) = title(row);
    let is_own = row.group != Group::Noise;
    Shown {
        cells: vec![
            Cell::detailed(if is_own { name } else { format!("noise: {}", row.name) }, detail),
            Cell::new(number::nanoseconds(row.overhead.median)),
            Cell::new(number::middle_half(&row.overhead)),
            Cell::new(number::nanoseconds(row.overhead.min)),
            Cell::new(number::nanoseconds(row.overhead.max)),
            Cell::new(row.differences.len().to_string()),
        ],
        marks: vec![Mark::new(row.overhead, &row.differences, Look::Strip(row.differences.clone()))],
        is_own: false,
    }
}

fn reading() -> Section {
    let points = [
        "Overhead is what a call takes more than the call it is compared with. Both are measured in turn, batch by batch, in one process, and \
         subtracted pair by pair: a machine that changes its speed changes both. The figure is the median of these differences.",
        "Middle half: a quarter of the differences is below it, a quarter above. Two rows whose middle halves overlap are not known to differ.",
        "An overhead below zero is real in its run, and says nothing: two programs differ in where their code lies. A few tenths of a nanosecond are nothing; \
         a large result, threads and async calls depend on the layout of the code by more than that.",
        "Whole call is the median of the call itself, in this run. It moves with the machine, and is not to be compared with other runs or machines.",
        "Bytes is what one call allocates beyond its base. It is counted, not timed.",
        "A call in these rows does next to nothing, so that what is added can be seen at all: a nanosecond is a millionth of a call that takes a millisecond.",
    ];
    Section {
        id: "reading",
        title: "How to read this",
        text: Vec::new(),
        points: points.map(str::to_owned).into(),
        table: None,
        audience: Audience::Reader,
    }
}

#[cfg(test)]
mod tests {
    use r4c_bench_record::Summary;

    use super::super::sample::{self, With as _, row};
    use super::*;

    fn said(headline: &Headline) -> String {
        format!("{} {}{}{}", headline.before, headline.figure, headline.after, headline.spread)
    }

    #[track_caller]
    fn check_headline(rows: Vec<Row>, expected: &str) {
        let document = document(&Results { rows, ..sample::results() }, None);
        assert_eq!(said(&document.headline), expected);
    }

    fn job(overhead: f64) -> Row {
        let mut row = row(Group::Policy, "r4c", JOB, 0.0);
        row.overhead = Summary {
            lower_quartile: overhead - 0.1,
            median: overhead,
            upper_quartile: overhead + 0.2,
            ..row.overhead
        };
        row
    }

    #[test]
    fn the_first_sentence_says_what_r4c_adds_and_its_spread() {
        let expected =
            "r4c adds 2.10 ns to a bare call for retry + breaker + classifier; half of all pairs show 2.00 to 2.30.";
        check_headline(vec![job(1.0).of("8 bytes"), job(9.0).by(4), job(2.1)], expected);
        check_headline(vec![job(2.1).of("8 bytes")], expected);
        check_headline(
            vec![job(-0.05)],
            "r4c adds −0.05 ns to a bare call for retry + breaker + classifier; half of all pairs show −0.15 to 0.15.",
        );
    }

    #[test]
    fn without_its_row_the_first_sentence_makes_no_claim() {
        check_headline(
            Vec::new(),
            "This run has no row for retry + breaker + classifier, which is what r4c adds to a bare call.",
        );
    }

    #[test]
    fn a_noisy_machine_and_a_tiny_run_are_said_first() {
        let mut results = sample::results();
        results.start.effort = Effort::Tiny;
        let warnings = document(&results, Some(&sample::earlier())).warnings;
        assert!(warnings[0].starts_with("The machine was too noisy"), "{warnings:#?}");
        assert!(warnings[1].starts_with("This was a tiny run"), "{warnings:#?}");
        assert_eq!(warnings.len(), 3, "{warnings:#?}");
    }

    #[test]
    fn every_row_is_shown() {
        let results = sample::results();
        let document = document(&results, None);
        let ids = ["policies", "additions", "states", "forms", "threads", "peers"];
        let of = |section: &&Section| ids.contains(&section.id);
        let lines = document
            .sections
            .iter()
            .filter(of)
            .filter_map(|section| section.table.as_ref())
            .flat_map(|table| &table.lines);
        let shown = lines.filter(|line| matches!(line, Line::Row(_))).count();
        let noise = results.rows.iter().filter(|row| row.group == Group::Noise).count();
        assert_eq!(shown + noise, results.rows.len());
        assert!(results.rows.len() > 100);
    }

    #[test]
    fn what_is_added_to_what_is_a_sentence() {
        let rows = vec![
            row(Group::Addition, "r4c", "breaker + classifier", 0.0).over("breaker"),
            row(Group::Addition, "r4c", "a listener", 0.0).over(JOB),
        ];
        let document = document(&Results { rows, ..sample::results() }, None);
        let points = &document.sections.iter().find(|section| section.id == "additions").unwrap().points;
        assert!(
            points[0].starts_with("a classifier adds 0.00 ns (") && points[0].ends_with(") to a breaker"),
            "{points:?}"
        );
        assert!(
            points[1].starts_with("a listener adds 0.00 ns (") && points[1].ends_with(&format!(") to {JOB}")),
            "{points:?}"
        );
    }
}
