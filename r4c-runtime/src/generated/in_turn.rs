//! Attempts one after the other, in the body of the generated method itself.
//!
//! A closure that makes attempts, beside another one for the fallback, cannot lend both of them a `&mut`; nor can a closure
//! that makes futures lend each of them a `&mut` in turn. A loop can. So this is the form for `&mut self` and `&mut`
//! arguments where [`call_mut`](super::call_mut) and [`call_async`](super::call_async) do not do:
//! ```text
//! let mut call = in_turn(&policies, returns);
//! while call.admits() {
//!     let result = call.run(|turn| the method, |attempt, result| attempt.settle(result));
//!     if let Some(result) = call.conclude(result) { return result }
//! }
//! call.end(ending)
//! ```
//! It moves the result, which the other forms avoid, and decides by the same functions as they do.
//!
//! **Guarantees**, as in the other forms: a panic of the method is a failure; a future that is dropped gives its permit
//! back; the result that is not returned is dropped before the pause.
use super::attempt::{Aside, Attempt, settle_breaker};
use super::call::{Between, give_up_refused, unserved};
use super::ending::{AsyncEnding, Ended, Ending, EndingKind, ToCaller, Unserved, UnservedOf};
use super::method::{BreakerSlot, Method, RetrySlot, admit, begin};
use super::returns::{Returns, View};
use crate::circuit_breaker::{Settlement, Ticket};
use crate::retry::call::{Ongoing, Step};
use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::marker::PhantomData;
use std::mem::forget;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// The kind of an ending that is a fallback, where there is no fallback yet.
#[derive(Clone, Copy, Debug)]
pub struct ToFallback;

impl EndingKind for ToFallback {
    const TAKES_ERRORS: bool = true;
}

/// A call under way. `Kind` says which errors its ending takes.
pub struct InTurn<'a, R: RetrySlot, B: BreakerSlot, K, W: View, Kind> {
    method: &'a Method<R, B, K>,
    aside: Aside,
    begun: bool,
    /// The permit of the attempt that is to be made, or that is being waited for.
    ticket: Option<Ticket>,
    /// The pause before the next attempt.
    pause: Option<Duration>,
    /// Why the call has no result of its own, after this many attempts.
    failed: Option<(UnservedOf<W, R, B>, u32)>,
    kind: PhantomData<fn() -> Kind>,
}

impl<R: RetrySlot, B: BreakerSlot, K, W: View, Kind> fmt::Debug for InTurn<'_, R, B, K, W, Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InTurn").field("aside", &self.aside).finish_non_exhaustive()
    }
}

/// Begins a call whose failures go to the caller.
pub fn in_turn<'a, R: RetrySlot, B: BreakerSlot, K, W: View>(
    method: &'a Method<R, B, K>,
    _returns: Returns<W>,
) -> InTurn<'a, R, B, K, W, ToCaller> {
    InTurn::new(method)
}

/// Begins a call whose failures go to a fallback.
pub fn in_turn_before_fallback<'a, R: RetrySlot, B: BreakerSlot, K, W: View>(
    method: &'a Method<R, B, K>,
    _returns: Returns<W>,
) -> InTurn<'a, R, B, K, W, ToFallback> {
    InTurn::new(method)
}

impl<'a, R: RetrySlot, B: BreakerSlot, K, W: View, Kind: EndingKind> InTurn<'a, R, B, K, W, Kind> {
    fn new(method: &'a Method<R, B, K>) -> Self {
        Self { method, aside: Aside::new(), begun: false, ticket: None, pause: None, failed: None, kind: PhantomData }
    }

    /// Whether another attempt is to be made, after the pause that is due.
    pub fn admits(&mut self) -> bool {
        if let (Some(delay), Some(retry)) = (self.pause.take(), self.method.retry.retry()) {
            let between = Between { retry: Some(retry), attempts: self.aside.progress().attempts };
            retry.pause_blocking(delay);
            forget(between);
        }
        self.admit()
    }

    /// The same without blocking the thread.
    pub async fn admits_async(&mut self) -> bool {
        if let (Some(delay), Some(retry)) = (self.pause, self.method.retry.retry()) {
            // The delay stays where it is meanwhile: whoever drops this future cancels the call.
            if let Some(pause) = retry.pause(delay) {
                pause.await;
            }
            self.pause = None;
        }
        self.admit()
    }

    fn admit(&mut self) -> bool {
        if self.failed.is_some() {
            return false;
        }
        match admit(self.method) {
            Ok(ticket) => self.ticket = Some(ticket),
            Err(refusal) => {
                let attempts = self.aside.progress().attempts;
                give_up_refused(self.method.retry.retry(), attempts);
                self.failed = Some((Unserved::NotPermitted(refusal), attempts));
                return false;
            }
        }
        if !self.begun {
            begin(&self.method.retry, &self.aside);
            self.begun = true;
        }
        true
    }

    /// Makes an attempt.
    pub fn run(
        &mut self,
        run: impl FnOnce(&Attempt<'_, R, B, K, W, Kind>) -> W::Return,
        settle: impl FnOnce(Attempt<'_, R, B, K, W, Kind>, &W::Return),
    ) -> W::Return {
        let attempt = self.attempt(false);
        let result = run(&attempt);
        settle(attempt, &result);
        result
    }

    /// Makes an attempt and waits for it.
    pub async fn run_async<F: Future<Output = W::Return>>(
        &mut self,
        make: impl FnOnce(&Attempt<'_, R, B, K, W, Kind>) -> F,
        settle: impl FnOnce(Attempt<'_, R, B, K, W, Kind>, &W::Return),
    ) -> W::Return {
        let (future, last) = self.made(make);
        let (mut future, mut settle) = (pin!(future), Some(settle));
        poll_fn(|cx| {
            // The guard stands on the stack of `poll` only: a panic there is the call's, a drop in between is not.
            let attempt = self.attempt(last);
            let poll = future.as_mut().poll(cx);
            match (&poll, settle.take()) {
                (Poll::Ready(result), Some(settle)) => settle(attempt, result),
                (_, waiting) => {
                    let ticket = attempt.ticket;
                    forget(attempt);
                    settle = waiting;
                    self.ticket = Some(ticket);
                }
            }
            poll
        })
        .await
    }

    fn made<F>(&mut self, make: impl FnOnce(&Attempt<'_, R, B, K, W, Kind>) -> F) -> (F, bool) {
        let attempt = self.attempt(false);
        let future = make(&attempt);
        let (ticket, last) = (attempt.ticket, attempt.last.get());
        forget(attempt);
        self.ticket = Some(ticket);
        (future, last)
    }

    fn attempt(&mut self, last: bool) -> Attempt<'_, R, B, K, W, Kind> {
        let ticket = self.ticket.take().expect("an attempt is made after it was admitted");
        Attempt { method: self.method, ticket, aside: &self.aside, last: Cell::new(last), kind: PhantomData }
    }

    /// The result, if it is the caller's.
    pub fn conclude(&mut self, result: W::Return) -> Option<W::Return> {
        let Some(mut ongoing) = self.aside.ongoing.take() else { return Some(result) };
        if let Step::Again(delay) = ongoing.step {
            let between = Between { retry: self.method.retry.retry(), attempts: ongoing.progress.attempts };
            // The failed result may hold a connection: it goes before the pause.
            drop(result);
            forget(between);
            ongoing.step = Step::Succeeded;
            self.aside.ongoing.set(Some(ongoing));
            self.pause = Some(delay);
            return None;
        }
        let attempts = ongoing.progress.attempts;
        match unserved::<R, W, B::Refusal>(&self.method.retry, result, Ongoing::unboxed(ongoing)) {
            Ok(result) => Some(result),
            Err(unserved) => {
                self.failed = Some((unserved, attempts));
                None
            }
        }
    }

    /// Ends a call that has failed.
    pub fn end<End: Ending<W, B::Refusal, R::Rejected<W::Value>>>(mut self, end: End) -> W::Return {
        let (unserved, attempts) = self.failure();
        end.end(unserved, attempts)
    }

    /// The same for an async one.
    pub async fn end_async<End, A>(mut self, end: End) -> W::Return
    where
        A: Future<Output = W::Return>,
        End: AsyncEnding<W, B::Refusal, R::Rejected<W::Value>, Future = A>,
    {
        let (unserved, attempts) = self.failure();
        match end.end_async(unserved, attempts) {
            Ended::Now(result) => result,
            Ended::Later(answer) => answer.await,
        }
    }

    fn failure(&mut self) -> (UnservedOf<W, R, B>, u32) {
        self.failed.take().expect("a call ends once, after it was refused or has failed")
    }
}

/// A permit or a pause that is still there was being waited for: the future of the call is dropped.
impl<R: RetrySlot, B: BreakerSlot, K, W: View, Kind> Drop for InTurn<'_, R, B, K, W, Kind> {
    fn drop(&mut self) {
        if self.ticket.is_none() && self.pause.is_none() {
            return;
        }
        // This may be part of an unwinding.
        crate::sync::survives(|| {
            let started = u32::from(self.ticket.is_some());
            if let Some(ticket) = self.ticket.take() {
                settle_breaker(&self.method.breaker, ticket, Settlement::GiveBack);
            }
            if let Some(retry) = self.method.retry.retry() {
                retry.cancelled(self.aside.progress().attempts + started);
            }
        });
    }
}
