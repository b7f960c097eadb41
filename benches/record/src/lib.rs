//! What a run of the benches found: written by the program that measures, read by every report.
//!
//! The program prints one [`Record`] a line, as JSON: a [`Start`], a [`Row`] each time one is measured, and an [`End`]. It
//! may run on another machine, so whatever is to be known about the machine and the build is said by the program itself.
//! `results.json` is the same, collected: [`Results`].
//!
//! All times are nanoseconds of one call.
use serde::{Deserialize, Serialize};

/// The format that this version writes. Reports refuse others.
pub const FORMAT: u32 = 1;

/// A line of what the measuring program prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Record {
    /// The first line.
    Start(Start),
    /// One for each row, in the order in which they are measured.
    Row(Row),
    /// The last line: what is not followed by it was interrupted.
    End(End),
}

/// A whole run, as `results.json` keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// What was run, and where.
    pub start: Start,
    /// What was found.
    pub rows: Vec<Row>,
    /// How quiet the machine was.
    pub end: End,
}

/// What was run, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// [`FORMAT`].
    pub format: u32,
    /// How many rows will follow.
    pub rows: usize,
    /// When the run began: seconds since 1970, UTC.
    pub started: u64,
    /// How thoroughly it measures.
    pub effort: Effort,
    /// The machine.
    pub machine: Machine,
    /// The program.
    pub build: Build,
    /// The libraries that are measured, r4c first.
    pub libraries: Vec<Library>,
}

/// How thoroughly a run measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// All rows, many pairs.
    Full,
    /// All rows, within two minutes.
    Quick,
    /// A few rows, within a few seconds: that everything works, not what it costs.
    Tiny,
}

/// The machine that a run was made on. Nothing in here names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model, as the operating system calls it.
    pub cpu: String,
    /// `x86_64`, `aarch64`.
    pub architecture: String,
    /// How many threads it runs at once.
    pub cores: usize,
    /// The operating system and its kernel's version.
    pub system: String,
    /// Whether it is a guest of another machine, if known.
    pub is_virtual: Option<bool>,
}

/// The program that measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The commit it was built from, with `+` where sources were changed; empty if unknown.
    pub commit: String,
    /// `rustc 1.95.0`.
    pub rustc: String,
    /// The target triple.
    pub target: String,
    /// The Cargo profile, with what matters of it.
    pub profile: String,
    /// Flags for rustc beyond the profile's; empty if none.
    pub flags: String,
}

/// A library that is measured, and what it does on a healthy call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// Its name on the registry.
    pub name: String,
    /// The measured version.
    pub version: String,
    /// Whether, or how often, a healthy call reads a clock.
    pub reads_clock: String,
    /// Whether it judges values (an `Ok` with a 503), or errors alone.
    pub judges_values: String,
    /// Whether a call can be neither a success nor a failure.
    pub third_outcome: String,
    /// What its breaker looks at.
    pub sliding_window: String,
    /// Whether it limits the calls of a half-open breaker.
    pub limits_half_open: String,
}

/// What a group of rows is compared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Group {
    /// The bare call against itself: what the machine adds.
    Noise,
    /// Policies on a healthy call, by kind of result.
    Policy,
    /// What one thing adds to a call that has all others: a classifier, a `max_duration`.
    Addition,
    /// What a call meets: failures in the window, an open breaker, a listener, a time window.
    State,
    /// Generated wrapper, pipeline, hand-held permit; sync, async, `async_trait`.
    Form,
    /// Threads that share one breaker.
    Threads,
    /// r4c and other libraries at the same job.
    Peer,
}

/// One measured row: pairs of batches, of a base and of what is compared with it, taken in turn in one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What it is compared for.
    pub group: Group,
    /// The library, a name in [`Start::libraries`]; two that are combined are joined by ` + `.
    pub library: String,
    /// What is measured: `retry + breaker + classifier`.
    pub name: String,
    /// What it is compared with: `bare call`, `breaker`, `one clock read`.
    pub over: String,
    /// The kind of result: `24 bytes`.
    pub result: String,
    /// Threads that call at once.
    pub threads: u32,
    /// Whether these are more than the machine runs at once.
    pub crowded: bool,
    /// Calls in a batch.
    pub calls: u64,
    /// The base.
    pub base: Summary,
    /// The call.
    pub call: Summary,
    /// The call less the base, pair by pair.
    pub overhead: Summary,
    /// Those differences, in the order in which they were measured.
    pub differences: Vec<f64>,
    /// Bytes that one call allocates, beyond what the base does.
    pub allocated_bytes: f64,
    /// Allocations of one call, beyond those of the base.
    pub allocations: f64,
}

/// What is kept of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The smallest.
    pub min: f64,
    /// A quarter is below.
    pub lower_quartile: f64,
    /// Half is below.
    pub median: f64,
    /// Three quarters are below.
    pub upper_quartile: f64,
    /// The largest.
    pub max: f64,
}

impl Summary {
    /// Of a sample in any order; `None` if it is empty. Between two values a quartile is interpolated.
    ///
    /// ```
    /// # use r4c_bench_record::Summary;
    /// let summary = Summary::of(&[3.0, 1.0, 2.0]).unwrap();
    /// assert_eq!((summary.min, summary.lower_quartile, summary.median, summary.max), (1.0, 1.5, 2.0, 3.0));
    /// ```
    #[must_use]
    pub fn of(sample: &[f64]) -> Option<Self> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quarter = |n: usize| {
            let (below, rest) = (last * n / 4, last * n % 4);
            let above = (below + 1).min(last);
            sorted[below] + (sorted[above] - sorted[below]) * rest as f64 / 4.0
        };
        let [min, lower_quartile, median, upper_quartile, max] = [0, 1, 2, 3, 4].map(quarter);
        Some(Self { min, lower_quartile, median, upper_quartile, max })
    }

    /// The middle half: its width is the spread that reports show.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.upper_quartile - self.lower_quartile
    }
}

/// How quiet the machine was: the bare call against itself, in turn with the rows, over the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Differences between two batches of the same call: they would be zero on a quiet machine.
    pub noise: Summary,
    /// The bare call over the whole run: how much the machine's speed moved.
    pub bare: Summary,
    /// How long the run took, in seconds.
    pub seconds: f64,
}

impl End {
    /// Why the figures of this run are not to be trusted to a fraction of a nanosecond, if so.
    #[must_use]
    pub fn too_noisy(&self) -> Option<String> {
        /// Nanoseconds that the middle half of the noise may span.
        const SPREAD: f64 = 0.5;
        /// The bare call's upper quartile may be so much above its minimum.
        const DRIFT: f64 = 1.5;
        let drift = self.bare.upper_quartile / self.bare.min;
        if self.noise.spread() > SPREAD {
            return Some(format!(
                "two batches of the same call differed: half of the differences span {:.2} ns (quiet: up to {SPREAD} ns)",
                self.noise.spread()
            ));
        }
        (drift > DRIFT).then(|| {
            format!("the machine changed its speed: a quarter of the bare calls took over {drift:.1} times the fastest (quiet: up to {DRIFT})")
        })
    }
}
