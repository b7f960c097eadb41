//! What judges one attempt for one policy: a classifier, a list of errors, or the default (every error is a failure).
//!
//! Order of judgement: `abort_on` / `ignore_on` ([`Except`]), then the classifier or the list, then the default.
use super::instance::Shared;
use crate::{Classifier, Outcome};
use std::cell::Cell;
use std::fmt;
use std::time::Duration;

/// Judges an attempt that gave a value `T` or an error `E`.
pub trait Rule<T: ?Sized, E: ?Sized> {
    /// The outcome.
    fn judge(&self, result: Result<&T, &E>) -> Outcome;
    /// The delay that the other side asked for.
    fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
        let _ = result;
        None
    }
}

/// The default: a value is a success, an error a failure.
#[derive(Clone, Copy, Debug)]
pub struct AnyError;

impl<T: ?Sized, E: ?Sized> Rule<T, E> for AnyError {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        if result.is_ok() { Outcome::Success } else { Outcome::Failure }
    }
}

/// Asks a classifier, once for each attempt, however many policies want to know.
pub struct Asked<'a, K: ?Sized> {
    classifier: &'a K,
    answer: Cell<Option<Outcome>>,
}

impl<K: ?Sized> fmt::Debug for Asked<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("answer", &self.answer).finish_non_exhaustive()
    }
}

/// A rule that asks this classifier.
#[inline(always)]
pub fn ask<K: Shared + ?Sized>(classifier: &K) -> Asked<'_, K> {
    Asked::new(classifier)
}

impl<'a, K: ?Sized> Asked<'a, K> {
    /// The same for one that a single thread may have.
    #[inline(always)]
    pub(crate) fn new(classifier: &'a K) -> Self {
        Asked { classifier, answer: Cell::new(None) }
    }
}

impl<K: Classifier<T, E> + ?Sized, T: ?Sized, E: ?Sized> Rule<T, E> for Asked<'_, K> {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        if let Some(outcome) = self.answer.get() {
            return outcome;
        }
        let outcome = self.classifier.classify(result);
        self.answer.set(Some(outcome));
        outcome
    }
    fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
        self.classifier.retry_after(result)
    }
}

impl<L: Rule<T, E> + ?Sized, T: ?Sized, E: ?Sized> Rule<T, E> for &L {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        (**self).judge(result)
    }
    fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
        (**self).retry_after(result)
    }
}

/// `abort_on` of a retry, `ignore_on` of a breaker: the errors it names are ignored, and nobody else is asked about them.
#[derive(Clone, Copy)]
pub struct Except<F, L>(pub F, pub L);

impl<F, L> fmt::Debug for Except<F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Except(..)")
    }
}

impl<F: Fn(&E) -> bool, L: Rule<T, E>, T: ?Sized, E: ?Sized> Rule<T, E> for Except<F, L> {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        match result {
            Err(error) if (self.0)(error) => Outcome::Ignore,
            _ => self.1.judge(result),
        }
    }
    fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
        self.1.retry_after(result)
    }
}

/// `retry_on`: the errors it names are failures, the others end the call.
#[derive(Clone, Copy)]
pub struct RetryOn<F>(pub F);

/// `record_on`: the errors it names are failures, the others count as successes.
#[derive(Clone, Copy)]
pub struct RecordOn<F>(pub F);

impl<F> fmt::Debug for RetryOn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RetryOn(..)")
    }
}
impl<F> fmt::Debug for RecordOn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecordOn(..)")
    }
}

impl<F: Fn(&E) -> bool, T: ?Sized, E: ?Sized> Rule<T, E> for RetryOn<F> {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        match result {
            Ok(_) => Outcome::Success,
            Err(error) if (self.0)(error) => Outcome::Failure,
            Err(_) => Outcome::Ignore,
        }
    }
}
impl<F: Fn(&E) -> bool, T: ?Sized, E: ?Sized> Rule<T, E> for RecordOn<F> {
    #[inline(always)]
    fn judge(&self, result: Result<&T, &E>) -> Outcome {
        match result {
            Err(error) if (self.0)(error) => Outcome::Failure,
            _ => Outcome::Success,
        }
    }
}
