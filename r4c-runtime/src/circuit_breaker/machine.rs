//! The exact state of a circuit breaker, without threads: it decides, and whoever holds the lock around it acts.
//!
//! **Guarantees.** Every method takes the time and the number of successes that the cells counted in this generation, and
//! moves the state by the rules of the documentation: decided after every record, rates compared with `>=`. What happened is
//! told by [`Events`], for the listeners, after the lock.
//!
//! **Hazard.** `counted` must be the sum for the generation that the machine is in; each [`Machine::enter`] starts a new one, in
//! which the sum is zero again.
use super::flight::Flights;
use super::metrics::{CircuitBreakerMetrics, CircuitBreakerTotals, rate};
use super::state::{IllegalTransition, State};
use super::window::{Counts, Entry, Window};
use crate::config::CircuitBreakerConfig;
use crate::event::CircuitBreakerEvent;
use crate::retry::backoff::grown;
use std::time::Duration;

/// What happened, in the order of telling. Empty (and without memory) while nobody listens.
pub(crate) struct Events {
    pub(crate) list: Vec<CircuitBreakerEvent>,
    wanted: bool,
}

impl Events {
    pub(crate) const fn new(wanted: bool) -> Self {
        Self { list: Vec::new(), wanted }
    }
    pub(crate) fn push(&mut self, event: CircuitBreakerEvent) {
        if self.wanted {
            self.list.push(event);
        }
    }
}

/// What is known when a call ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) now: Duration,
    /// How long the call took, where calls are timed.
    pub(crate) took: Option<Duration>,
    /// The successes of this generation that are in the cells.
    pub(crate) counted: u64,
}

/// Why a call is not let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) state: State,
    pub(crate) retry_after: Option<Duration>,
}

#[derive(Debug)]
pub(crate) struct Machine {
    config: CircuitBreakerConfig,
    state: State,
    /// Numbers the state instances; stamps permits.
    generation: u64,
    window: Window,
    /// Records of this generation that went through the lock. The others are in the cells.
    exact: u64,
    not_permitted: u64,
    /// When this state began.
    since: Duration,
    /// How long an open state lasts.
    wait: Duration,
    /// How often it has opened again since it was last closed: the exponent of the wait.
    reopened: u32,
    /// Permits of a half-open state that are out or have been used.
    permits: u32,
    /// What an open state shows: the window that led to it, and its minimum.
    opened_by: (Counts, u64),
    failure_rate_told: bool,
    slow_call_rate_told: bool,
    totals: CircuitBreakerTotals,
    pub(crate) flights: Flights,
    /// What the cells of this epoch held when the generation began: see `cells`.
    pub(crate) sum_at_start: u64,
}

impl Machine {
    pub(crate) fn new(config: CircuitBreakerConfig, now: Duration) -> Self {
        Self {
            window: Window::new(config.sliding_window()),
            config,
            state: State::Closed,
            generation: 0,
            exact: 0,
            not_permitted: 0,
            since: now,
            wait: Duration::ZERO,
            reopened: 0,
            permits: 0,
            opened_by: (Counts::default(), 0),
            failure_rate_told: false,
            slow_call_rate_told: false,
            totals: CircuitBreakerTotals::default(),
            flights: Flights::default(),
            sum_at_start: 0,
        }
    }

    pub(crate) const fn state(&self) -> State {
        self.state
    }
    pub(crate) const fn generation(&self) -> u64 {
        self.generation
    }
    pub(crate) const fn config(&self) -> &CircuitBreakerConfig {
        &self.config
    }

    /// Whether successes of this generation may be in the cells: in the other states every call is busy.
    pub(crate) const fn counts_in_cells(&self) -> bool {
        matches!(self.state, State::Closed | State::MetricsOnly)
    }

    /// Whether a success must come through the lock: only a closed (or measuring) breaker above its minimum, with a count
    /// window and nobody watching the time, can do with a count.
    pub(crate) fn needs_exact_path(&self, counted: u64) -> bool {
        match self.state {
            State::Disabled => false,
            State::Closed | State::MetricsOnly => {
                self.window.is_timed()
                    || self.config.slow_call_duration().is_some()
                    || self.exact + counted < self.minimum()
            }
            State::Open | State::HalfOpen | State::ForcedOpen => true,
        }
    }

    /// Whether the next call's answers depend on the clock. A success can open a breaker only where it completes the
    /// minimum and a failure is there already.
    pub(crate) fn needs_clock(&self, counted: u64) -> bool {
        match self.state {
            State::Open | State::HalfOpen => true,
            State::Closed | State::MetricsOnly => {
                let may_open = self.exact + counted < self.minimum() && self.window.has_failures();
                self.window.is_timed() || self.times_calls() || may_open
            }
            State::Disabled | State::ForcedOpen => false,
        }
    }
    pub(crate) fn times_calls(&self) -> bool {
        self.config.slow_call_duration().is_some()
    }

    /// Lets a call through, or says why not.
    pub(crate) fn admit(&mut self, now: Duration, events: &mut Events) -> Result<(), Refusal> {
        self.expire_half_open(now, events);
        if self.state == State::Open && now.saturating_sub(self.since) >= self.wait {
            self.enter(State::HalfOpen, now, 0, events);
        }
        let refusal = match self.state {
            State::Closed | State::Disabled | State::MetricsOnly => return Ok(()),
            State::HalfOpen if self.permits < self.config.half_open_calls() => {
                self.permits += 1;
                return Ok(());
            }
            State::HalfOpen => {
                let limit = self.config.half_open_max_duration();
                limit.map(|limit| self.since.saturating_add(limit).saturating_sub(now))
            }
            State::Open => Some(self.since.saturating_add(self.wait).saturating_sub(now)),
            State::ForcedOpen => None,
        };
        self.not_permitted += 1;
        self.totals.not_permitted += 1;
        if self.state != State::ForcedOpen {
            events.push(CircuitBreakerEvent::NotPermitted);
        }
        Err(Refusal { state: self.state, retry_after: refusal })
    }

    /// Makes the transitions that the clock alone makes: a half-open state that took too long, and with `auto_half_open` an open
    /// one whose wait is over.
    pub(crate) fn look(&mut self, now: Duration, events: &mut Events) {
        self.expire_half_open(now, events);
        if self.state == State::Open && self.config.auto_half_open() && now.saturating_sub(self.since) >= self.wait {
            self.enter(State::HalfOpen, now, 0, events);
        }
    }

    /// A half-open state that ran out opened at that instant, not at the call that noticed.
    fn expire_half_open(&mut self, now: Duration, events: &mut Events) {
        if let (State::HalfOpen, Some(limit)) = (self.state, self.config.half_open_max_duration()) {
            let end = self.since.saturating_add(limit);
            if now >= end {
                self.enter(State::Open, end, 0, events);
            }
        }
    }

    /// Records one call of this generation.
    pub(crate) fn record(&mut self, failed: bool, moment: Moment, events: &mut Events) {
        let Moment { now, took, counted } = moment;
        if matches!(self.state, State::Open | State::ForcedOpen | State::Disabled) {
            return;
        }
        let slow = took.zip(self.config.slow_call_duration()).is_some_and(|(took, limit)| took > limit);
        self.exact += 1;
        *(if failed { &mut self.totals.failed } else { &mut self.totals.successful }) += 1;
        self.window.record(Entry { failed, slow }, self.exact + counted, now);
        events.push(if failed { CircuitBreakerEvent::Failure } else { CircuitBreakerEvent::Success });
        self.decide(now, counted, events);
    }

    fn decide(&mut self, now: Duration, counted: u64, events: &mut Events) {
        let counts = self.window.counts(self.exact + counted, now);
        let failure_rate = rate(counts.failed, counts.recorded, self.minimum());
        let slow_call_rate = rate(counts.slow, counts.recorded, self.minimum());
        let (Some(failure_rate), Some(slow_call_rate)) = (failure_rate, slow_call_rate) else { return };
        let failing = failure_rate >= self.config.failure_rate_threshold();
        let slow = self.times_calls() && slow_call_rate >= self.config.slow_call_rate_threshold();
        if self.state == State::HalfOpen {
            self.enter(if failing || slow { State::Open } else { State::Closed }, now, counted, events);
            return;
        }
        if failing && !std::mem::replace(&mut self.failure_rate_told, true) {
            events.push(CircuitBreakerEvent::FailureRateExceeded { rate: failure_rate });
        }
        if slow && !std::mem::replace(&mut self.slow_call_rate_told, true) {
            events.push(CircuitBreakerEvent::SlowCallRateExceeded { rate: slow_call_rate });
        }
        if (failing || slow) && self.state == State::Closed {
            self.enter(State::Open, now, counted, events);
        }
    }

    /// A call of this generation that says nothing: its half-open permit is free again.
    pub(crate) fn give_back(&mut self) {
        if self.state == State::HalfOpen {
            self.permits = self.permits.saturating_sub(1);
        }
    }
    pub(crate) fn ignore(&mut self, events: &mut Events) {
        self.give_back();
        if !matches!(self.state, State::Disabled | State::ForcedOpen | State::Open) {
            self.totals.ignored += 1;
            events.push(CircuitBreakerEvent::Ignored);
        }
    }

    /// Changes the state by hand.
    pub(crate) fn transition(
        &mut self,
        next: State,
        now: Duration,
        counted: u64,
        events: &mut Events,
    ) -> Result<(), IllegalTransition> {
        self.look(now, events);
        if !self.state.may_become(next) {
            return Err(IllegalTransition { from: self.state, to: next });
        }
        self.enter(next, now, counted, events);
        Ok(())
    }

    /// Closed and empty, as new.
    pub(crate) fn reset(&mut self, now: Duration, counted: u64, events: &mut Events) {
        self.look(now, events);
        self.enter(State::Closed, now, counted, events);
        events.push(CircuitBreakerEvent::Reset);
    }

    /// Starts a new state instance, also of the same state.
    fn enter(&mut self, next: State, now: Duration, counted: u64, events: &mut Events) {
        let from = self.state;
        if next == State::Open {
            if from != State::Open {
                self.opened_by = (self.window.counts(self.exact + counted, now), self.minimum());
            }
            self.reopened = if from == State::HalfOpen { self.reopened.saturating_add(1) } else { self.reopened };
            self.wait = open_wait(&self.config, self.reopened);
        } else {
            self.not_permitted = 0;
        }
        if next == State::Closed {
            self.reopened = 0;
        }
        self.state = next;
        self.next_generation(counted);
        self.window = match next {
            // All of its results decide, and new settings may let more of them through than the present ones do.
            State::HalfOpen => Window::of_calls(u32::MAX),
            _ => Window::new(self.config.sliding_window()),
        };
        self.permits = 0;
        self.since = now;
        self.failure_rate_told = false;
        self.slow_call_rate_told = false;
        if from != next {
            events.push(CircuitBreakerEvent::StateTransition { from, to: next });
        }
    }

    /// From here on, what was admitted before counts nowhere. What the cells counted is kept in the totals.
    fn next_generation(&mut self, counted: u64) {
        self.totals.successful += counted;
        self.generation += 1;
        self.exact = 0;
    }

    /// Takes new settings, and decides by them. A window of another size starts empty, in a new generation.
    ///
    /// A higher minimum starts a new generation too, with the records that it has: a call that was admitted to count in
    /// the cells could complete the new minimum, and nobody would decide.
    pub(crate) fn reconfigure(
        &mut self,
        config: CircuitBreakerConfig,
        now: Duration,
        counted: u64,
        events: &mut Events,
    ) {
        self.look(now, events);
        let minimum = self.minimum();
        let old = std::mem::replace(&mut self.config, config);
        match self.state {
            State::Closed | State::MetricsOnly => {
                let counted = if self.config.sliding_window() != old.sliding_window() {
                    self.window = Window::new(self.config.sliding_window());
                    self.next_generation(counted);
                    0
                } else if self.minimum() > minimum {
                    let records = self.exact + counted;
                    self.next_generation(counted);
                    self.exact = records;
                    0
                } else {
                    counted
                };
                self.decide(now, counted, events);
            }
            State::HalfOpen => self.decide(now, counted, events),
            State::Open => self.wait = open_wait(&self.config, self.reopened),
            State::ForcedOpen | State::Disabled => {}
        }
    }

    /// The fewest records that decide in this state.
    fn minimum(&self) -> u64 {
        u64::from(match self.state {
            State::HalfOpen => self.config.half_open_decision_calls(),
            _ => self.config.effective_minimum_calls(),
        })
    }

    pub(crate) fn metrics(&mut self, now: Duration, counted: u64) -> CircuitBreakerMetrics {
        let (counts, minimum) = match self.state {
            State::Open => self.opened_by,
            State::ForcedOpen | State::Disabled => (Counts::default(), 1),
            _ => (self.window.counts(self.exact + counted, now), self.minimum()),
        };
        let totals = CircuitBreakerTotals { successful: self.totals.successful + counted, ..self.totals };
        CircuitBreakerMetrics { state: self.state, counts, not_permitted: self.not_permitted, minimum, totals }
    }
}

/// `open_duration * open_multiplier ^ reopened`, at most `open_max_duration`.
fn open_wait(config: &CircuitBreakerConfig, reopened: u32) -> Duration {
    let longest = config.open_max_duration().unwrap_or(Duration::MAX);
    grown(config.open_duration(), config.open_multiplier(), reopened).min(longest)
}
