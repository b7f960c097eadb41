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
mod flight;
#[cfg(all(test, loom))]
mod loom;
mod machine;
mod metrics;
mod permit;
mod shared;
mod state;
mod window;
mod word;

pub use metrics::{CircuitBreakerMetrics, CircuitBreakerTotals};
pub use permit::Permit;
pub use state::{IllegalTransition, State};

use crate::CallNotPermitted;
use crate::clock::Clock;
use crate::config::CircuitBreakerConfig;
use crate::event::{CircuitBreakerEvent, Subscription, Wants};
use crate::sync::lock;
use machine::{Events, Machine};
use shared::Shared;
use std::fmt;
use std::sync::Arc;

pub(crate) use cells::Cells;
pub(crate) use shared::Settlement;
pub use shared::Ticket;
pub(crate) use word::Admitted;

/// A named circuit breaker. Cheap to clone: every clone is the same breaker.
///
/// Wrappers and pipelines drive it; by hand it is driven with [`try_acquire`](Self::try_acquire), and watched and
/// controlled with the rest.
#[derive(Clone)]
pub struct CircuitBreaker(Arc<Shared>);

impl CircuitBreaker {
    /// A breaker of its own, outside any registry.
    pub fn new(name: impl Into<Arc<str>>, config: CircuitBreakerConfig, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Shared::new(name.into(), config, clock)))
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
    /// The state, as [`metrics`](Self::metrics) has it.
    #[must_use]
    pub fn state(&self) -> State {
        self.metrics().state()
    }
    /// State, window and counters at this instant. A half-open state that took too long ends here, and with
    /// `auto_half_open` an open one whose wait is over.
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
    /// changes nothing. While somebody listens, every call takes the lock, as its success is an event. (The success of a
    /// call that was let through before may still be counted without one.)
    pub fn on_event(&self, listener: impl Fn(&CircuitBreakerEvent) + Send + Sync + 'static) -> Subscription {
        self.subscribe(Wants::Everything, listener)
    }
    /// As [`on_event`](Self::on_event), for every event but `Success`: a healthy call costs what it costs without a listener.
    pub fn on_event_except_success(
        &self,
        listener: impl Fn(&CircuitBreakerEvent) + Send + Sync + 'static,
    ) -> Subscription {
        self.subscribe(Wants::AllButSuccesses, listener)
    }
    fn subscribe(&self, wants: Wants, listener: impl Fn(&CircuitBreakerEvent) + Send + Sync + 'static) -> Subscription {
        let subscription = self.0.listeners.subscribe(wants, listener);
        self.locked(|_, _, _| ());
        let shared = Arc::downgrade(&self.0);
        subscription.and_then(move || {
            if let Some(shared) = shared.upgrade() {
                Self(shared).locked(|_, _, _| ());
            }
        })
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
    /// Takes new settings at once. A window of another size starts empty; one whose rate reaches its new threshold opens
    /// the breaker now. A call under way counts nowhere if the window is another one or the minimum is higher.
    pub fn reconfigure(&self, config: CircuitBreakerConfig) {
        let now = self.0.clock.now();
        self.locked(|machine, counted, events| machine.reconfigure(config, now, counted, events));
    }

    /// Lets a call through, or refuses it. The healthy path: one relaxed load.
    #[inline(always)]
    pub(crate) fn admit(&self) -> Result<Ticket, CallNotPermitted> {
        match self.admit_quickly() {
            Some(ticket) => Ok(ticket),
            None => self.admit_exactly(),
        }
    }
    /// Lets a call through if that takes no lock.
    #[inline(always)]
    pub(crate) fn admit_quickly(&self) -> Option<Ticket> {
        let word = self.0.word.load();
        if word.is_busy() { None } else { Some(Ticket(word)) }
    }
    /// Lets a call through, or refuses it, under the lock.
    #[cold]
    #[inline(never)]
    pub(crate) fn admit_exactly(&self) -> Result<Ticket, CallNotPermitted> {
        self.0.admit()
    }

    /// Counts a success if that takes no lock: an add to this thread's own cell.
    #[inline(always)]
    pub(crate) fn succeed_quickly(&self, ticket: Ticket) -> bool {
        self.0.cells.count(ticket.0)
    }
    /// Records a success that could not be counted quickly.
    #[cold]
    #[inline(never)]
    pub(crate) fn succeed_exactly(&self, ticket: Ticket) {
        if ticket.0.is_busy() || !self.0.cells.count_shared(ticket.0) {
            self.0.settle(ticket, Settlement::Success);
        }
    }
    /// Ends a ticket.
    #[cold]
    #[inline(never)]
    pub(crate) fn settle(&self, ticket: Ticket, settlement: Settlement) {
        if settlement != Settlement::Success || !self.succeed_quickly(ticket) {
            self.0.settle(ticket, settlement);
        }
    }

    fn locked<R>(&self, act: impl FnOnce(&mut Machine, u64, &mut Events) -> R) -> R {
        self.0.locked(act).0
    }
}

impl fmt::Debug for CircuitBreaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CircuitBreaker").field("name", &self.0.name).finish_non_exhaustive()
    }
}
