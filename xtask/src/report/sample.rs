//! Results that nobody measured: the worst that a report has to show. For the tests and for the rehearsal of the page; the page made of
//! them says so.
//!
//! Long names, markup in names, more than a hundred rows, huge, zero and negative overheads, outliers, crowded threads, a noisy
//! machine.
use r4c_bench_record::{Build, Effort, End, FORMAT, Group, Library, Machine, Results, Row, Start, Summary};

const LONG: &str = "resilience-toolkit-with-a-remarkably-long-name + tower-layers-for-everything";
const MARKUP: &str = "<script>alert(\"a & b\")</script>|`pipe`";
const RESULTS: [&str; 4] = ["8 bytes", "24 bytes", "256 bytes", "owns a `String`"];

/// A run.
pub(crate) fn results() -> Results {
    let mut rows = Vec::new();
    for (n, result) in RESULTS.iter().enumerate() {
        for (m, name) in ["retry", "breaker", "breaker + classifier", "retry + breaker + classifier"].iter().enumerate()
        {
            rows.push(row(Group::Policy, "r4c", name, 0.6 * m as f64 + 0.2 * n as f64 + 0.4).of(result));
        }
    }
    rows.extend([
        row(Group::Addition, "r4c", "breaker + classifier", 0.3).over("breaker"),
        row(Group::Addition, "r4c", "retry + breaker + classifier + max_duration", 31.0)
            .over("retry + breaker + classifier"),
        row(Group::Addition, "r4c", "nothing at all", -0.02).over("retry"),
    ]);
    for (name, overhead) in [
        ("failures in the window", 2.9),
        ("an open breaker refuses", 41.0),
        ("half-open", 95.0),
        (
            "a listener, a time window of sixty seconds, slow calls, and a name that goes on for longer than is reasonable",
            310.0,
        ),
        (MARKUP, 0.0),
    ] {
        rows.push(row(Group::State, "r4c", name, overhead));
    }
    for form in ["generated wrapper", "pipeline", "hand-held permit", "async fn", "async_trait"] {
        rows.extend(RESULTS.map(|result| row(Group::Form, "r4c", form, 2.0 + form.len() as f64 / 4.0).of(result)));
    }
    for (name, shared) in
        [("breaker + classifier", 0.0), ("retry + breaker + classifier", 0.1), ("a shared counter", 40.0)]
    {
        rows.extend(
            [1, 2, 4, 128]
                .map(|threads| row(Group::Threads, "r4c", name, 2.0 + shared * f64::from(threads)).by(threads)),
        );
    }
    for (m, job) in ["retry", "breaker", "breaker + classifier", "retry + breaker + classifier"].iter().enumerate() {
        rows.push(row(Group::Peer, "r4c", job, 0.5 + m as f64 / 2.0));
        for (n, peer) in
            ["recloser", "failsafe", "nobreak", LONG, "seatbelt", MARKUP, "backon + recloser"].iter().enumerate()
        {
            rows.push(row(
                Group::Peer,
                peer,
                job,
                [43.0, 55.9, 52.1, 547.0, 172.5, -3.0, 44.5][n] * (1.0 + m as f64 / 5.0),
            ));
        }
        for n in 0..8 {
            rows.push(row(Group::Peer, &format!("another-breaker-{n}"), job, 5_f64.powi(n - 1)));
        }
    }
    rows.push(row(Group::Noise, "r4c", "bare call", 0.0));
    Results { start: start(rows.len()), rows, end: noisy() }
}

/// An earlier run that differs in everything a comparison warns of, with rows that are new, gone, better, worse and as they were.
pub(crate) fn earlier() -> Results {
    let mut earlier = results();
    earlier.start.effort = Effort::Full;
    earlier.start.machine.cpu = "Another processor that nobody has".to_owned();
    earlier.start.build.rustc = "rustc 1.90.0".to_owned();
    earlier.start.build.flags = "-C target-cpu=native".to_owned();
    earlier.start.build.commit = "fedcba987654".to_owned();
    earlier.rows.remove(0);
    earlier.rows.push(row(Group::State, "r4c", "a state that there is no more", 1.0));
    for (n, row) in earlier.rows.iter_mut().enumerate() {
        let shift = [0.0, 1.5, -1.5, 0.01][n % 4];
        for summary in [&mut row.call, &mut row.overhead] {
            *summary = shifted(*summary, shift);
        }
        row.differences.iter_mut().for_each(|difference| *difference += shift);
    }
    earlier
}

fn shifted(summary: Summary, by: f64) -> Summary {
    Summary {
        min: summary.min + by,
        lower_quartile: summary.lower_quartile + by,
        median: summary.median + by,
        upper_quartile: summary.upper_quartile + by,
        max: summary.max + by,
    }
}

/// A row over the bare call, its differences spread around the overhead, two of them far off.
pub(super) fn row(group: Group, library: &str, name: &str, overhead: f64) -> Row {
    let spread = 0.15 + overhead.abs() / 20.0;
    // Multiples of the golden ratio, less their whole part, fill the unit interval evenly and in no visible order.
    let even = |n: u32| f64::from(n) * 0.618_033_988_749_895 % 1.0;
    let bent = |x: f64| (x - 0.5) + 4.0 * (x - 0.5).powi(3);
    let mut differences: Vec<f64> = (0..199).map(|n| overhead + spread * bent(even(n))).collect();
    differences.extend([overhead + 900.0, overhead - 40.0]);
    let summary = Summary::of(&differences).unwrap_or(ZERO);
    let base = Summary { min: 1.8, lower_quartile: 1.9, median: 1.95, upper_quartile: 2.1, max: 9.0 };
    Row {
        group,
        library: library.to_owned(),
        name: name.to_owned(),
        over: "bare call".to_owned(),
        result: "24 bytes".to_owned(),
        threads: 1,
        crowded: false,
        calls: 10_000,
        base,
        call: shifted(summary, base.median),
        overhead: summary,
        differences,
        allocated_bytes: if overhead > 200.0 { 577.25 } else { 0.0 },
        allocations: if overhead > 200.0 { 3.0 } else { 0.0 },
    }
}

const ZERO: Summary = Summary { min: 0.0, lower_quartile: 0.0, median: 0.0, upper_quartile: 0.0, max: 0.0 };

/// What most rows leave as it is.
pub(super) trait With {
    fn of(self, result: &str) -> Self;
    fn over(self, base: &str) -> Self;
    fn by(self, threads: u32) -> Self;
}

impl With for Row {
    fn of(self, result: &str) -> Self {
        Self { result: result.to_owned(), ..self }
    }

    fn over(self, base: &str) -> Self {
        Self { over: base.to_owned(), ..self }
    }

    fn by(self, threads: u32) -> Self {
        Self { threads, crowded: threads > 2, ..self }
    }
}

fn start(rows: usize) -> Start {
    Start {
        format: FORMAT,
        rows,
        started: 1_796_016_000,
        effort: Effort::Quick,
        machine: Machine {
            cpu: "Made-up processor: these are samples for a rehearsal, nothing was measured".to_owned(),
            architecture: "x86_64".to_owned(),
            cores: 2,
            system: "No system 1.0".to_owned(),
            is_virtual: Some(true),
        },
        build: Build {
            commit: "0123456789ab+".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            target: "x86_64-unknown-linux-gnu".to_owned(),
            profile: "measured: release, lto, one codegen unit".to_owned(),
            flags: "-C target-cpu=neoverse-v1 -C target-feature=+lse,+rcpc,+a-flag-that-goes-on-and-on-without-a-space-to-break-at".to_owned(),
        },
        libraries: ["r4c", "recloser", "failsafe", "nobreak", "seatbelt", LONG, MARKUP].map(library).into(),
    }
}

fn library(name: &str) -> Library {
    Library {
        name: name.to_owned(),
        version: "0.1.0".to_owned(),
        reads_clock: if name == "r4c" { "no" } else { "twice: at the start and at the end of every call" }.to_owned(),
        judges_values: "yes".to_owned(),
        third_outcome: "no".to_owned(),
        sliding_window: "ring of the last N bits; the first decision is made only once it is full".to_owned(),
        limits_half_open: "no: all callers are admitted at once".to_owned(),
    }
}

fn noisy() -> End {
    End {
        noise: Summary { min: -12.0, lower_quartile: -0.6, median: 0.01, upper_quartile: 0.7, max: 80.0 },
        bare: Summary { min: 1.8, lower_quartile: 1.9, median: 2.4, upper_quartile: 2.9, max: 44.0 },
        seconds: 93.0,
    }
}
