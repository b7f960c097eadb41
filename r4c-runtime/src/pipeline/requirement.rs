//! What has to hold of a pipeline when it is built, as bounds: their messages carry the codes.
//!
//! The bounds stand on `build`, so the order of the builder's calls does not matter. Each misuse fails one bound and no
//! other, and the types that `build` gives do not depend on them: so rustc reports it once and goes on without a cascade.
use super::builder::{Reject, Return, Set, Unset};
use super::rule::{Common, Own};
use super::slot::Pausing;
use super::{Except, RecordOn, RetryOn};
use crate::generated::RetrySlot;
use crate::{CircuitBreakerSettings, RetrySettings};

/// The common classifier has a policy to work for: `R` is the retry, `B` the circuit breaker, `RetryAsks` and `BreakerAsks` say
/// whether they have no rule of their own.
#[diagnostic::on_unimplemented(
    message = "R4C-RT-014: this pipeline has a classifier and no policy that asks it",
    label = "has neither a retry nor a circuit breaker that judges by `.classifier(..)`",
    note = "write `.retry(|r| r)`, `.circuit_breaker(|b| b)` or both before `build`, or leave the `.classifier(..)` away"
)]
pub trait HasPolicy<R, B, RetryAsks, BreakerAsks> {}
impl<R, B, L, M> HasPolicy<R, B, L, M> for Unset {}
impl<C, M> HasPolicy<RetrySettings, (), Yes, M> for Set<C> {}
impl<C, L> HasPolicy<(), CircuitBreakerSettings, L, Yes> for Set<C> {}
impl<C, M> HasPolicy<RetrySettings, CircuitBreakerSettings, Yes, M> for Set<C> {}
impl<C> HasPolicy<RetrySettings, CircuitBreakerSettings, No, Yes> for Set<C> {}

/// Whether a policy's rule asks the common classifier.
pub trait AsksCommon {
    /// [`Yes`] or [`No`].
    type Answer;
}
impl AsksCommon for Common {
    type Answer = Yes;
}
impl<C> AsksCommon for Own<C> {
    type Answer = No;
}
impl<F> AsksCommon for RetryOn<F> {
    type Answer = No;
}
impl<F> AsksCommon for RecordOn<F> {
    type Answer = No;
}
impl<F, L: AsksCommon> AsksCommon for Except<F, L> {
    type Answer = L::Answer;
}

/// It does.
#[derive(Debug)]
pub struct Yes;
/// It does not.
#[derive(Debug)]
pub struct No;

/// The retry's rule belongs to a retry `R`.
#[diagnostic::on_unimplemented(
    message = "R4C-RT-015: this pipeline has a retry classifier (or `retry_on`, `abort_on`) and no retry",
    label = "has no retry",
    note = "write `.retry(|r| r)` before `build`, or leave the `.retry_classifier(..)` away"
)]
pub trait HasRetry<R> {}
impl<R> HasRetry<R> for Common {}
impl<C> HasRetry<RetrySettings> for Own<C> {}
impl<F> HasRetry<RetrySettings> for RetryOn<F> {}
impl<F, L> HasRetry<RetrySettings> for Except<F, L> {}

/// The circuit breaker's rule belongs to a circuit breaker `B`.
#[diagnostic::on_unimplemented(
    message = "R4C-RT-016: this pipeline has a circuit breaker classifier (or `record_on`, `ignore_on`) and no circuit breaker",
    label = "has no circuit breaker",
    note = "write `.circuit_breaker(|b| b)` before `build`, or leave the `.circuit_breaker_classifier(..)` away"
)]
pub trait HasCircuitBreaker<B> {}
impl<B> HasCircuitBreaker<B> for Common {}
impl<C> HasCircuitBreaker<CircuitBreakerSettings> for Own<C> {}
impl<F> HasCircuitBreaker<CircuitBreakerSettings> for RecordOn<F> {}
impl<F, M> HasCircuitBreaker<CircuitBreakerSettings> for Except<F, M> {}

/// What is to become of a rejected value can be told of a retry `R` with the common classifier `C` and the rule `L`: something
/// rejects values there.
#[diagnostic::on_unimplemented(
    message = "R4C-RT-017: this pipeline has `ExhaustedResult::Reject` and no retry classifier that could reject a value",
    label = "has no retry classifier",
    note = "write `.retry(|r| r)` and `.classifier(..)` or `.retry_classifier(..)` before `build`, or leave the `.on_exhausted_result(..)` away"
)]
pub trait AllowsReject<R, C, L> {}
impl<R, C, L> AllowsReject<R, C, L> for Return {}
impl<K> AllowsReject<RetrySettings, Set<K>, Common> for Reject {}
impl<C, K> AllowsReject<RetrySettings, C, Own<K>> for Reject {}
impl<C, F, L> AllowsReject<RetrySettings, C, Except<F, L>> for Reject where Self: AllowsReject<RetrySettings, C, L> {}
// A rule without a retry is refused by `HasRetry`, once.
impl<C, K> AllowsReject<(), C, Own<K>> for Reject {}
impl<C, F> AllowsReject<(), C, RetryOn<F>> for Reject {}
impl<C, F, L> AllowsReject<(), C, Except<F, L>> for Reject {}

/// [`ExhaustedResult::Return`](super::ExhaustedResult::Return) or [`ExhaustedResult::Reject`](super::ExhaustedResult::Reject).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what becomes of a rejected value",
    label = "write `ExhaustedResult::Return` or `ExhaustedResult::Reject`"
)]
pub trait Exhausted {}
impl Exhausted for Return {}
impl Exhausted for Reject {}

/// A policy whose rule is still the common one, alone or with exceptions before it: `Filled` is the same with the rule `L`.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-011: this policy of the pipeline has a rule of its own already",
    label = "the second rule",
    note = "a policy has one of `retry_classifier` and `retry_on`, one of `circuit_breaker_classifier` and `record_on`: a classifier replaces the list"
)]
pub trait Free<L, Filled> {
    #[doc(hidden)]
    fn fill(self, rule: L) -> Filled;
}
impl<L> Free<L, L> for Common {
    fn fill(self, rule: L) -> L {
        rule
    }
}
impl<F, Inner: Free<L, Filled>, L, Filled> Free<L, Except<F, Filled>> for Except<F, Inner> {
    fn fill(self, rule: L) -> Except<F, Filled> {
        Except(self.0, self.1.fill(rule))
    }
}

/// A retry that was built by `build_async`, so that it can pause async calls; no retry at all will do as well.
///
/// A bound of a whole `impl`, not of its methods: rustc would report it again for the future that they return, and for its
/// `await`. Its text is not ours then, so the name says what to do.
pub trait BuiltByBuildAsync: RetrySlot {}
impl BuiltByBuildAsync for () {}
impl<R: RetrySlot> BuiltByBuildAsync for Pausing<R> {}
