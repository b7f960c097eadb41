//! One attempt: the guard that stands while the method runs, and the step that settles it.
//!
//! # Why it looks like this
//!
//! A result that was just written field by field and is then copied stalls the processor for longer than everything else
//! here takes. rustc writes the call's result straight into the caller's slot if the function that makes the call has one exit,
//! borrows the result only by `&`, and *nothing after the call can unwind*. So the generated closure is
//! `let result = call(); attempt.settle(&result); result`, and `settle` is an `extern "C"` function, which cannot unwind by
//! definition: it catches the classifier's panic, and whatever it calls catches its own.
//!
//! **Guarantees.** An attempt is settled once: by a `settle..`, or, if the call panics, by `Drop`, which records a failure.
//! What is to happen next is left in the [`Aside`]; nothing there, the healthy case, means that the result is the caller's.
//!
//! **Trusts** the generated code to settle exactly the result that it returns.
use super::ending::EndingKind;
use super::method::{Admission, BreakerSlot, RetrySlot};
use super::returns::View;
use super::rule::Rule;
use crate::circuit_breaker::Settlement;
use crate::event::GaveUpReason;
use crate::failure::panic_message;
use crate::retry::call::{Ongoing, Step};
use crate::retry::Decision;
use crate::sync::discard;
use crate::{Classifier, Outcome};
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, forget};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What stands beside the result of a call.
pub struct Aside {
    pub(crate) ongoing: Cell<Option<Box<Ongoing>>>,
    /// The by-value arguments are used up: no further attempt.
    pub(crate) last: Cell<bool>,
}

impl fmt::Debug for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aside").field("last", &self.last).finish_non_exhaustive()
    }
}

impl Aside {
    #[inline(always)]
    pub(crate) fn new(ongoing: Option<Box<Ongoing>>) -> Self {
        Self { ongoing: Cell::new(ongoing), last: Cell::new(false) }
    }
    /// Whether the call goes on: the result is not the caller's yet.
    #[inline(always)]
    pub(crate) fn goes_on(&self) -> bool {
        let ongoing = self.ongoing.take();
        let goes_on = ongoing.is_some();
        self.ongoing.set(ongoing);
        goes_on
    }
    /// How many attempts have ended.
    pub(crate) fn attempts(&self) -> u32 {
        let ongoing = self.ongoing.take();
        let attempts = ongoing.as_ref().map_or(0, |ongoing| ongoing.attempts);
        self.ongoing.set(ongoing);
        attempts
    }
}

/// One run of the method.
pub struct Attempt<'a, R: RetrySlot, B: BreakerSlot, W, End> {
    pub(crate) retry: &'a R,
    pub(crate) breaker: &'a B,
    pub(crate) admission: Admission,
    pub(crate) aside: &'a Aside,
    pub(crate) kind: PhantomData<fn() -> (W, End)>,
}

impl<R: RetrySlot, B: BreakerSlot, W, End> fmt::Debug for Attempt<'_, R, B, W, End> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt").field("aside", self.aside).finish_non_exhaustive()
    }
}

/// Reached only by unwinding out of the call.
impl<R: RetrySlot, B: BreakerSlot, W, End> Drop for Attempt<'_, R, B, W, End> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        call_panicked(self.retry, self.breaker, self.admission, self.aside);
    }
}

/// The call panicked: a failure for the breaker, the end for the retry.
pub(crate) fn call_panicked<R: RetrySlot, B: BreakerSlot>(retry: &R, breaker: &B, admission: Admission, aside: &Aside) {
    // A second panic while unwinding would abort.
    crate::sync::survives(|| {
        settle_breaker(breaker, admission, Settlement::Failure);
        if let Some(retry) = retry.retry() {
            retry.give_up(GaveUpReason::CallPanicked, aside.attempts() + 1, None);
        }
    });
}

pub(crate) fn settle_breaker<B: BreakerSlot>(breaker: &B, admission: Admission, settlement: Settlement) {
    if let (Some(breaker), Some(ticket)) = (breaker.breaker(), admission.0) {
        if settlement == Settlement::Success { breaker.succeed(ticket) } else { breaker.settle(ticket, settlement) }
    }
}

#[allow(improper_ctypes_definitions)] // the ABI is for what it says about unwinding
impl<R: RetrySlot, B: BreakerSlot, W: View, End: EndingKind> Attempt<'_, R, B, W, End> {
    /// Whether another attempt may follow this one, for arguments that would have to be cloned. A `false` is kept.
    #[inline(always)]
    pub fn may_repeat(&self) -> bool {
        let may = self.retry.retry().is_some_and(|retry| retry.allows_after(self.aside.attempts() + 1));
        self.aside.last.set(!may);
        may
    }

    /// Settles it by the default rule: every error is a failure.
    #[inline(always)]
    pub extern "C" fn settle(self, result: &W::Return) {
        if W::view(result).is_ok() {
            self.succeed();
        } else {
            self.conclude(Outcome::Failure, Outcome::Failure, false, &mut || None);
        }
    }

    /// Settles it by the classifier that both policies share, or that the only one has.
    #[inline(always)]
    pub extern "C" fn settle_by<K>(self, result: &W::Return, classifier: &K)
    where
        K: Classifier<W::Value, W::Error> + ?Sized,
    {
        let seen = W::view(result);
        match catch_unwind(AssertUnwindSafe(|| classifier.classify(seen))) {
            Ok(Outcome::Success) if !(End::TAKES_ERRORS && seen.is_err()) => self.succeed(),
            Ok(outcome) => self.conclude(outcome, outcome, seen.is_ok(), &mut || classifier.retry_after(seen)),
            Err(payload) => self.classifier_failed(payload),
        }
    }

    /// Settles it by a rule for each policy. The breaker records first; a rule that panics after that ends only the retry.
    #[inline(always)]
    pub extern "C" fn settle_each<L, M>(self, result: &W::Return, retry_rule: L, breaker_rule: M)
    where
        L: Rule<W::Value, W::Error>,
        M: Rule<W::Value, W::Error>,
    {
        // Rules hold references and the generated lists' closures: nothing that could unwind when dropped.
        let (retry_rule, breaker_rule) = (ManuallyDrop::new(retry_rule), ManuallyDrop::new(breaker_rule));
        let seen = W::view(result);
        let for_breaker = match catch_unwind(AssertUnwindSafe(|| breaker_rule.judge(seen))) {
            Ok(outcome) => outcome,
            Err(payload) => return self.classifier_failed(payload),
        };
        match catch_unwind(AssertUnwindSafe(|| retry_rule.judge(seen))) {
            Ok(Outcome::Success) if for_breaker == Outcome::Success && !(End::TAKES_ERRORS && seen.is_err()) => self.succeed(),
            Ok(outcome) => self.conclude(for_breaker, outcome, seen.is_ok(), &mut || retry_rule.retry_after(seen)),
            Err(payload) => self.retry_classifier_failed(for_breaker, payload),
        }
    }

    #[inline(always)]
    extern "C" fn succeed(self) {
        if let (Some(breaker), Some(ticket)) = (self.breaker.breaker(), self.admission.0) {
            breaker.succeed(ticket);
        }
        forget(self);
    }

    #[cold]
    #[inline(never)]
    extern "C" fn conclude(self, for_breaker: Outcome, for_retry: Outcome, value: bool, hint: &mut dyn FnMut() -> Option<Duration>) {
        let parts = ManuallyDrop::new(self);
        // An injected clock or a hint that panics ends the call with its panic, as a classifier does.
        let concluded = catch_unwind(AssertUnwindSafe(|| {
            settle_breaker(parts.breaker, parts.admission, for_breaker.into());
            next_step(parts.retry, parts.aside, for_retry, value, End::TAKES_ERRORS, hint);
        }));
        if let Err(payload) = concluded {
            fail(parts.retry, parts.aside, payload);
        }
    }

    #[cold]
    #[inline(never)]
    extern "C" fn classifier_failed(self, payload: Box<dyn Any + Send>) {
        self.retry_classifier_failed(Outcome::Failure, payload);
    }

    #[cold]
    #[inline(never)]
    extern "C" fn retry_classifier_failed(self, for_breaker: Outcome, payload: Box<dyn Any + Send>) {
        let parts = ManuallyDrop::new(self);
        crate::sync::survives(|| settle_breaker(parts.breaker, parts.admission, for_breaker.into()));
        fail(parts.retry, parts.aside, payload);
    }
}

/// Leaves in the aside what is to happen after an attempt that was not a plain success.
fn next_step<R: RetrySlot>(
    retry: &R,
    aside: &Aside,
    outcome: Outcome,
    value: bool,
    takes_errors: bool,
    hint: &mut dyn FnMut() -> Option<Duration>,
) {
    let taken = aside.ongoing.take();
    let was_ongoing = taken.is_some();
    let mut ongoing = taken.unwrap_or_default();
    ongoing.attempts += 1;
    let decision = match retry.retry() {
        Some(retry) => retry.decide(&ongoing, outcome, value, aside.last.get(), hint),
        None => Decision::Return,
    };
    ongoing.step = match decision {
        Decision::Again(delay) => Step::Again(delay),
        _ if !value && takes_errors => Step::Fail,
        Decision::GaveUp if value && R::REJECTS => Step::Reject,
        _ if was_ongoing => Step::Return,
        _ => return,
    };
    aside.ongoing.set(Some(ongoing));
}

/// The classifier panicked: the end of the call, whatever the retry would have said.
fn fail<R: RetrySlot>(retry: &R, aside: &Aside, payload: Box<dyn Any + Send>) {
    let mut ongoing = aside.ongoing.take().unwrap_or_default();
    if !matches!(ongoing.step, Step::Succeeded) {
        // The panic came after the attempt was counted.
        ongoing.attempts -= 1;
    }
    ongoing.attempts += 1;
    if let Some(retry) = retry.retry() {
        retry.give_up(GaveUpReason::ClassifierFailed, ongoing.attempts, panic_message(&*payload));
    }
    if let Step::ClassifierFailed(earlier) = std::mem::replace(&mut ongoing.step, Step::ClassifierFailed(payload)) {
        discard(earlier);
    }
    aside.ongoing.set(Some(ongoing));
}
