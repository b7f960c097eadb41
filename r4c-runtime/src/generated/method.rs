//! The policies of one wrapped method, as types: what a method does not have costs nothing.
use super::returns::View;
use crate::circuit_breaker::Ticket;
use crate::retry::call::Ongoing;
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

/// Begins a call: `None`, the healthy case, where nobody wants to know.
#[inline(always)]
pub(crate) fn begin(retry: &impl RetrySlot) -> Option<Box<Ongoing>> {
    match retry.retry() {
        Some(retry) => retry.begin(),
        None => None,
    }
}

/// The place of a circuit breaker.
pub trait BreakerSlot {
    /// What it answers when it refuses; `Infallible` where there is none.
    type Refusal;
    #[doc(hidden)]
    fn breaker(&self) -> Option<&CircuitBreaker>;
    #[doc(hidden)]
    fn admit(&self) -> Result<Admission, Self::Refusal>;
}

/// A call that was let through.
#[derive(Clone, Copy, Debug)]
pub struct Admission(pub(crate) Option<Ticket>);

impl BreakerSlot for () {
    type Refusal = Infallible;
    #[inline(always)]
    fn breaker(&self) -> Option<&CircuitBreaker> {
        None
    }
    #[inline(always)]
    fn admit(&self) -> Result<Admission, Infallible> {
        Ok(Admission(None))
    }
}

impl BreakerSlot for CircuitBreaker {
    type Refusal = CallNotPermitted;
    #[inline(always)]
    fn breaker(&self) -> Option<&CircuitBreaker> {
        Some(self)
    }
    #[inline(always)]
    fn admit(&self) -> Result<Admission, CallNotPermitted> {
        match CircuitBreaker::admit(self) {
            Ok(ticket) => Ok(Admission(Some(ticket))),
            Err(refusal) => Err(refusal),
        }
    }
}
