//! How the policies of a pipeline judge an attempt, and the step that settles it.
//!
//! A policy has the pipeline's common classifier (the default rule if there is none) or a rule of its own, and before either
//! of them the errors that it excepts. The common classifier is asked once an attempt, whoever wants to know.
use super::{AnyError, Except, RecordOn, RetryOn};
use crate::generated::{AsResult, Asked, Attempt, BreakerSlot, RetrySlot, Rule};
use crate::{Classifier, Failure, FailureKind, Outcome};
use std::marker::PhantomData;
use std::time::Duration;

use super::ending::ToPipeline;

/// What a pipeline's two policies judge by.
#[derive(Debug)]
pub(super) struct Judge<C, L, M> {
    /// The common classifier.
    pub(super) common: C,
    /// The retry's rule.
    pub(super) retry: L,
    /// The circuit breaker's rule.
    pub(super) breaker: M,
}

/// A policy judges by the pipeline's common classifier: by default every error is a failure.
#[derive(Clone, Copy, Debug)]
pub struct Common;

/// A policy judges by a classifier of its own.
#[derive(Clone, Copy, Debug)]
pub struct Own<C>(pub(super) C);

/// What one policy of a pipeline judges by: [`Common`], [`Own`], [`RetryOn`], [`RecordOn`], or [`Except`] around one of them.
/// Implemented by those alone.
pub trait PolicyRule<T, E>: sealed::PolicyRule<T, E> {}
impl<T, E, L: sealed::PolicyRule<T, E>> PolicyRule<T, E> for L {}

mod sealed {
    use crate::Outcome;
    use crate::generated::Rule;
    use std::time::Duration;

    pub trait PolicyRule<T, E> {
        const IS_COMMON: bool = false;
        fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Outcome;
        fn retry_after<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Option<Duration> {
            let _ = (result, common);
            None
        }
    }
}

impl<T, E> sealed::PolicyRule<T, E> for Common {
    const IS_COMMON: bool = true;
    #[inline(always)]
    fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Outcome {
        common.judge(result)
    }
    fn retry_after<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Option<Duration> {
        common.retry_after(result)
    }
}

impl<T, E, C: Classifier<T, E>> sealed::PolicyRule<T, E> for Own<C> {
    #[inline(always)]
    fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, _common: &S) -> Outcome {
        self.0.classify(result)
    }
    fn retry_after<S: Rule<T, E>>(&self, result: Result<&T, &E>, _common: &S) -> Option<Duration> {
        self.0.retry_after(result)
    }
}

impl<T, E, F: Fn(&E) -> bool> sealed::PolicyRule<T, E> for RetryOn<F> {
    #[inline(always)]
    fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, _common: &S) -> Outcome {
        Rule::<T, E>::judge(self, result)
    }
}

impl<T, E, F: Fn(&E) -> bool> sealed::PolicyRule<T, E> for RecordOn<F> {
    #[inline(always)]
    fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, _common: &S) -> Outcome {
        Rule::<T, E>::judge(self, result)
    }
}

impl<T, E, F: Fn(&E) -> bool, L: sealed::PolicyRule<T, E>> sealed::PolicyRule<T, E> for Except<F, L> {
    #[inline(always)]
    fn judge<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Outcome {
        match result {
            Err(error) if (self.0)(error) => Outcome::Ignore,
            _ => self.1.judge(result, common),
        }
    }
    fn retry_after<S: Rule<T, E>>(&self, result: Result<&T, &E>, common: &S) -> Option<Duration> {
        self.1.retry_after(result, common)
    }
}

impl<T: ?Sized, E: ?Sized> Classifier<T, E> for AnyError {
    #[inline]
    fn classify(&self, result: Result<&T, &E>) -> Outcome {
        self.judge(result)
    }
}

/// The error of an attempt as it travels: as it is from the first attempt, as a failure from those that follow.
pub(super) trait Travelling<T, E>: Sized {
    /// What a rule is shown.
    fn seen<'r>(result: Result<&'r T, &'r Self>) -> Option<Result<&'r T, &'r E>>;
}

impl<T, E> Travelling<T, E> for E {
    #[inline(always)]
    fn seen<'r>(result: Result<&'r T, &'r E>) -> Option<Result<&'r T, &'r E>> {
        Some(result)
    }
}

impl<T, E> Travelling<T, E> for Failure<T, E> {
    #[inline(always)]
    fn seen<'r>(result: Result<&'r T, &'r Self>) -> Option<Result<&'r T, &'r E>> {
        match result {
            Ok(value) => Some(Ok(value)),
            Err(failure) => match failure.kind() {
                FailureKind::Error(error) => Some(Err(error)),
                // An attempt ends in none of these.
                FailureKind::NotPermitted(_) | FailureKind::Rejected(_) | FailureKind::ClassifierFailed(_) => None,
            },
        }
    }
}

/// A policy's rule and the common one, for an error `E` however it travels.
struct Seeing<'a, L, S, E>(&'a L, &'a S, PhantomData<fn() -> E>);

impl<T, E, X, L, S> Rule<T, X> for Seeing<'_, L, S, E>
where
    X: Travelling<T, E>,
    L: sealed::PolicyRule<T, E>,
    S: Rule<T, E>,
{
    #[inline(always)]
    fn judge(&self, result: Result<&T, &X>) -> Outcome {
        X::seen(result).map_or(Outcome::Failure, |seen| self.0.judge(seen, self.1))
    }
    fn retry_after(&self, result: Result<&T, &X>) -> Option<Duration> {
        X::seen(result).and_then(|seen| self.0.retry_after(seen, self.1))
    }
}

/// The rule of the only policy, or of both, as a classifier.
struct AsClassifier<'a, L, C, E>(&'a L, &'a C, PhantomData<fn() -> E>);

impl<T, E, X, L, C> Classifier<T, X> for AsClassifier<'_, L, C, E>
where
    X: Travelling<T, E>,
    L: sealed::PolicyRule<T, E>,
    C: Classifier<T, E>,
{
    #[inline(always)]
    fn classify(&self, result: Result<&T, &X>) -> Outcome {
        Seeing(self.0, &Asked::new(self.1), PhantomData).judge(result)
    }
    fn retry_after(&self, result: Result<&T, &X>) -> Option<Duration> {
        Seeing(self.0, &Asked::new(self.1), PhantomData).retry_after(result)
    }
}

/// One attempt of a pipeline, whose error travels as `X`.
pub(super) type Judged<'a, R, B, C, L, M, T, X> = Attempt<'a, R, B, Judge<C, L, M>, AsResult<T, X>, ToPipeline>;

/// Settles an attempt by the rules of the policies that are there.
#[inline(always)]
pub(super) fn settle<R, B, C, L, M, T, E, X>(attempt: Judged<'_, R, B, C, L, M, T, X>, result: &Result<T, X>)
where
    R: RetrySlot,
    B: BreakerSlot,
    C: Classifier<T, E>,
    L: PolicyRule<T, E>,
    M: PolicyRule<T, E>,
    X: Travelling<T, E>,
{
    let method = attempt.method;
    let judge = &*method.classifier;
    // All of these are known to the compiler.
    if L::IS_COMMON && M::IS_COMMON {
        attempt.settle_by(result, &AsClassifier(&Common, &judge.common, PhantomData::<fn() -> E>));
    } else if method.breaker.breaker().is_none() {
        attempt.settle_by(result, &AsClassifier(&judge.retry, &judge.common, PhantomData::<fn() -> E>));
    } else if method.retry.retry().is_none() {
        attempt.settle_by(result, &AsClassifier(&judge.breaker, &judge.common, PhantomData::<fn() -> E>));
    } else {
        let asked: Asked<'_, C> = Asked::new(&judge.common);
        let retry_rule = Seeing(&judge.retry, &asked, PhantomData::<fn() -> E>);
        attempt.settle_each(result, retry_rule, Seeing(&judge.breaker, &asked, PhantomData::<fn() -> E>));
    }
}
