//! The circuit breaker: refuses calls to a dependency that fails, and looks now and then whether it is back.
//!
//! # How it counts so cheaply
//!
//! A closed breaker above its minimum is decided by failures alone: one more success can only lower the rate. So a
//! healthy call needs no lock, no clock and no locked instruction: one relaxed load of the [word](word) admits it, and its
//! success is added to its own thread's [cell](cells). A failure takes the lock, reads the sum of the cells as its place
//! in the order of records, and decides. Everything else (below the minimum, half-open, open, time windows, slow calls, a
//! listener) goes through the lock and is as exact: the word says *busy*.
//!
//! **Guarantees.** At every moment when somebody looks (a failure, a snapshot, a transition), the window is that of a
//! plain ring buffer over *some* order of the calls that is consistent with what happened before what. No record is lost
//! or counted twice; a half-open state never has more permits out than it may; a result of an older generation counts nowhere.
//!
//! **Not guaranteed.** Two calls that overlap have no order; listeners on several threads may be told in another order than
//! the decisions were made.
mod cells;
mod machine;
mod metrics;
mod permit;
mod state;
mod window;
mod word;

pub use metrics::{CircuitBreakerMetrics, CircuitBreakerTotals};
pub use permit::Permit;
pub use state::{IllegalTransition, State};

use crate::clock::Clock;
use crate::config::CircuitBreakerConfig;
use crate::event::{CircuitBreakerEvent, Publisher, Subscription};
use crate::sync::{Mutex, lock};
use crate::{CallNotPermitted, Outcome};
use cells::Cells;
use machine::{Events, Machine};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use word::{Admitted, Flags, Word};

/// A named circuit breaker. Cheap to clone: every clone is the same breaker.
///
/// Wrappers and pipelines drive it; by hand it is driven with [`try_acquire`](Self::try_acquire), and watched and
/// controlled with the rest.
#[derive(Clone)]
pub struct CircuitBreaker(Arc<Shared>);

struct Shared {
    word: Word,
    cells: Cells,
    machine: Mutex<Machine>,
    name: Arc<str>,
    clock: Arc<dyn Clock>,
    listeners: Publisher<CircuitBreakerEvent>,
}

/// A call that was let through: what the word was, and when, where calls are timed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket {
    admitted: Admitted,
    started: Option<Duration>,
}

/// How a ticket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settlement {
    Success,
    Failure,
    /// The classifier said so: not counted, but told.
    Ignore,
    /// Dropped without an answer: not counted, not told.
    GiveBack,
}

impl From<Outcome> for Settlement {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Success => Self::Success,
            Outcome::Ignore => Self::Ignore,
            Outcome::Failure | Outcome::Permanent => Self::Failure,
        }
    }
}

impl CircuitBreaker {
    /// A breaker of its own, outside any registry.
    pub fn new(name: impl Into<Arc<str>>, config: CircuitBreakerConfig, clock: Arc<dyn Clock>) -> Self {
        let machine = Machine::new(config, clock.now());
        let flags = Flags { busy: machine.needs_exact_path(0), timed: machine.needs_clock(0) };
        Self(Arc::new(Shared {
            word: Word::new(Admitted::of(machine.generation(), flags)),
            cells: Cells::new(),
            machine: Mutex::new(machine),
            name: name.into(),
            clock,
            listeners: Publisher::new(),
        }))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }
    /// The settings in force.
    #[must_use]
    pub fn config(&self) -> CircuitBreakerConfig {
        lock(&self.0.machine).config().clone()
    }
    /// The state. With `auto_half_open` an open state whose wait is over ends here.
    #[must_use]
    pub fn state(&self) -> State {
        self.metrics().state()
    }
    /// State, window and counters at this instant. With `auto_half_open` an open state whose wait is over ends here.
    #[must_use]
    pub fn metrics(&self) -> CircuitBreakerMetrics {
        let now = self.0.clock.now();
        self.locked(|machine, counted, events| {
            let before = machine.generation();
            machine.look(now, events);
            let counted = if machine.generation() == before { counted } else { 0 };
            machine.metrics(now, counted)
        })
    }
    /// Calls `listener` after every event of this breaker, until the subscription is dropped.
    ///
    /// It runs on the thread that made the event, after the decision and outside every lock; a panic in it is caught and
    /// changes nothing. While somebody listens, every call takes the lock, as its success is an event.
    pub fn on_event(&self, listener: impl Fn(&CircuitBreakerEvent) + Send + Sync + 'static) -> Subscription {
        let subscription = self.0.listeners.subscribe(listener);
        self.locked(|_, _, _| ());
        subscription
    }
    /// How often listeners of this breaker have panicked.
    #[must_use]
    pub fn listener_panics(&self) -> u64 {
        self.0.listeners.panics()
    }

    /// Asks for a permit by hand; the guard is settled with what the call was like, and given back if it is dropped.
    ///
    /// # Errors
    /// [`CallNotPermitted`] where the breaker refuses.
    #[inline]
    pub fn try_acquire(&self) -> Result<Permit<'_>, CallNotPermitted> {
        Ok(Permit::new(self, self.admit()?))
    }

    /// Closes it and empties its window and counters.
    pub fn reset(&self) {
        let now = self.0.clock.now();
        self.locked(|machine, counted, events| machine.reset(now, counted, events));
    }
    /// Refuses every call until told otherwise.
    ///
    /// # Errors
    /// Never, from any of today's states; the signature is that of all transitions by hand.
    pub fn force_open(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::ForcedOpen)
    }
    /// Lets every call through and records nothing, until told otherwise.
    ///
    /// # Errors
    /// Never, from any of today's states.
    pub fn disable(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::Disabled)
    }
    /// Lets every call through and records it, and never opens, until told otherwise.
    ///
    /// # Errors
    /// Never, from any of today's states.
    pub fn metrics_only(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::MetricsOnly)
    }
    /// Closes it, with an empty window.
    ///
    /// # Errors
    /// Never, from any of today's states.
    pub fn transition_to_closed(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::Closed)
    }
    /// Opens it: refused until `open_duration` is over.
    ///
    /// # Errors
    /// From `MetricsOnly`: close it first.
    pub fn transition_to_open(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::Open)
    }
    /// Makes it half-open.
    ///
    /// # Errors
    /// From `Closed` and `MetricsOnly`.
    pub fn transition_to_half_open(&self) -> Result<(), IllegalTransition> {
        self.transition_to(State::HalfOpen)
    }
    /// Changes the state by hand. A transition to the state it is in starts that state anew.
    ///
    /// # Errors
    /// For `Closed → HalfOpen`, `MetricsOnly → Open` and `MetricsOnly → HalfOpen`; nothing is changed.
    pub fn transition_to(&self, state: State) -> Result<(), IllegalTransition> {
        let now = self.0.clock.now();
        self.locked(|machine, counted, events| machine.transition(state, now, counted, events))
    }
    /// Takes new settings at once. The state stays; a window of another size starts empty.
    pub fn reconfigure(&self, config: CircuitBreakerConfig) {
        self.locked(|machine, counted, _| machine.reconfigure(config, counted));
    }

    /// Lets a call through, or refuses it. The healthy path: one relaxed load.
    #[inline(always)]
    pub(crate) fn admit(&self) -> Result<Ticket, CallNotPermitted> {
        let admitted = self.0.word.load();
        if admitted.is_busy() { self.admit_exactly(admitted) } else { Ok(Ticket { admitted, started: None }) }
    }

    #[cold]
    #[inline(never)]
    fn admit_exactly(&self, seen: Admitted) -> Result<Ticket, CallNotPermitted> {
        let mut now = seen.is_timed().then(|| self.0.clock.now());
        loop {
            let (answer, admitted) = self.locked_with_word(|machine, counted, events| {
                if now.is_none() && machine.needs_clock(counted) {
                    return None;
                }
                Some(machine.admit(now.unwrap_or_default(), events))
            });
            match answer {
                None => now = Some(self.0.clock.now()),
                Some(Ok(())) => return Ok(Ticket { admitted, started: now }),
                Some(Err(refusal)) => return Err(CallNotPermitted::new(&self.0.name, refusal.state, refusal.retry_after)),
            }
        }
    }

    /// Records a success. The healthy path: an add to this thread's own cell.
    #[inline(always)]
    pub(crate) fn succeed(&self, ticket: Ticket) {
        if ticket.admitted.is_busy() || !self.0.cells.count(ticket.admitted) {
            self.succeed_elsewhere(ticket);
        }
    }

    #[cold]
    #[inline(never)]
    fn succeed_elsewhere(&self, ticket: Ticket) {
        if ticket.admitted.is_busy() || !self.0.cells.count_shared(ticket.admitted) {
            self.settle(ticket, Settlement::Success);
        }
    }

    /// Ends a ticket on the exact path.
    #[cold]
    #[inline(never)]
    pub(crate) fn settle(&self, ticket: Ticket, settlement: Settlement) {
        let timed = settlement == Settlement::Failure || ticket.admitted.is_timed();
        let mut now = timed.then(|| self.0.clock.now());
        loop {
            let settled = self.locked(|machine, counted, events| {
                if !ticket.admitted.same_generation(Admitted::of(machine.generation(), Flags { busy: false, timed: false })) {
                    return true;
                }
                if now.is_none() && machine.needs_clock(counted) {
                    return false;
                }
                self.settle_now(machine, ticket, settlement, now, counted, events);
                true
            });
            if settled {
                return;
            }
            now = Some(self.0.clock.now());
        }
    }

    fn settle_now(&self, machine: &mut Machine, ticket: Ticket, settlement: Settlement, now: Option<Duration>, counted: u64, events: &mut Events) {
        let took = now.zip(ticket.started).map(|(now, started)| now.saturating_sub(started));
        let now = now.unwrap_or_default();
        match settlement {
            Settlement::Success if !ticket.admitted.is_busy() && !self.0.listeners.is_observed() && !machine.needs_exact_path(counted) => {
                self.0.cells.count_under_lock(ticket.admitted);
            }
            Settlement::Success => machine.record(false, took, now, counted, events),
            Settlement::Failure => machine.record(true, took, now, counted, events),
            Settlement::Ignore => machine.ignore(events),
            Settlement::GiveBack => machine.give_back(),
        }
    }

    fn locked<R>(&self, act: impl FnOnce(&mut Machine, u64, &mut Events) -> R) -> R {
        self.locked_with_word(act).0
    }

    /// Runs `act` under the lock, brings the word in step with what it did, and tells the listeners after the lock.
    fn locked_with_word<R>(&self, act: impl FnOnce(&mut Machine, u64, &mut Events) -> R) -> (R, Admitted) {
        let observed = self.0.listeners.is_observed();
        let mut events = Events::new(observed);
        let mut machine = lock(&self.0.machine);
        let before = self.0.word.load();
        let counted = if machine.counts_in_cells() { self.0.cells.sum(before) } else { 0 };
        let answer = act(&mut machine, counted, &mut events);
        let word = self.publish_word(&machine, before, counted, observed);
        drop(machine);
        for event in &events.list {
            self.0.listeners.publish(event);
        }
        (answer, word)
    }

    fn publish_word(&self, machine: &Machine, before: Admitted, counted: u64, observed: bool) -> Admitted {
        let generation = Admitted::of(machine.generation(), Flags { busy: true, timed: false });
        let same_generation = generation.same_generation(before);
        let counted = if same_generation { counted } else { 0 };
        let busy = machine.needs_exact_path(counted) || (observed && machine.state() != State::Disabled);
        let word = Admitted::of(machine.generation(), Flags { busy, timed: machine.needs_clock(counted) });
        if !same_generation {
            self.0.cells.sweep(word);
        }
        if word != before {
            self.0.word.store(word);
        }
        word
    }
}

impl fmt::Debug for CircuitBreaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CircuitBreaker").field("name", &self.0.name).finish_non_exhaustive()
    }
}
