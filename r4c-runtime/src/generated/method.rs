//! The policies of one wrapped method, as types: what a method does not have costs nothing.
use super::attempt::Aside;
use super::returns::View;
use crate::circuit_breaker::Ticket;
use crate::sync::survives;
use crate::{CallNotPermitted, CircuitBreaker, ResultRejected, Retry};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

/// The policies of one method: a retry (or `()`), a circuit breaker (or `()`), and the classifier they ask.
pub struct Method<R, B, K = ()> {
    /// The retry.
    pub retry: R,
    /// The circuit breaker.
    pub breaker: B,
    /// The one instance of the classifier.
    pub classifier: Arc<K>,
}

impl<R, B, K> Method<R, B, K> {
    /// Puts them together.
    pub fn new(retry: R, breaker: B, classifier: K) -> Self {
        Self { retry, breaker, classifier: Arc::new(classifier) }
    }
}

impl<R: Clone, B: Clone, K> Clone for Method<R, B, K> {
    fn clone(&self) -> Self {
        Self { retry: self.retry.clone(), breaker: self.breaker.clone(), classifier: Arc::clone(&self.classifier) }
    }
}

impl<R: fmt::Debug, B: fmt::Debug, K> fmt::Debug for Method<R, B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Method").field("retry", &self.retry).field("breaker", &self.breaker).finish_non_exhaustive()
    }
}

/// A retry under `on_exhausted_result = Reject`.
#[derive(Clone, Debug)]
pub struct Rejecting(pub Retry);

/// The place of a retry.
pub trait RetrySlot {
    /// Whether rejected values become [`ResultRejected`].
    const REJECTS: bool;
    /// What a rejected value becomes; `Infallible` where it is returned.
    type Rejected<T>;
    #[doc(hidden)]
    fn retry(&self) -> Option<&Retry>;
    /// Turns the rejected value into its failure, or hands it back.
    #[doc(hidden)]
    fn reject<W: View>(&self, attempts: u32, value: W::Value) -> Result<Self::Rejected<W::Value>, W::Value>;
}

impl RetrySlot for () {
    const REJECTS: bool = false;
    type Rejected<T> = Infallible;
    #[inline(always)]
    fn retry(&self) -> Option<&Retry> {
        None
    }
    fn reject<W: View>(&self, _attempts: u32, value: W::Value) -> Result<Infallible, W::Value> {
        Err(value)
    }
}

impl RetrySlot for Retry {
    const REJECTS: bool = false;
    type Rejected<T> = Infallible;
    #[inline(always)]
    fn retry(&self) -> Option<&Retry> {
        Some(self)
    }
    fn reject<W: View>(&self, _attempts: u32, value: W::Value) -> Result<Infallible, W::Value> {
        Err(value)
    }
}

impl RetrySlot for Rejecting {
    const REJECTS: bool = true;
    type Rejected<T> = ResultRejected<T>;
    #[inline(always)]
    fn retry(&self) -> Option<&Retry> {
        Some(&self.0)
    }
    fn reject<W: View>(&self, attempts: u32, value: W::Value) -> Result<ResultRejected<W::Value>, W::Value> {
        Ok(ResultRejected::new(self.0.shared_name(), attempts, value))
    }
}

/// Whether somebody wants to know that a call begins. In the healthy case nobody does.
#[inline(always)]
pub(crate) fn is_special(retry: &impl RetrySlot) -> bool {
    match retry.retry() {
        Some(retry) => retry.is_special(),
        None => false,
    }
}

/// Begins a call.
#[inline(always)]
pub(crate) fn begin(retry: &impl RetrySlot, aside: &Aside) {
    if let Some(retry) = retry.retry() {
        if retry.is_special() {
            aside.ongoing.set(Some(retry.begin_specially()));
        }
    }
}

/// The place of a circuit breaker.
pub trait BreakerSlot {
    /// What it answers when it refuses; `Infallible` where there is none.
    type Refusal;
    #[doc(hidden)]
    fn breaker(&self) -> Option<&CircuitBreaker>;
    /// Lets a call through if that takes no lock.
    #[doc(hidden)]
    fn admit_quickly(&self) -> Option<Ticket>;
    /// Lets a call through, or refuses it.
    #[doc(hidden)]
    fn admit_exactly(&self) -> Result<Ticket, Self::Refusal>;
}

impl BreakerSlot for () {
    type Refusal = Infallible;
    #[inline(always)]
    fn breaker(&self) -> Option<&CircuitBreaker> {
        None
    }
    #[inline(always)]
    fn admit_quickly(&self) -> Option<Ticket> {
        Some(Ticket::NONE)
    }
    fn admit_exactly(&self) -> Result<Ticket, Infallible> {
        Ok(Ticket::NONE)
    }
}

impl BreakerSlot for CircuitBreaker {
    type Refusal = CallNotPermitted;
    #[inline(always)]
    fn breaker(&self) -> Option<&CircuitBreaker> {
        Some(self)
    }
    #[inline(always)]
    fn admit_quickly(&self) -> Option<Ticket> {
        CircuitBreaker::admit_quickly(self)
    }
    fn admit_exactly(&self) -> Result<Ticket, CallNotPermitted> {
        CircuitBreaker::admit_exactly(self)
    }
}

// The cold steps take the whole method: a pointer to its breaker would occupy a register on the healthy path.

/// Lets a call through, or refuses it.
#[inline(always)]
pub(crate) fn admit<R, B: BreakerSlot, K>(method: &Method<R, B, K>) -> Result<Ticket, B::Refusal> {
    match method.breaker.admit_quickly() {
        Some(ticket) => Ok(ticket),
        None => admit_exactly(method),
    }
}
#[cold]
#[inline(never)]
fn admit_exactly<R, B: BreakerSlot, K>(method: &Method<R, B, K>) -> Result<Ticket, B::Refusal> {
    method.breaker.admit_exactly()
}

/// Records a success.
#[inline(always)]
pub(crate) fn succeed<R, B: BreakerSlot, K>(method: &Method<R, B, K>, ticket: Ticket) {
    if let Some(breaker) = method.breaker.breaker() {
        if !breaker.succeed_quickly(ticket) {
            succeed_exactly(method, ticket);
        }
    }
}
#[cold]
#[inline(never)]
fn succeed_exactly<R, B: BreakerSlot, K>(method: &Method<R, B, K>, ticket: Ticket) {
    // A success that cannot be recorded, as an injected clock panics, is a success all the same: its permit is given back,
    // and the result is the caller's.
    survives(|| {
        if let Some(breaker) = method.breaker.breaker() {
            breaker.succeed_exactly(ticket);
        }
    });
}
