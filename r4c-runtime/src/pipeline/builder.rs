use super::requirement::{AllowsReject, AsksCommon, Exhausted, Free, HasCircuitBreaker, HasPolicy, HasRetry};
use super::rule::{Common, Judge, Own};
use super::slot::{BreakerSettings, RetrySetting};
use super::{AnyError, Except, Pipeline, RecordOn, RetryOn};
use crate::generated::Method;
use crate::{CircuitBreakerSettings, ConfigError, Registry, RetrySettings};
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

/// Builds a [`Pipeline`]. The order of the calls does not matter: what has to hold is checked when it is built, at compile
/// time.
///
/// | misuse | |
/// |---|---|
/// | a classifier without any policy that asks it | R4C-RT-014 |
/// | a retry classifier (`retry_on`, `abort_on`) without a retry | R4C-RT-015 |
/// | a circuit breaker classifier (`record_on`, `ignore_on`) without a circuit breaker | R4C-RT-016 |
/// | `ExhaustedResult::Reject` without a retry classifier | R4C-RT-017 |
/// | a classifier and a list for the same policy | R4C-CLS-011 |
#[must_use = "a builder does nothing until it builds"]
pub struct PipelineBuilder<'r, R = (), B = (), C = Unset, L = Common, M = Common, X = Return> {
    place: Place<'r>,
    retry: R,
    breaker: B,
    classifier: C,
    retry_rule: L,
    breaker_rule: M,
    exhausted: X,
}

/// Where a pipeline's policies are declared, and by whom.
struct Place<'r> {
    registry: &'r Registry,
    name: Arc<str>,
    location: &'static Location<'static>,
}

/// No common classifier: every error is a failure.
#[derive(Clone, Copy, Debug)]
pub struct Unset;

/// A common classifier.
#[derive(Clone, Copy, Debug)]
pub struct Set<C>(C);

/// What becomes of a value that is still rejected when the retry ends, for
/// [`on_exhausted_result`](PipelineBuilder::on_exhausted_result).
#[derive(Clone, Copy, Debug)]
pub struct ExhaustedResult;

/// See [`ExhaustedResult::Return`].
#[derive(Clone, Copy, Debug)]
pub struct Return;

/// See [`ExhaustedResult::Reject`].
#[derive(Clone, Copy, Debug)]
pub struct Reject;

#[allow(non_upper_case_globals)] // they stand for the variants of an enum, and have to differ in type
impl ExhaustedResult {
    /// It is returned as if there were no retry: the default.
    pub const Return: Return = Return;
    /// It comes back as a failure, [`ResultRejected`](crate::ResultRejected).
    pub const Reject: Reject = Reject;
}

/// What stands for the common classifier in the pipeline.
pub trait CommonClassifier {
    /// The classifier; the default rule if there is none.
    type Classifier;
    #[doc(hidden)]
    fn classifier(self) -> Self::Classifier;
}
impl CommonClassifier for Unset {
    type Classifier = AnyError;
    fn classifier(self) -> AnyError {
        AnyError
    }
}
impl<C> CommonClassifier for Set<C> {
    type Classifier = C;
    fn classifier(self) -> C {
        self.0
    }
}

impl<'r> PipelineBuilder<'r> {
    #[track_caller]
    pub(super) fn new(registry: &'r Registry, name: &str) -> Self {
        Self {
            place: Place { registry, name: name.into(), location: Location::caller() },
            retry: (),
            breaker: (),
            classifier: Unset,
            retry_rule: Common,
            breaker_rule: Common,
            exhausted: Return,
        }
    }
}

impl<'r, B, C, L, M, X> PipelineBuilder<'r, (), B, C, L, M, X> {
    /// Gives it a retry. What the settings leave out comes from the configuration.
    pub fn retry(
        self,
        settings: impl FnOnce(RetrySettings) -> RetrySettings,
    ) -> PipelineBuilder<'r, RetrySettings, B, C, L, M, X> {
        let Self { place, breaker, classifier, retry_rule, breaker_rule, exhausted, .. } = self;
        let retry = settings(RetrySettings::new());
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }
}

impl<'r, R, C, L, M, X> PipelineBuilder<'r, R, (), C, L, M, X> {
    /// Gives it a circuit breaker, inside the retry. What the settings leave out comes from the configuration.
    pub fn circuit_breaker(
        self,
        settings: impl FnOnce(CircuitBreakerSettings) -> CircuitBreakerSettings,
    ) -> PipelineBuilder<'r, R, CircuitBreakerSettings, C, L, M, X> {
        let Self { place, retry, classifier, retry_rule, breaker_rule, exhausted, .. } = self;
        let breaker = settings(CircuitBreakerSettings::new());
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }
}

impl<'r, R, B, L, M, X> PipelineBuilder<'r, R, B, Unset, L, M, X> {
    /// The classifier of both policies, or of the only one. It is asked once an attempt. A policy that has a rule of its own
    /// judges by that.
    pub fn classifier<C>(self, classifier: C) -> PipelineBuilder<'r, R, B, Set<C>, L, M, X> {
        let Self { place, retry, breaker, retry_rule, breaker_rule, exhausted, .. } = self;
        let classifier = Set(classifier);
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }
}

impl<'r, R, B, C, L, M> PipelineBuilder<'r, R, B, C, L, M, Return> {
    /// What becomes of a value that is still rejected when the retry ends: [`ExhaustedResult::Return`] (the default) or
    /// [`ExhaustedResult::Reject`].
    pub fn on_exhausted_result<X: Exhausted>(self, exhausted: X) -> PipelineBuilder<'r, R, B, C, L, M, X> {
        let Self { place, retry, breaker, classifier, retry_rule, breaker_rule, .. } = self;
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }
}

impl<'r, R, B, C, L, M, X> PipelineBuilder<'r, R, B, C, L, M, X> {
    fn with_retry_rule<N>(self, rule: impl FnOnce(L) -> N) -> PipelineBuilder<'r, R, B, C, N, M, X> {
        let Self { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted } = self;
        let retry_rule = rule(retry_rule);
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }

    fn with_breaker_rule<N>(self, rule: impl FnOnce(M) -> N) -> PipelineBuilder<'r, R, B, C, L, N, X> {
        let Self { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted } = self;
        let breaker_rule = rule(breaker_rule);
        PipelineBuilder { place, retry, breaker, classifier, retry_rule, breaker_rule, exhausted }
    }

    /// The retry's own classifier.
    pub fn retry_classifier<K, Filled>(self, classifier: K) -> PipelineBuilder<'r, R, B, C, Filled, M, X>
    where
        L: Free<Own<K>, Filled>,
    {
        self.with_retry_rule(|rule| rule.fill(Own(classifier)))
    }

    /// The circuit breaker's own classifier.
    pub fn circuit_breaker_classifier<K, Filled>(self, classifier: K) -> PipelineBuilder<'r, R, B, C, L, Filled, X>
    where
        M: Free<Own<K>, Filled>,
    {
        self.with_breaker_rule(|rule| rule.fill(Own(classifier)))
    }

    /// The errors that the retry repeats; it ends on every other error, which comes back as it is. For a retry without a
    /// classifier.
    pub fn retry_on<E, F, Filled>(self, repeats: F) -> PipelineBuilder<'r, R, B, C, Filled, M, X>
    where
        F: Fn(&E) -> bool,
        L: Free<RetryOn<F>, Filled>,
    {
        self.with_retry_rule(|rule| rule.fill(RetryOn(repeats)))
    }

    /// The errors on which the retry ends at once, whatever a classifier would say. May be said several times.
    pub fn abort_on<E, F>(self, aborts: F) -> PipelineBuilder<'r, R, B, C, Except<F, L>, M, X>
    where
        F: Fn(&E) -> bool,
    {
        self.with_retry_rule(|rule| Except(aborts, rule))
    }

    /// The errors that the circuit breaker counts as failures; every other error counts as a success. For a breaker without
    /// a classifier.
    pub fn record_on<E, F, Filled>(self, records: F) -> PipelineBuilder<'r, R, B, C, L, Filled, X>
    where
        F: Fn(&E) -> bool,
        M: Free<RecordOn<F>, Filled>,
    {
        self.with_breaker_rule(|rule| rule.fill(RecordOn(records)))
    }

    /// The errors that the circuit breaker does not count, whatever a classifier would say. May be said several times.
    pub fn ignore_on<E, F>(self, ignores: F) -> PipelineBuilder<'r, R, B, C, L, Except<F, M>, X>
    where
        F: Fn(&E) -> bool,
    {
        self.with_breaker_rule(|rule| Except(ignores, rule))
    }

    /// The pipeline, for sync calls, and for async calls too if it has no retry.
    ///
    /// # Errors
    /// Where the settings do not work out.
    #[allow(clippy::type_complexity)] // the parts of the builder, resolved
    pub fn build(self) -> Result<Pipeline<R::Slot, B::Slot, C::Classifier, L, M>, ConfigError>
    where
        R: RetrySetting<X>,
        B: BreakerSettings,
        L: AsksCommon + HasRetry<R>,
        M: AsksCommon + HasCircuitBreaker<B>,
        C: CommonClassifier + HasPolicy<R, B, L::Answer, M::Answer>,
        X: AllowsReject<R, C, L>,
    {
        let Place { registry, name, location } = self.place;
        let location = location.to_string();
        let retry = self.retry.declare(registry, &name, &location)?;
        let breaker = self.breaker.declare(registry, &name, &location)?;
        let judge = Judge { common: self.classifier.classifier(), retry: self.retry_rule, breaker: self.breaker_rule };
        Ok(Pipeline { name, method: Method::new(retry, breaker, judge) })
    }

    /// The pipeline, for sync and async calls.
    ///
    /// # Errors
    /// Where the settings do not work out, and where it has a retry and the registry no sleeper to pause with (R4C-CFG-012).
    #[allow(clippy::type_complexity)] // the parts of the builder, resolved
    pub fn build_async(self) -> Result<Pipeline<R::AsyncSlot, B::Slot, C::Classifier, L, M>, ConfigError>
    where
        R: RetrySetting<X>,
        B: BreakerSettings,
        L: AsksCommon + HasRetry<R>,
        M: AsksCommon + HasCircuitBreaker<B>,
        C: CommonClassifier + HasPolicy<R, B, L::Answer, M::Answer>,
        X: AllowsReject<R, C, L>,
    {
        let Place { registry, name, location } = self.place;
        let location = location.to_string();
        let retry = self.retry.declare_async(registry, &name, &location)?;
        let breaker = self.breaker.declare(registry, &name, &location)?;
        let judge = Judge { common: self.classifier.classifier(), retry: self.retry_rule, breaker: self.breaker_rule };
        Ok(Pipeline { name, method: Method::new(retry, breaker, judge) })
    }
}

impl<R, B, C, L, M, X> fmt::Debug for PipelineBuilder<'_, R, B, C, L, M, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PipelineBuilder").field("name", &self.place.name).finish_non_exhaustive()
    }
}
