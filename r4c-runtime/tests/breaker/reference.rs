//! What a circuit breaker has to do, once more and as plainly as it can be said: every record of a state instance in one
//! list, counted from scratch whenever somebody asks.
use r4c::{CircuitBreakerConfig, CircuitBreakerSettings, Outcome, SlidingWindow, State};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) window: SlidingWindow,
    pub(crate) minimum_calls: u32,
    pub(crate) failure_rate_threshold: f64,
    pub(crate) slow_call_duration: Option<Duration>,
    pub(crate) slow_call_rate_threshold: f64,
    pub(crate) open_duration: Duration,
    pub(crate) open_multiplier: f64,
    pub(crate) open_max_duration: Option<Duration>,
    pub(crate) half_open_calls: u32,
    pub(crate) half_open_max_duration: Option<Duration>,
    pub(crate) auto_half_open: bool,
}

impl Settings {
    pub(crate) fn config(&self) -> CircuitBreakerConfig {
        CircuitBreakerSettings::new()
            .sliding_window(self.window)
            .minimum_calls(self.minimum_calls)
            .failure_rate_threshold(self.failure_rate_threshold)
            .slow_call_duration(self.slow_call_duration)
            .slow_call_rate_threshold(self.slow_call_rate_threshold)
            .open_duration(self.open_duration)
            .open_multiplier(self.open_multiplier)
            .open_max_duration(self.open_max_duration)
            .half_open_calls(self.half_open_calls)
            .half_open_max_duration(self.half_open_max_duration)
            .auto_half_open(self.auto_half_open)
            .build()
            .unwrap()
    }
}

#[derive(Clone, Copy, Debug)]
struct Record {
    at: Duration,
    failed: bool,
    slow: bool,
}

/// What a snapshot shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figures {
    pub(crate) state: State,
    pub(crate) recorded: u64,
    pub(crate) failed: u64,
    pub(crate) slow: u64,
    pub(crate) refused: u64,
    pub(crate) failure_rate: Option<f64>,
    pub(crate) slow_call_rate: Option<f64>,
    /// Successes, failures, ignored calls and refusals of all times.
    pub(crate) totals: [u64; 4],
}

/// A permit: which state instance gave it, and when, if calls were timed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    generation: u64,
    started: Option<Duration>,
}

#[derive(Debug)]
pub(crate) struct Reference {
    settings: Settings,
    state: State,
    generation: u64,
    records: Vec<Record>,
    since: Duration,
    wait: Duration,
    reopened: i32,
    permits: u32,
    refused: u64,
    /// Recorded, failed, slow and minimum of the state that led to this open one.
    opened_by: (u64, u64, u64, u64),
    told: [bool; 2],
    totals: [u64; 4],
    pub(crate) events: Vec<String>,
}

impl Reference {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            settings,
            state: State::Closed,
            generation: 0,
            records: Vec::new(),
            since: Duration::ZERO,
            wait: Duration::ZERO,
            reopened: 0,
            permits: 0,
            refused: 0,
            opened_by: (0, 0, 0, 1),
            told: [false; 2],
            totals: [0; 4],
            events: Vec::new(),
        }
    }

    /// Whatever the clock alone does.
    pub(crate) fn look(&mut self, now: Duration) {
        if let (State::HalfOpen, Some(limit)) = (self.state, self.settings.half_open_max_duration) {
            if now >= self.since + limit {
                self.enter(State::Open, self.since + limit);
            }
        }
        if self.state == State::Open && self.settings.auto_half_open && now >= self.since + self.wait {
            self.enter(State::HalfOpen, now);
        }
    }

    pub(crate) fn acquire(&mut self, now: Duration) -> Option<Stamp> {
        self.look(now);
        if self.state == State::Open && now >= self.since + self.wait {
            self.enter(State::HalfOpen, now);
        }
        let granted = match self.state {
            State::HalfOpen => self.permits < self.settings.half_open_calls,
            State::Open | State::ForcedOpen => false,
            _ => true,
        };
        if !granted {
            self.refused += 1;
            self.totals[3] += 1;
            if self.state != State::ForcedOpen {
                self.events.push("NotPermitted".to_owned());
            }
            return None;
        }
        self.permits += 1;
        Some(Stamp { generation: self.generation, started: self.settings.slow_call_duration.map(|_| now) })
    }

    /// Ends a call; `None` is a permit that is dropped.
    pub(crate) fn settle(&mut self, stamp: Stamp, outcome: Option<Outcome>, now: Duration) {
        self.look(now);
        if stamp.generation != self.generation || self.state == State::Disabled {
            return;
        }
        let failed = match outcome {
            Some(Outcome::Success) => false,
            Some(Outcome::Failure | Outcome::Permanent) => true,
            _ => {
                self.permits -= 1;
                if outcome.is_some() {
                    self.totals[2] += 1;
                    self.events.push("Ignored".to_owned());
                }
                return;
            }
        };
        let limit = self.settings.slow_call_duration;
        let slow = stamp.started.zip(limit).is_some_and(|(started, limit)| now - started > limit);
        self.records.push(Record { at: now, failed, slow });
        self.totals[usize::from(failed)] += 1;
        self.events.push(if failed { "Failure" } else { "Success" }.to_owned());
        self.decide(now);
    }

    fn decide(&mut self, now: Duration) {
        let (recorded, failed, slow, minimum) = self.window(now);
        let reaches = |part, threshold| rate(part, recorded, minimum).is_some_and(|rate| rate >= threshold);
        let failing = reaches(failed, self.settings.failure_rate_threshold);
        let slow = self.settings.slow_call_duration.is_some() && reaches(slow, self.settings.slow_call_rate_threshold);
        match self.state {
            State::HalfOpen if rate(failed, recorded, minimum).is_some() => {
                self.enter(if failing || slow { State::Open } else { State::Closed }, now);
            }
            State::Closed | State::MetricsOnly => {
                for (rate, name) in [(failing, "FailureRateExceeded"), (slow, "SlowCallRateExceeded")] {
                    let told = &mut self.told[usize::from(name.starts_with('S'))];
                    if rate && !*told {
                        *told = true;
                        self.events.push(name.to_owned());
                    }
                }
                if (failing || slow) && self.state == State::Closed {
                    self.enter(State::Open, now);
                }
            }
            _ => {}
        }
    }

    /// Whether the breaker agrees to become `next`.
    pub(crate) fn transition(&mut self, next: State, now: Duration) -> bool {
        self.look(now);
        let illegal = [
            (State::Closed, State::HalfOpen),
            (State::MetricsOnly, State::Open),
            (State::MetricsOnly, State::HalfOpen),
        ];
        let legal = !illegal.contains(&(self.state, next));
        if legal {
            self.enter(next, now);
        }
        legal
    }

    pub(crate) fn reset(&mut self, now: Duration) {
        self.look(now);
        self.enter(State::Closed, now);
        self.events.push("Reset".to_owned());
    }

    pub(crate) fn reconfigure(&mut self, settings: Settings, now: Duration) {
        self.look(now);
        let (window, minimum) = (self.settings.window, self.minimum());
        self.settings = settings;
        if matches!(self.state, State::Closed | State::MetricsOnly) {
            if self.settings.window != window {
                self.records.clear();
            }
            if self.settings.window != window || self.minimum() > minimum {
                self.generation += 1;
            }
        }
        if self.state == State::Open {
            self.wait = self.open_wait();
        }
        self.decide(now);
    }

    fn enter(&mut self, next: State, now: Duration) {
        let from = self.state;
        if next == State::Open {
            if from != State::Open {
                self.opened_by = self.window(now);
            }
            self.reopened += i32::from(from == State::HalfOpen);
            self.wait = self.open_wait();
        } else {
            self.refused = 0;
        }
        if next == State::Closed {
            self.reopened = 0;
        }
        self.state = next;
        self.generation += 1;
        self.records.clear();
        self.since = now;
        self.permits = 0;
        self.told = [false; 2];
        if from != next {
            self.events.push(format!("StateTransition({from}>{next})"));
        }
    }

    fn open_wait(&self) -> Duration {
        let grown = self.settings.open_duration.mul_f64(self.settings.open_multiplier.powi(self.reopened));
        self.settings.open_max_duration.map_or(grown, |longest| grown.min(longest))
    }

    fn minimum(&self) -> u64 {
        u64::from(match (self.state, self.settings.window) {
            (State::HalfOpen, _) => self.settings.minimum_calls.min(self.settings.half_open_calls),
            (_, SlidingWindow::Count(size)) => self.settings.minimum_calls.min(size),
            (_, SlidingWindow::Time(_)) => self.settings.minimum_calls,
        })
    }

    /// Recorded, failed and slow calls in the window, and the minimum.
    fn window(&self, now: Duration) -> (u64, u64, u64, u64) {
        let first = match self.settings.window {
            _ if self.state == State::HalfOpen => 0,
            SlidingWindow::Count(size) => self.records.len().saturating_sub(size as usize),
            SlidingWindow::Time(length) => {
                let is_in = |record: &Record| now.as_secs() - record.at.as_secs() < length.as_secs();
                self.records.iter().position(is_in).unwrap_or(self.records.len())
            }
        };
        let seen = &self.records[first..];
        let count = |is: fn(&Record) -> bool| seen.iter().filter(|record| is(record)).count() as u64;
        (seen.len() as u64, count(|record| record.failed), count(|record| record.slow), self.minimum())
    }

    pub(crate) fn figures(&self, now: Duration) -> Figures {
        let (recorded, failed, slow, minimum) = match self.state {
            State::Open => self.opened_by,
            State::ForcedOpen | State::Disabled => (0, 0, 0, 1),
            _ => self.window(now),
        };
        Figures {
            state: self.state,
            recorded,
            failed,
            slow,
            refused: self.refused,
            failure_rate: rate(failed, recorded, minimum),
            slow_call_rate: rate(slow, recorded, minimum),
            totals: self.totals,
        }
    }
}

#[allow(clippy::cast_precision_loss)] // small numbers
pub(crate) fn rate(part: u64, recorded: u64, minimum: u64) -> Option<f64> {
    (recorded > 0 && recorded >= minimum).then(|| part as f64 * 100.0 / recorded as f64)
}
