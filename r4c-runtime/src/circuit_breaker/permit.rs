use super::{CircuitBreaker, Settlement, Ticket};
use crate::Outcome;
use crate::sync::survives;
use std::fmt;

/// The right to make one call, by hand: settle it with what the call was like.
///
/// It is settled once; dropped unsettled it is given back, and the call counts nowhere (also when the drop is part of an
/// unwinding: a guard cannot tell the call's own panic from somebody else's, so say [`failure`](Self::failure) yourself). A
/// permit of a state that has passed changes nothing.
///
/// ```
/// # let registry = r4c::Registry::new();
/// # let breaker = registry.declare_circuit_breaker("orders", "here", r4c::CircuitBreakerSettings::new())?;
/// let permit = breaker.try_acquire()?;
/// match std::fs::read_to_string("/dev/null") {
///     Ok(_) => permit.success(),
///     Err(_) => permit.failure(),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a permit that is dropped is given back, and the call counts nowhere"]
pub struct Permit<'a> {
    breaker: &'a CircuitBreaker,
    ticket: Ticket,
}

impl<'a> Permit<'a> {
    #[inline]
    pub(crate) fn new(breaker: &'a CircuitBreaker, ticket: Ticket) -> Self {
        Self { breaker, ticket }
    }
    /// The call succeeded.
    #[inline]
    pub fn success(self) {
        let (breaker, ticket) = self.into_parts();
        if !breaker.succeed_quickly(ticket) {
            breaker.succeed_exactly(ticket);
        }
    }
    /// The call failed.
    pub fn failure(self) {
        self.end(Settlement::Failure);
    }
    /// The call says nothing about the dependency: it is not counted, and a half-open breaker has its permit back.
    pub fn ignore(self) {
        self.end(Settlement::Ignore);
    }
    /// The call was what a classifier says.
    pub fn record(self, outcome: Outcome) {
        if outcome == Outcome::Success { self.success() } else { self.end(outcome.into()) }
    }
    fn end(self, settlement: Settlement) {
        let (breaker, ticket) = self.into_parts();
        breaker.settle(ticket, settlement);
    }
    /// Takes the guard away first: settling may panic (an injected clock), and has given the permit back then.
    #[inline]
    fn into_parts(self) -> (&'a CircuitBreaker, Ticket) {
        let parts = (self.breaker, self.ticket);
        std::mem::forget(self);
        parts
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        // This may be part of an unwinding, which a clock that panics must not turn into an abort.
        survives(|| self.breaker.settle(self.ticket, Settlement::GiveBack));
    }
}

impl fmt::Debug for Permit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").field("breaker", self.breaker).finish_non_exhaustive()
    }
}
