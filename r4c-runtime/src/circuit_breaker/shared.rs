//! What the clones of a breaker share, and the exact path: everything that happens under the lock.
//!
//! **Rules.** The word is written only under the lock, in step with the machine. The clock is the user's code and is read
//! before the lock, never under it: the word says whether it will be wanted, and where that was wrong the lock is taken
//! again. Listeners are told after the lock.
use super::State;
use super::cells::Cells;
use super::flight::Flight;
use super::machine::{Events, Machine, Moment};
use super::word::{Admitted, Flags, Word};
use crate::clock::Clock;
use crate::config::CircuitBreakerConfig;
use crate::event::{CircuitBreakerEvent, Publisher};
use crate::sync::{Mutex, lock};
use crate::{CallNotPermitted, Outcome};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

pub(crate) struct Shared {
    pub(crate) word: Word,
    pub(crate) cells: Cells,
    pub(crate) machine: Mutex<Machine>,
    pub(crate) name: Arc<str>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) listeners: Publisher<CircuitBreakerEvent>,
}

/// A call that was let through: the stamp of its permit, or its place among the calls that are timed.
#[derive(Clone, Copy, Debug)]
pub struct Ticket(pub(crate) Admitted);

impl Ticket {
    /// Of a method without a breaker: never looked at.
    pub(crate) const NONE: Self = Self(Admitted(0));
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

impl Shared {
    pub(crate) fn new(name: Arc<str>, config: CircuitBreakerConfig, clock: Arc<dyn Clock>) -> Self {
        let machine = Machine::new(config, clock.now());
        let flags = Flags { busy: machine.needs_exact_path(0), timed: machine.needs_clock(0) };
        Self {
            word: Word::new(Admitted::of(machine.generation(), flags)),
            cells: Cells::new(),
            machine: Mutex::new(machine),
            name,
            clock,
            listeners: Publisher::new(),
        }
    }

    pub(crate) fn admit(&self) -> Result<Ticket, CallNotPermitted> {
        let mut now = self.word.load().is_timed().then(|| self.clock.now());
        loop {
            let (answer, word) = self.locked(|machine, counted, events| {
                if now.is_none() && machine.needs_clock(counted) {
                    return None;
                }
                let now = now.unwrap_or_default();
                Some(machine.admit(now, events).map(|()| {
                    machine.times_calls().then(|| {
                        let admitted = Admitted::of(machine.generation(), Flags { busy: true, timed: false });
                        machine.flights.enter(Flight { admitted, started: now })
                    })
                }))
            });
            match answer {
                None => now = Some(self.clock.now()),
                Some(Ok(None)) => return Ok(Ticket(word.untimed())),
                Some(Ok(Some(place))) => return Ok(Ticket(Admitted::at_place(place))),
                Some(Err(refusal)) => {
                    return Err(CallNotPermitted::new(&self.name, refusal.state, refusal.retry_after));
                }
            }
        }
    }

    /// Ends a ticket. A result of an older generation changes nothing and is not told.
    pub(crate) fn settle(&self, ticket: Ticket, settlement: Settlement) {
        let timed = settlement == Settlement::Failure || ticket.0.place().is_some() || self.word.load().is_timed();
        let mut now = timed.then(|| self.time_for(ticket));
        while !self
            .locked(|machine, counted, events| self.try_settle(machine, ticket, settlement, (now, counted), events))
            .0
        {
            now = Some(self.time_for(ticket));
        }
    }

    /// The time, to end a ticket with. An injected clock that panics must not keep the permit.
    fn time_for(&self, ticket: Ticket) -> Duration {
        catch_unwind(AssertUnwindSafe(|| self.clock.now())).unwrap_or_else(|payload| {
            let no_time = Some(Duration::ZERO);
            self.locked(|machine, counted, events| {
                self.try_settle(machine, ticket, Settlement::GiveBack, (no_time, counted), events)
            });
            resume_unwind(payload)
        })
    }

    /// `false` where the clock is wanted and was not read.
    fn try_settle(
        &self,
        machine: &mut Machine,
        ticket: Ticket,
        settlement: Settlement,
        (now, counted): (Option<Duration>, u64),
        events: &mut Events,
    ) -> bool {
        if now.is_none() && machine.needs_clock(counted) {
            return false;
        }
        // A half-open state that has run out takes no more results, whether or not somebody saw it run out.
        if let Some(now) = now {
            machine.look(now, events);
        }
        let flight = match ticket.0.place() {
            Some(place) => machine.flights.leave(place),
            None => Some(Flight { admitted: ticket.0, started: Duration::ZERO }),
        };
        let current = Admitted::of(machine.generation(), Flags { busy: true, timed: false });
        let Some(flight) = flight.filter(|flight| flight.admitted.same_generation(current)) else { return true };
        let took = ticket.0.place().and(now).map(|now| now.saturating_sub(flight.started));
        let moment = Moment { now: now.unwrap_or_default(), took, counted };
        let exact = ticket.0.is_busy() || self.listeners.wants_successes() || machine.needs_exact_path(counted);
        match settlement {
            Settlement::Success if !exact => self.cells.count_under_lock(ticket.0),
            Settlement::Success => machine.record(false, moment, events),
            Settlement::Failure => machine.record(true, moment, events),
            Settlement::Ignore => machine.ignore(events),
            Settlement::GiveBack => machine.give_back(),
        }
        true
    }

    /// Runs `act` under the lock, brings the word in step with what it did, and tells the listeners after the lock.
    pub(crate) fn locked<R>(&self, act: impl FnOnce(&mut Machine, u64, &mut Events) -> R) -> (R, Admitted) {
        let mut machine = lock(&self.machine);
        // Under the lock: whoever subscribes takes it afterwards, so a word that is not busy is never written over theirs.
        let wants_successes = self.listeners.wants_successes();
        let mut events = Events::new(self.listeners.is_observed());
        let before = self.word.load();
        let counted =
            if machine.counts_in_cells() { self.cells.sum(before).saturating_sub(machine.sum_at_start) } else { 0 };
        let answer = act(&mut machine, counted, &mut events);
        let word = self.publish_word(&mut machine, before, counted, wants_successes);
        drop(machine);
        for event in &events.list {
            self.listeners.publish(event);
        }
        (answer, word)
    }

    fn publish_word(&self, machine: &mut Machine, before: Admitted, counted: u64, told: bool) -> Admitted {
        let same_generation =
            Admitted::of(machine.generation(), Flags { busy: true, timed: false }).same_generation(before);
        let counted = if same_generation { counted } else { 0 };
        let busy = machine.needs_exact_path(counted) || (told && machine.state() != State::Disabled);
        let word = Admitted::of(machine.generation(), Flags { busy, timed: machine.needs_clock(counted) });
        if !same_generation {
            machine.sum_at_start = self.cells.sum(word);
        }
        if word != before {
            self.word.store(word);
        }
        word
    }
}
