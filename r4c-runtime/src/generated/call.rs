//! A sync call: admit, let the client's closure run and settle the method, look whether anything is left to do.
//!
//! The healthy path is [`call`] with its closure inlined, and never touches the result. What follows a failure is a plain
//! loop in a cold function, where copies do not matter.
use super::attempt::{Aside, Attempt, settle_breaker};
use super::ending::{Ending, Unserved};
use super::method::{BreakerSlot, Method, RetrySlot, admit, begin, is_special};
use super::returns::{Returns, View};
use crate::Retry;
use crate::circuit_breaker::{Settlement, Ticket};
use crate::event::GaveUpReason;
use crate::retry::call::{Ongoing, Step};
use crate::sync::survives;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, forget};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Calls a method under a retry, with or without a circuit breaker. The attempts come as a pair, made by
/// [`attempts!`](crate::attempts): the same code twice, once for the first attempt, which is inlined here for having no other
/// caller, and once for those that follow a failure.
#[inline(always)]
pub fn call<R, B, K, W, End, H, A>(
    method: &Method<R, B, K>,
    _returns: Returns<W>,
    (first, again): (H, A),
    end: End,
) -> W::Return
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: Ending<W, B::Refusal, R::Rejected<W::Value>>,
    H: FnOnce(Attempt<'_, R, B, K, W, End>) -> W::Return,
    A: FnMut(Attempt<'_, R, B, K, W, End>) -> W::Return,
{
    let ticket = match admit(method) {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&method.retry, refusal, end),
    };
    if is_special(&method.retry) {
        return call_specially(method, ticket, again, end).0;
    }
    // Not dropped on the way out: a healthy call leaves nothing in it.
    let aside = ManuallyDrop::new(Aside::new());
    let result = first(new_attempt(method, ticket, &aside));
    if aside.goes_on() {
        return go_on(method, result, ManuallyDrop::into_inner(aside), again, end).0;
    }
    result
}

/// The same for an attempt that cannot come as a pair, as it uses something mutable: `&mut self`, an argument by value.
#[inline(always)]
pub fn call_mut<R, B, K, W, End, A>(
    method: &Method<R, B, K>,
    _returns: Returns<W>,
    mut attempt: A,
    end: End,
) -> W::Return
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: Ending<W, B::Refusal, R::Rejected<W::Value>>,
    A: FnMut(Attempt<'_, R, B, K, W, End>) -> W::Return,
{
    let ticket = match admit(method) {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&method.retry, refusal, end),
    };
    if is_special(&method.retry) {
        return call_specially(method, ticket, attempt, end).0;
    }
    let aside = ManuallyDrop::new(Aside::new());
    let result = attempt(new_attempt(method, ticket, &aside));
    if aside.goes_on() {
        return go_on(method, result, ManuallyDrop::into_inner(aside), attempt, end).0;
    }
    result
}

/// A call whose beginning somebody wants to know: its state stands beside it from the start.
#[cold]
#[inline(never)]
pub(crate) fn call_specially<R, B, K, W, End, A>(
    method: &Method<R, B, K>,
    ticket: Ticket,
    mut attempt: A,
    end: End,
) -> Later<W::Return>
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: Ending<W, B::Refusal, R::Rejected<W::Value>>,
    A: FnMut(Attempt<'_, R, B, K, W, End>) -> W::Return,
{
    let aside = Aside::new();
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| begin(&method.retry, &aside))) {
        // An injected clock has panicked: the permit was not used.
        settle_breaker(&method.breaker, ticket, Settlement::GiveBack);
        resume_unwind(payload);
    }
    let result = attempt(new_attempt(method, ticket, &aside));
    go_on(method, result, aside, attempt, end)
}

/// Calls a method under a circuit breaker alone: `attempt` runs once at most.
#[inline(always)]
pub fn call_once<B, K, W, End, A>(method: &Method<(), B, K>, _returns: Returns<W>, attempt: A, end: End) -> W::Return
where
    B: BreakerSlot,
    W: View,
    End: Ending<W, B::Refusal, std::convert::Infallible>,
    A: FnOnce(Attempt<'_, (), B, K, W, End>) -> W::Return,
{
    let aside = ManuallyDrop::new(Aside::new());
    let ticket = match admit(method) {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&method.retry, refusal, end),
    };
    let result = attempt(new_attempt(method, ticket, &aside));
    if aside.goes_on() {
        return end_once(&method.retry, result, ManuallyDrop::into_inner(aside), end).0;
    }
    result
}

#[inline(always)]
pub(crate) fn new_attempt<'a, R: RetrySlot, B: BreakerSlot, K, W, End>(
    method: &'a Method<R, B, K>,
    ticket: Ticket,
    aside: &'a Aside,
) -> Attempt<'a, R, B, K, W, End> {
    Attempt { method, ticket, aside, last: Cell::new(false), kind: PhantomData }
}

#[cold]
#[inline(never)]
pub(crate) fn refused<R, N, W, End>(retry: &R, refusal: N, end: End) -> W::Return
where
    R: RetrySlot,
    W: View,
    End: Ending<W, N, R::Rejected<W::Value>>,
{
    give_up_refused(retry.retry(), 0);
    end.end(Unserved::NotPermitted(refusal), 0)
}

pub(crate) fn give_up_refused(retry: Option<&Retry>, attempts: u32) {
    if let Some(retry) = retry {
        retry.give_up(GaveUpReason::NotPermitted, attempts, None);
    }
}

#[cold]
#[inline(never)]
fn end_once<W, N, End>(retry: &(), result: W::Return, aside: Aside, end: End) -> Later<W::Return>
where
    W: View,
    End: Ending<W, N, std::convert::Infallible>,
{
    match aside.ongoing.into_inner() {
        Some(ongoing) => Later(finish(retry, result, Ongoing::unboxed(ongoing), end)),
        None => Later(result),
    }
}

/// A result that did not come from the first attempt.
///
/// The wrapping is what keeps the healthy result in place: a cold function that returned the bare type would be given the
/// caller's slot, in which the first attempt's result could then not lie, as it is this function's argument.
pub(crate) struct Later<R>(pub(crate) R);

/// Stands while the user's code runs between two attempts (a result's `Drop`, a clock, a sleeper): a panic there is the end of
/// the call, and counted as such.
pub(crate) struct Between<'a> {
    pub(crate) retry: Option<&'a Retry>,
    pub(crate) attempts: u32,
}

impl Drop for Between<'_> {
    fn drop(&mut self) {
        if let Some(retry) = self.retry {
            retry.give_up(GaveUpReason::CallPanicked, self.attempts, None);
        }
    }
}

/// What comes after the first attempt: pauses and further attempts, then the end.
#[cold]
#[inline(never)]
pub(crate) fn go_on<R, B, K, W, End, A>(
    method: &Method<R, B, K>,
    first: W::Return,
    aside: Aside,
    mut attempt: A,
    end: End,
) -> Later<W::Return>
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: Ending<W, B::Refusal, R::Rejected<W::Value>>,
    A: FnMut(Attempt<'_, R, B, K, W, End>) -> W::Return,
{
    let mut result = first;
    loop {
        let Some(mut ongoing) = aside.ongoing.take() else { return Later(result) };
        let Step::Again(delay) = ongoing.step else {
            return Later(finish(&method.retry, result, Ongoing::unboxed(ongoing), end));
        };
        ongoing.step = Step::Succeeded;
        let attempts = ongoing.progress.attempts;
        let between = Between { retry: method.retry.retry(), attempts };
        // The failed result may hold a connection: it goes before the pause.
        drop(result);
        if let Some(retry) = method.retry.retry() {
            retry.pause_blocking(delay);
        }
        let admitted = admit(method);
        forget(between);
        let ticket = match admitted {
            Ok(ticket) => ticket,
            Err(refusal) => {
                give_up_refused(method.retry.retry(), attempts);
                return Later(end.end(Unserved::NotPermitted(refusal), attempts));
            }
        };
        aside.ongoing.set(Some(ongoing));
        result = attempt(new_attempt(method, ticket, &aside));
    }
}

/// Ends a call that makes no further attempt.
fn finish<R, W, N, End>(retry: &R, result: W::Return, ongoing: Ongoing, end: End) -> W::Return
where
    R: RetrySlot,
    W: View,
    End: Ending<W, N, R::Rejected<W::Value>>,
{
    let attempts = ongoing.progress.attempts;
    match unserved::<R, W, N>(retry, result, ongoing) {
        Ok(result) => result,
        Err(unserved) => end.end(unserved, attempts),
    }
}

/// The result that the caller gets, or why there is none.
#[allow(clippy::type_complexity)] // the failures that this method's policies have
pub(crate) fn unserved<R: RetrySlot, W: View, N>(
    retry: &R,
    result: W::Return,
    ongoing: Ongoing,
) -> Result<W::Return, Unserved<W::Error, N, R::Rejected<W::Value>>> {
    match ongoing.step {
        Step::Succeeded => {
            if let Some(retry) = retry.retry() {
                retry.succeeded(ongoing.progress.attempts + 1);
            }
            Ok(result)
        }
        Step::Return | Step::Again(_) => Ok(result),
        Step::Fail => W::split(result).map(|value| W::join(Ok(value))).map_err(Unserved::Error),
        Step::Reject => match W::split(result) {
            Ok(value) => match retry.reject::<W>(ongoing.progress.attempts, value) {
                Ok(rejected) => Err(Unserved::Rejected(rejected)),
                Err(value) => Ok(W::join(Ok(value))),
            },
            Err(error) => Ok(W::join(Err(error))),
        },
        Step::ClassifierFailed(payload) => {
            // The classifier's panic goes on; one of the result's `Drop` beside it must not abort.
            survives(|| drop(result));
            Err(Unserved::ClassifierFailed(payload))
        }
    }
}

/// The code of an attempt, twice: see [`call`].
#[doc(hidden)]
#[macro_export]
macro_rules! attempts {
    ($attempt:expr) => {
        ($attempt, $attempt)
    };
}
