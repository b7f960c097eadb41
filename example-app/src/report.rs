//! What the journal adds up to: a table by phase, what r4c saved, and whether it is what the script demands.
use crate::journal::{End, Entry, Fact};
use crate::script::{PhaseName, SCRIPT};
use r4c::{CircuitBreakerEvent, State};
use std::fmt;
use std::time::Duration;

/// The end of the story.
#[derive(Debug)]
pub(crate) struct Report {
    rows: Vec<Row>,
    saved: Saved,
    demands: Vec<Demand>,
}

/// What happened in one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    calls: usize,
    /// Requests that the upstream has seen.
    reached: usize,
    served: usize,
    refused: usize,
    fallback: usize,
    failed: usize,
}

/// What would have gone wrong or taken time without r4c.
#[derive(Debug)]
struct Saved {
    /// Calls that got a good answer after a bad one.
    rescued: usize,
    /// Calls that got an answer, and the upstream did not see them.
    spared: usize,
    /// The time such a call took, on average.
    spared_took: Duration,
}

/// Something that the script demands.
#[derive(Debug)]
pub(crate) struct Demand {
    pub(crate) text: &'static str,
    pub(crate) met: bool,
}

impl Report {
    pub(crate) fn new(entries: &[Entry]) -> Self {
        let facts = Facts(entries);
        Self {
            rows: SCRIPT.iter().map(|phase| facts.row(phase.name)).collect(),
            saved: facts.saved(),
            demands: facts.demands(),
        }
    }

    pub(crate) fn demands(&self) -> &[Demand] {
        &self.demands
    }

    pub(crate) fn is_as_demanded(&self) -> bool {
        self.demands.iter().all(|demand| demand.met)
    }
}

/// The questions to a journal.
#[derive(Clone, Copy, Debug)]
struct Facts<'a>(&'a [Entry]);

/// A call that came back.
#[derive(Clone, Copy, Debug)]
struct Call<'a> {
    end: &'a End,
    took: Duration,
    /// How often it reached the upstream.
    reached: usize,
}

impl<'a> Facts<'a> {
    fn demands(self) -> Vec<Demand> {
        let row = |phase| self.row(phase);
        let demand = |text, met| Demand { text, met };
        vec![
            demand(
                "all calls were served while the upstream was well",
                row(PhaseName::Healthy).all_served() && row(PhaseName::Recovery).all_served(),
            ),
            demand(
                "a burst of 503 was ridden out by retrying",
                row(PhaseName::Burst).all_served() && row(PhaseName::Burst).reached == 3,
            ),
            demand(
                "`Retry-After` was kept",
                row(PhaseName::RateLimit).all_served()
                    && self.longest_pause(PhaseName::RateLimit) >= Duration::from_secs(1),
            ),
            demand(
                "no 404 was retried",
                row(PhaseName::Missing).all_served()
                    && row(PhaseName::Missing).reached == row(PhaseName::Missing).calls,
            ),
            demand(
                "the fallback answered the exhausted `submit`",
                row(PhaseName::Overload).fallback == 1 && row(PhaseName::Overload).reached == 3,
            ),
            demand("the breaker opened in the outage", self.transitions(PhaseName::Outage) == [State::Open]),
            demand(
                "the open breaker let nothing through",
                row(PhaseName::Outage).reached == 2 && row(PhaseName::Outage).served == 0,
            ),
            demand(
                "the breaker opened again when its two trials hung",
                self.transitions(PhaseName::Hang) == [State::HalfOpen, State::Open]
                    && row(PhaseName::Hang).reached == 2,
            ),
            demand(
                "the breaker closed after the recovery",
                self.transitions(PhaseName::Recovery) == [State::HalfOpen, State::Closed],
            ),
        ]
    }

    fn row(self, phase: PhaseName) -> Row {
        let mut row = Row::default();
        for entry in self.0.iter().filter(|entry| entry.phase == phase) {
            match &entry.fact {
                Fact::Reached { .. } => row.reached += 1,
                Fact::Ended { end, .. } => row.count(end),
                _ => {}
            }
        }
        row
    }

    fn saved(self) -> Saved {
        let calls: Vec<_> = self.calls().collect();
        let is_rescued = |call: &&Call<'_>| call.reached > 1 && matches!(call.end, End::Served { .. });
        let spared: Vec<_> = calls.iter().filter(|call| call.reached == 0).collect();
        let took: Duration = spared.iter().map(|call| call.took).sum();
        let count = u32::try_from(spared.len()).unwrap_or(u32::MAX);
        Saved {
            rescued: calls.iter().filter(is_rescued).count(),
            spared: spared.len(),
            spared_took: took.checked_div(count).unwrap_or_default(),
        }
    }

    fn calls(self) -> impl Iterator<Item = Call<'a>> {
        self.0.iter().filter_map(move |entry| match &entry.fact {
            Fact::Ended { order, end, took, .. } => {
                Some(Call { end, took: *took, reached: self.requests(order).count() })
            }
            _ => None,
        })
    }

    /// The requests for an order, as the upstream saw them.
    fn requests(self, order: &str) -> impl Iterator<Item = &'a Entry> {
        self.0.iter().filter(move |entry| matches!(&entry.fact, Fact::Reached { order: other, .. } if other == order))
    }

    /// The longest time between two requests that the upstream saw in a phase.
    fn longest_pause(self, phase: PhaseName) -> Duration {
        let is_request = |entry: &&Entry| matches!(entry.fact, Fact::Reached { .. });
        let of_phase = self.0.iter().filter(|entry| entry.phase == phase);
        let times: Vec<_> = of_phase.filter(is_request).map(|entry| entry.at).collect();
        let pauses = times.windows(2).map(|pair| pair[1] - pair[0]);
        pauses.max().unwrap_or_default()
    }

    /// The states that the breaker came to in a phase.
    fn transitions(self, phase: PhaseName) -> Vec<State> {
        let of_phase = self.0.iter().filter(|entry| entry.phase == phase);
        let state = |entry: &Entry| match entry.fact {
            Fact::Breaker { event: CircuitBreakerEvent::StateTransition { to, .. }, .. } => Some(to),
            _ => None,
        };
        of_phase.filter_map(state).collect()
    }
}

impl Row {
    fn all_served(self) -> bool {
        self.calls > 0 && self.served == self.calls
    }

    fn count(&mut self, end: &End) {
        self.calls += 1;
        match end {
            End::Served { .. } => self.served += 1,
            End::Fallback { .. } => self.fallback += 1,
            End::Refused { .. } => self.refused += 1,
            End::Failed { .. } => self.failed += 1,
        }
    }

    fn add(&mut self, other: Row) {
        self.calls += other.calls;
        self.reached += other.reached;
        self.served += other.served;
        self.refused += other.refused;
        self.fallback += other.fallback;
        self.failed += other.failed;
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>5}  {:>20}  {:>6}  {:>7}  {:>8}  {:>6}",
            self.calls, self.reached, self.served, self.refused, self.fallback, self.failed
        )
    }
}

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "r4c saved {} calls by retrying and answered {} at once ({} µs each), sparing the broken upstream.",
            self.rescued,
            self.spared,
            self.spared_took.as_micros()
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = "phase";
        writeln!(f, "{name:<12}calls  attempts at upstream  served  refused  fallback  failed")?;
        let mut total = Row::default();
        for (phase, row) in SCRIPT.iter().zip(&self.rows) {
            writeln!(f, "{:<12}{row}", phase.name)?;
            total.add(*row);
        }
        let name = "total";
        writeln!(f, "{name:<12}{total}")?;
        self.saved.fmt(f)
    }
}
