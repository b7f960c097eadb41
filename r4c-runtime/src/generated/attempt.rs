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
use super::instance::Shared;
use super::method::{BreakerSlot, Method, RetrySlot, succeed};
use super::returns::View;
use super::rule::Rule;
use crate::circuit_breaker::{Settlement, Ticket};
use crate::event::GaveUpReason;
use crate::failure::panic_message;
use crate::retry::Decision;
use crate::retry::call::{Ongoing, Progress, Step};
use crate::{Classifier, Outcome};
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What stands beside the result of a call.
pub struct Aside {
    pub(crate) ongoing: Cell<Option<Box<Ongoing>>>,
}

impl fmt::Debug for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aside").finish_non_exhaustive()
    }
}

impl Aside {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { ongoing: Cell::new(None) }
    }
    /// Whether the call goes on: the result is not the caller's yet.
    #[inline(always)]
    pub(crate) extern "C" fn goes_on(&self) -> bool {
        let ongoing = self.ongoing.take();
        let goes_on = ongoing.is_some();
        self.ongoing.set(ongoing);
        goes_on
    }
    /// How far the call has come.
    pub(crate) fn progress(&self) -> Progress {
        let ongoing = self.ongoing.take();
        let progress = ongoing.as_ref().map_or(Progress::default(), |ongoing| ongoing.progress);
        self.ongoing.set(ongoing);
        progress
    }
    /// Leaves the next step, in the box that was there, if one was.
    fn go_on(&self, was: Option<Box<Ongoing>>, progress: Progress, step: Step) {
        let ongoing = Ongoing { progress, step };
        let held = match was {
            Some(mut held) => {
                *held = ongoing;
                held
            }
            None => ongoing.boxed(),
        };
        self.ongoing.set(Some(held));
    }
}

/// One run of the method.
pub struct Attempt<'a, R: RetrySlot, B: BreakerSlot, K, W, End> {
    pub(crate) method: &'a Method<R, B, K>,
    pub(crate) ticket: Ticket,
    pub(crate) aside: &'a Aside,
    /// The by-value arguments are used up: no further attempt.
    pub(crate) last: Cell<bool>,
    pub(crate) kind: PhantomData<fn() -> (W, End)>,
}

impl<R: RetrySlot, B: BreakerSlot, K, W, End> fmt::Debug for Attempt<'_, R, B, K, W, End> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt").field("aside", self.aside).finish_non_exhaustive()
    }
}

/// Reached only by unwinding out of the call.
impl<R: RetrySlot, B: BreakerSlot, K, W, End> Drop for Attempt<'_, R, B, K, W, End> {
    #[inline(always)]
    fn drop(&mut self) {
        call_panicked(self.method, self.ticket, self.aside);
    }
}

/// The call panicked: a failure for the breaker, the end for the retry.
#[cold]
#[inline(never)]
pub(crate) fn call_panicked<R: RetrySlot, B: BreakerSlot, K>(method: &Method<R, B, K>, ticket: Ticket, aside: &Aside) {
    // A second panic while unwinding would abort.
    crate::sync::survives(|| {
        settle_breaker(&method.breaker, ticket, Settlement::Failure);
        if let Some(retry) = method.retry.retry() {
            retry.give_up(GaveUpReason::CallPanicked, aside.progress().attempts + 1, None);
        }
    });
}

pub(crate) fn settle_breaker<B: BreakerSlot>(breaker: &B, ticket: Ticket, settlement: Settlement) {
    if let Some(breaker) = breaker.breaker() {
        breaker.settle(ticket, settlement);
    }
}

#[allow(improper_ctypes_definitions)] // the ABI is for what it says about unwinding
impl<R: RetrySlot, B: BreakerSlot, K, W: View, End: EndingKind> Attempt<'_, R, B, K, W, End> {
    /// Whether another attempt may follow this one, for arguments that would have to be cloned. A `false` is kept.
    #[inline(always)]
    pub fn may_repeat(&self) -> bool {
        still_may_repeat(&self.last, &self.method.retry, self.aside)
    }

    /// Settles it by the default rule: every error is a failure.
    #[inline(always)]
    pub extern "C" fn settle(self, result: &W::Return) {
        if W::view(result).is_ok() {
            self.succeed();
        } else {
            let attempt = ManuallyDrop::new(self);
            let last = attempt.last.get();
            conclude_by_default::<R, B, K, End>(attempt.method, attempt.ticket, attempt.aside, last);
        }
    }

    /// Settles it by the classifier that both policies share, or that the only one has.
    #[inline(always)]
    pub extern "C" fn settle_by<C>(self, result: &W::Return, classifier: &C)
    where
        C: Classifier<W::Value, W::Error> + ?Sized,
    {
        match catch_unwind(AssertUnwindSafe(|| W::classify(result, classifier))) {
            Ok(Outcome::Success) if !(End::TAKES_ERRORS && W::view(result).is_err()) => self.succeed(),
            Ok(outcome) => {
                self.conclude(outcome, outcome, W::view(result).is_ok(), &mut || {
                    classifier.retry_after(W::view(result))
                });
            }
            Err(payload) => self.classifier_failed(payload),
        }
    }

    /// Settles it by the method's classifier: the one that both policies share, or that the only one has.
    #[inline(always)]
    pub extern "C" fn settle_by_classifier(self, result: &W::Return)
    where
        K: Classifier<W::Value, W::Error> + Shared,
    {
        let classifier = &self.method.classifier;
        match catch_unwind(AssertUnwindSafe(|| W::classify(result, &**classifier))) {
            Ok(Outcome::Success) if !(End::TAKES_ERRORS && W::view(result).is_err()) => self.succeed(),
            Ok(outcome) => {
                let attempt = ManuallyDrop::new(self);
                let last = attempt.last.get();
                conclude_by_classifier::<R, B, K, W, End>(
                    attempt.method,
                    attempt.ticket,
                    attempt.aside,
                    result,
                    outcome,
                    last,
                );
            }
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
            Ok(Outcome::Success) if for_breaker == Outcome::Success && !(End::TAKES_ERRORS && seen.is_err()) => {
                self.succeed()
            }
            Ok(outcome) => self.conclude(for_breaker, outcome, seen.is_ok(), &mut || retry_rule.retry_after(seen)),
            Err(payload) => self.retry_classifier_failed(for_breaker, payload),
        }
    }

    #[inline(always)]
    extern "C" fn succeed(self) {
        let attempt = ManuallyDrop::new(self);
        succeed(attempt.method, attempt.ticket);
    }

    #[inline(always)]
    extern "C" fn conclude(
        self,
        for_breaker: Outcome,
        for_retry: Outcome,
        value: bool,
        hint: &mut dyn FnMut() -> Option<Duration>,
    ) {
        let attempt = ManuallyDrop::new(self);
        let last = attempt.last.get();
        let conclusion = Conclusion { for_breaker, for_retry, value, last, takes_errors: End::TAKES_ERRORS };
        conclude(attempt.method, attempt.ticket, attempt.aside, conclusion, hint);
    }

    #[inline(always)]
    extern "C" fn classifier_failed(self, payload: Box<dyn Any + Send>) {
        self.retry_classifier_failed(Outcome::Failure, payload);
    }

    #[inline(always)]
    extern "C" fn retry_classifier_failed(self, for_breaker: Outcome, payload: Box<dyn Any + Send>) {
        let attempt = ManuallyDrop::new(self);
        classifier_failed(attempt.method, attempt.ticket, attempt.aside, for_breaker, payload);
    }
}

/// What was judged of an attempt that is no plain success.
#[derive(Clone, Copy)]
struct Conclusion {
    for_breaker: Outcome,
    for_retry: Outcome,
    value: bool,
    last: bool,
    takes_errors: bool,
}

// The cold ends take the parts of an attempt one by one: an attempt that was passed whole would have to lie in memory. What
// they can find out themselves is not passed: the smaller the client's closure, the surer it is inlined.

/// After an error, by the default rule.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions)]
extern "C" fn conclude_by_default<R: RetrySlot, B: BreakerSlot, K, End: EndingKind>(
    method: &Method<R, B, K>,
    ticket: Ticket,
    aside: &Aside,
    last: bool,
) {
    let (for_breaker, for_retry) = (Outcome::Failure, Outcome::Failure);
    let conclusion = Conclusion { for_breaker, for_retry, value: false, last, takes_errors: End::TAKES_ERRORS };
    conclude(method, ticket, aside, conclusion, &mut || None);
}

/// After the method's classifier has said something else than success, or of an error that a fallback takes.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions)]
extern "C" fn conclude_by_classifier<R, B, K, W, End>(
    method: &Method<R, B, K>,
    ticket: Ticket,
    aside: &Aside,
    result: &W::Return,
    outcome: Outcome,
    last: bool,
) where
    R: RetrySlot,
    B: BreakerSlot,
    K: Classifier<W::Value, W::Error>,
    W: View,
    End: EndingKind,
{
    let value = W::view(result).is_ok();
    let conclusion =
        Conclusion { for_breaker: outcome, for_retry: outcome, value, last, takes_errors: End::TAKES_ERRORS };
    conclude(method, ticket, aside, conclusion, &mut || method.classifier.retry_after(W::view(result)));
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions)]
extern "C" fn conclude<R: RetrySlot, B: BreakerSlot, K>(
    method: &Method<R, B, K>,
    ticket: Ticket,
    aside: &Aside,
    conclusion: Conclusion,
    hint: &mut dyn FnMut() -> Option<Duration>,
) {
    // An injected clock or a hint that panics ends the call with its panic, as a classifier does.
    let concluded = catch_unwind(AssertUnwindSafe(|| {
        settle_breaker(&method.breaker, ticket, conclusion.for_breaker.into());
        next_step(&method.retry, aside, conclusion, hint);
    }));
    if let Err(payload) = concluded {
        fail(&method.retry, aside, payload);
    }
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions)]
extern "C" fn classifier_failed<R: RetrySlot, B: BreakerSlot, K>(
    method: &Method<R, B, K>,
    ticket: Ticket,
    aside: &Aside,
    for_breaker: Outcome,
    payload: Box<dyn Any + Send>,
) {
    crate::sync::survives(|| settle_breaker(&method.breaker, ticket, for_breaker.into()));
    fail(&method.retry, aside, payload);
}

/// Whether another attempt may follow this one. It is asked for each argument, and a `false` stays one: an argument is given
/// away then, and new settings cannot bring it back.
pub(crate) fn still_may_repeat<R: RetrySlot>(last: &Cell<bool>, retry: &R, aside: &Aside) -> bool {
    let may = retry.retry().is_some_and(|retry| retry.allows_after(aside.progress().attempts + 1));
    last.set(last.get() || !may);
    !last.get()
}

/// Leaves in the aside what is to happen after an attempt that was not a plain success.
fn next_step<R: RetrySlot>(
    retry: &R,
    aside: &Aside,
    Conclusion { for_retry, value, last, takes_errors, .. }: Conclusion,
    hint: &mut dyn FnMut() -> Option<Duration>,
) {
    let progress = aside.progress().and_one_more();
    let decision = match retry.retry() {
        // Asks the user's code: until it has answered, the aside stays as it is.
        Some(retry) => retry.decide(progress, for_retry, value, last, hint),
        None => Decision::Return,
    };
    let taken = aside.ongoing.take();
    let step = match decision {
        Decision::Again(delay) => Step::Again(delay),
        _ if !value && takes_errors => Step::Fail,
        Decision::GaveUp if value && R::REJECTS => Step::Reject,
        _ if taken.is_some() => Step::Return,
        _ => return,
    };
    aside.go_on(taken, progress, step);
}

/// The classifier panicked: the end of the call, whatever the retry would have said.
fn fail<R: RetrySlot>(retry: &R, aside: &Aside, payload: Box<dyn Any + Send>) {
    let progress = aside.progress().and_one_more();
    if let Some(retry) = retry.retry() {
        retry.give_up(GaveUpReason::ClassifierFailed, progress.attempts, panic_message(&*payload));
    }
    aside.go_on(aside.ongoing.take(), progress, Step::ClassifierFailed(payload));
}
