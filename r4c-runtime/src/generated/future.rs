//! An async call: a future with the same healthy path as a sync call, and the pauses and the fallback as states.
//!
//! **Guarantees.** Nothing happens before the first poll. A future that is dropped gives its permit back and counts
//! nowhere; a panic of the method, in `poll` or while its future is made, is a failure. The two are told apart by a guard
//! on the *stack* of `poll` ([`PollAttempt`]): `thread::panicking()` is also true when somebody else's panic drops a pending
//! future. The rejected result and the method's future are dropped before a pause.
//!
//! **Pinning.** The method's future is the only part that is ever pinned, and it never moves: it is made in place, polled in
//! place, and dropped in place by overwriting the state. The pause and the fallback's future have boxes of their own.
use super::attempt::{Aside, Attempt, call_panicked, settle_breaker, still_may_repeat};
use super::call::{Between, Later, give_up_refused, unserved};
use super::ending::{AsyncEnding, Ended, EndingKind, Unserved, UnservedOf};
use super::instance::Shared;
use super::method::{BreakerSlot, Method, RetrySlot, admit, begin};
use super::returns::{Returns, View};
use super::rule::Rule;
use crate::Classifier;
use crate::circuit_breaker::{Settlement, Ticket};
use crate::clock::Pause;
use crate::retry::call::{Ongoing, Step};
use std::cell::Cell;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::mem::forget;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// The future of one call. `A` is that of its fallback: a parameter, for where a projection stood in its place rustc could not
/// see in an `async` block, where it forgets lifetimes, that the future is `Send`.
pub struct Call<'a, R: RetrySlot, B: BreakerSlot, K, W, F, M, P, End, A> {
    method: &'a Method<R, B, K>,
    state: State<F, A>,
    /// The permit of the attempt that is under way.
    ticket: Option<Ticket>,
    aside: Aside,
    /// The by-value arguments are used up: no further attempt.
    last: Cell<bool>,
    make: M,
    poll: P,
    /// Taken when the call fails.
    end: Option<End>,
    returns: PhantomData<fn() -> W>,
}

enum State<F, A> {
    /// An attempt is to be made.
    Start,
    /// An attempt is under way, or has given the call's result.
    Attempt(F),
    /// Before another attempt.
    Pause(Pause),
    /// Another attempt is to be made.
    Again,
    /// Nothing may follow: the call has failed, or code of the user's is running that may panic.
    Done,
    /// The fallback is under way.
    Fallback(Pin<Box<A>>),
}

/// What makes the method's future for one attempt.
pub trait Make<F> {
    /// Makes it. `may_repeat` says whether arguments have to be kept for another attempt.
    fn make(&mut self, may_repeat: MayRepeat<'_>) -> F;
}

/// Asked by arguments that would have to be cloned.
pub struct MayRepeat<'a>(&'a dyn Fn() -> bool);

impl MayRepeat<'_> {
    /// Whether another attempt may follow this one. A `false` is kept.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for MayRepeat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MayRepeat(..)")
    }
}

/// Makes a future for every attempt.
#[derive(Debug)]
pub struct Every<M>(M);
impl<F, M: FnMut(MayRepeat<'_>) -> F> Make<F> for Every<M> {
    #[inline(always)]
    fn make(&mut self, may_repeat: MayRepeat<'_>) -> F {
        (self.0)(may_repeat)
    }
}

/// Makes the future of the only attempt.
#[derive(Debug)]
pub struct Once<M>(Option<M>);
impl<F, M: FnOnce() -> F> Make<F> for Once<M> {
    #[inline(always)]
    fn make(&mut self, _may_repeat: MayRepeat<'_>) -> F {
        let make = self.0.take().expect("a call without a retry makes one attempt");
        make()
    }
}

/// Calls an async method under a retry. `make` makes the future of an attempt, `poll` polls and settles it.
#[inline(always)]
pub fn call_async<'a, R, B, K, W, End, F, M, P, A>(
    method: &'a Method<R, B, K>,
    _returns: Returns<W>,
    make: M,
    poll: P,
    end: End,
) -> Call<'a, R, B, K, W, F, Every<M>, P, End, A>
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: AsyncEnding<W, B::Refusal, R::Rejected<W::Value>, Future = A>,
    F: Future<Output = W::Return>,
    M: FnMut(MayRepeat<'_>) -> F,
    P: FnMut(PollAttempt<'_, R, B, K, W, End>, Pin<&mut F>, &mut Context<'_>) -> Poll<W::Return>,
{
    call_async_through(method, make, poll, end)
}

/// The same where `poll` makes the call's result of what an attempt's future gives.
#[inline(always)]
pub(crate) fn call_async_through<'a, R, B, K, W, End, F, M, P, A>(
    method: &'a Method<R, B, K>,
    make: M,
    poll: P,
    end: End,
) -> Call<'a, R, B, K, W, F, Every<M>, P, End, A>
where
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: AsyncEnding<W, B::Refusal, R::Rejected<W::Value>, Future = A>,
    M: FnMut(MayRepeat<'_>) -> F,
    P: FnMut(PollAttempt<'_, R, B, K, W, End>, Pin<&mut F>, &mut Context<'_>) -> Poll<W::Return>,
{
    Call {
        method,
        state: State::Start,
        ticket: None,
        aside: Aside::new(),
        last: Cell::new(false),
        make: Every(make),
        poll,
        end: Some(end),
        returns: PhantomData,
    }
}

/// Calls an async method under a circuit breaker alone: `make` is asked once at most.
#[inline(always)]
pub fn call_async_once<'a, B, K, W, End, F, M, P, A>(
    method: &'a Method<(), B, K>,
    _returns: Returns<W>,
    make: M,
    poll: P,
    end: End,
) -> Call<'a, (), B, K, W, F, Once<M>, P, End, A>
where
    B: BreakerSlot,
    W: View,
    End: AsyncEnding<W, B::Refusal, std::convert::Infallible, Future = A>,
    F: Future<Output = W::Return>,
    M: FnOnce() -> F,
    P: FnMut(PollAttempt<'_, (), B, K, W, End>, Pin<&mut F>, &mut Context<'_>) -> Poll<W::Return>,
{
    Call {
        method,
        state: State::Start,
        ticket: None,
        aside: Aside::new(),
        last: Cell::new(false),
        make: Once(Some(make)),
        poll,
        end: Some(end),
        returns: PhantomData,
    }
}

impl<R, B, K, W, F, M, P, End, A> Future for Call<'_, R, B, K, W, F, M, P, End, A>
where
    A: Future<Output = W::Return>,
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: AsyncEnding<W, B::Refusal, R::Rejected<W::Value>, Future = A>,
    M: Make<F>,
    P: FnMut(PollAttempt<'_, R, B, K, W, End>, Pin<&mut F>, &mut Context<'_>) -> Poll<W::Return>,
{
    type Output = W::Return;

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<W::Return> {
        // SAFETY: only `state`'s future is pinned, and nothing below moves it (see the module's essay): `start` writes a
        // new one over it, which drops the old one in place, and `attempt` pins it where it lies.
        let call = unsafe { self.get_unchecked_mut() };
        if let State::Start = call.state {
            call.state = State::Done;
            if let Err(refusal) = call.start() {
                return call.refused(refusal, cx);
            }
        }
        if let State::Attempt(_) = call.state {
            let result = call.attempt(cx);
            if call.goes_on() {
                return call.go_on(result, cx).0;
            }
            return result;
        }
        call.resume(cx)
    }
}

impl<R, B, K, W, F, M, P, End, A> Call<'_, R, B, K, W, F, M, P, End, A>
where
    A: Future<Output = W::Return>,
    R: RetrySlot,
    B: BreakerSlot,
    W: View,
    End: AsyncEnding<W, B::Refusal, R::Rejected<W::Value>, Future = A>,
    M: Make<F>,
    P: FnMut(PollAttempt<'_, R, B, K, W, End>, Pin<&mut F>, &mut Context<'_>) -> Poll<W::Return>,
{
    /// Begins the call with its first attempt.
    #[inline(always)]
    fn start(&mut self) -> Result<(), B::Refusal> {
        let ticket = admit(self.method)?;
        // Already here: if an injected clock panics now, the permit is given back.
        self.ticket = Some(ticket);
        begin(&self.method.retry, &self.aside);
        self.begin_attempt(ticket);
        Ok(())
    }

    #[inline(always)]
    fn begin_attempt(&mut self, ticket: Ticket) {
        self.ticket = Some(ticket);
        let (method, aside, last) = (self.method, &self.aside, &self.last);
        let guard = PollAttempt::<R, B, K, W, End> { method, ticket: &mut self.ticket, aside, last, kind: PhantomData };
        let future = self.make.make(MayRepeat(&|| still_may_repeat(last, &method.retry, aside)));
        forget(guard);
        self.state = State::Attempt(future);
    }

    #[inline(always)]
    fn attempt(&mut self, cx: &mut Context<'_>) -> Poll<W::Return> {
        let State::Attempt(future) = &mut self.state else { return Poll::Pending };
        // SAFETY: `self` is pinned by the caller of `poll`, and the future is never moved out of `state`.
        let future = unsafe { Pin::new_unchecked(future) };
        let (method, aside, last) = (self.method, &self.aside, &self.last);
        (self.poll)(PollAttempt { method, ticket: &mut self.ticket, aside, last, kind: PhantomData }, future, cx)
    }

    /// Whether an attempt has ended and its result is not the caller's yet. (To ask the result itself would borrow it.)
    #[inline(always)]
    extern "C" fn goes_on(&self) -> bool {
        self.ticket.is_none() && self.aside.goes_on()
    }

    /// After an attempt that was not a plain success.
    #[cold]
    #[inline(never)]
    fn go_on(&mut self, result: Poll<W::Return>, cx: &mut Context<'_>) -> Later<Poll<W::Return>> {
        let Poll::Ready(result) = result else { return Later(Poll::Pending) };
        Later(match self.conclude(result, cx) {
            Some(end) => end,
            None => self.resume(cx),
        })
    }

    /// Ends the call, or prepares another attempt and gives `None`.
    fn conclude(&mut self, result: W::Return, cx: &mut Context<'_>) -> Option<Poll<W::Return>> {
        let Some(mut ongoing) = self.aside.ongoing.take() else { return Some(Poll::Ready(result)) };
        let Step::Again(delay) = ongoing.step else { return Some(self.finish(result, Ongoing::unboxed(ongoing), cx)) };
        ongoing.step = Step::Succeeded;
        let between = Between { retry: self.method.retry.retry(), attempts: ongoing.progress.attempts };
        self.aside.ongoing.set(Some(ongoing));
        // The failed result and its future may hold a connection: they go before the pause.
        drop(result);
        self.state = State::Done;
        let pause = between.retry.and_then(|retry| retry.pause(delay));
        forget(between);
        self.state = pause.map_or(State::Again, State::Pause);
        None
    }

    fn finish(&mut self, result: W::Return, ongoing: Ongoing, cx: &mut Context<'_>) -> Poll<W::Return> {
        let attempts = ongoing.progress.attempts;
        match unserved::<R, W, B::Refusal>(&self.method.retry, result, ongoing) {
            Ok(result) => Poll::Ready(result),
            Err(unserved) => self.end(unserved, attempts, cx),
        }
    }

    /// Goes on from a pause or in a fallback.
    #[cold]
    #[inline(never)]
    fn resume(&mut self, cx: &mut Context<'_>) -> Poll<W::Return> {
        loop {
            match &mut self.state {
                State::Start | State::Done => panic!("a call was polled after it had ended"),
                State::Pause(pause) => {
                    ready!(pause.as_mut().poll(cx));
                    self.state = State::Again;
                }
                State::Again => {
                    self.state = State::Done;
                    let attempts = self.aside.progress().attempts;
                    let between = Between { retry: self.method.retry.retry(), attempts };
                    let admitted = admit(self.method);
                    forget(between);
                    match admitted {
                        Ok(ticket) => self.begin_attempt(ticket),
                        Err(refusal) => return self.refused(refusal, cx),
                    }
                }
                State::Attempt(_) => {
                    let result = self.attempt(cx);
                    if !self.goes_on() {
                        return result;
                    }
                    if let Some(end) = self.conclude(ready!(result), cx) {
                        return end;
                    }
                }
                State::Fallback(answer) => return answer.as_mut().poll(cx),
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn refused(&mut self, refusal: B::Refusal, cx: &mut Context<'_>) -> Poll<W::Return> {
        let attempts = self.aside.progress().attempts;
        give_up_refused(self.method.retry.retry(), attempts);
        self.end(Unserved::NotPermitted(refusal), attempts, cx)
    }

    /// The call has failed: the ending says what the caller gets.
    fn end(&mut self, unserved: UnservedOf<W, R, B>, attempts: u32, cx: &mut Context<'_>) -> Poll<W::Return> {
        self.state = State::Done;
        let end = self.end.take().expect("a call ends once");
        match end.end_async(unserved, attempts) {
            Ended::Now(result) => Poll::Ready(result),
            Ended::Later(answer) => {
                self.state = State::Fallback(Box::pin(answer));
                self.resume(cx)
            }
        }
    }
}

impl<R: RetrySlot, B: BreakerSlot, K, W, F, M, P, End, A> Drop for Call<'_, R, B, K, W, F, M, P, End, A> {
    #[inline]
    fn drop(&mut self) {
        if self.ticket.is_some() || matches!(self.state, State::Pause(_)) {
            let runs = u32::from(self.ticket.is_some() && matches!(self.state, State::Attempt(_)));
            cancelled(&self.method.retry, &self.method.breaker, self.ticket, self.aside.progress().attempts + runs);
        }
    }
}

#[cold]
#[inline(never)]
fn cancelled<R: RetrySlot, B: BreakerSlot>(retry: &R, breaker: &B, ticket: Option<Ticket>, attempts: u32) {
    // This may be part of an unwinding.
    crate::sync::survives(|| {
        if let Some(ticket) = ticket {
            settle_breaker(breaker, ticket, Settlement::GiveBack);
        }
        if let Some(retry) = retry.retry() {
            retry.cancelled(attempts);
        }
    });
}

impl<R: RetrySlot, B: BreakerSlot, K, W, F, M, P, End, A> fmt::Debug for Call<'_, R, B, K, W, F, M, P, End, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("aside", &self.aside).finish_non_exhaustive()
    }
}

/// One poll of an attempt: the guard that stands on the stack while the method's future runs. Dropped only by a panic.
pub struct PollAttempt<'a, R: RetrySlot, B: BreakerSlot, K, W, End> {
    method: &'a Method<R, B, K>,
    ticket: &'a mut Option<Ticket>,
    aside: &'a Aside,
    last: &'a Cell<bool>,
    kind: PhantomData<fn() -> (W, End)>,
}

impl<R: RetrySlot, B: BreakerSlot, K, W, End> fmt::Debug for PollAttempt<'_, R, B, K, W, End> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PollAttempt").field("aside", self.aside).finish_non_exhaustive()
    }
}

impl<R: RetrySlot, B: BreakerSlot, K, W, End> Drop for PollAttempt<'_, R, B, K, W, End> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            call_panicked(self.method, ticket, self.aside);
        }
    }
}

#[allow(improper_ctypes_definitions)] // the ABI is for what it says about unwinding
impl<'a, R: RetrySlot, B: BreakerSlot, K, W: View, End: EndingKind> PollAttempt<'a, R, B, K, W, End> {
    /// Settles it, if it is ready, by the default rule: every error is a failure.
    #[inline(always)]
    pub extern "C" fn settle(self, poll: &Poll<W::Return>) {
        if let (Poll::Ready(result), Some(attempt)) = (poll, self.ready(poll)) {
            attempt.settle(result);
        }
    }
    /// Settles it, if it is ready, by the classifier that both policies share, or that the only one has.
    #[inline(always)]
    pub extern "C" fn settle_by<C>(self, poll: &Poll<W::Return>, classifier: &C)
    where
        C: Classifier<W::Value, W::Error> + ?Sized,
    {
        if let (Poll::Ready(result), Some(attempt)) = (poll, self.ready(poll)) {
            attempt.settle_by(result, classifier);
        }
    }
    /// Settles it, if it is ready, by the method's classifier.
    #[inline(always)]
    pub extern "C" fn settle_by_classifier(self, poll: &Poll<W::Return>)
    where
        K: Classifier<W::Value, W::Error> + Shared,
    {
        if let (Poll::Ready(result), Some(attempt)) = (poll, self.ready(poll)) {
            attempt.settle_by_classifier(result);
        }
    }
    /// Settles it, if it is ready, by a rule for each policy.
    #[inline(always)]
    pub extern "C" fn settle_each<L, M>(self, poll: &Poll<W::Return>, retry_rule: L, breaker_rule: M)
    where
        L: Rule<W::Value, W::Error>,
        M: Rule<W::Value, W::Error>,
    {
        if let (Poll::Ready(result), Some(attempt)) = (poll, self.ready(poll)) {
            attempt.settle_each(result, retry_rule, breaker_rule);
        }
    }

    /// As the attempt of a sync call, once the future is ready; a pending one keeps its permit.
    #[inline(always)]
    extern "C" fn ready(self, poll: &Poll<W::Return>) -> Option<Attempt<'a, R, B, K, W, End>> {
        self.ready_as(poll)
    }

    /// The same for a future whose result is seen otherwise than the call's.
    #[inline(always)]
    pub(crate) extern "C" fn ready_as<V, T>(self, poll: &Poll<T>) -> Option<Attempt<'a, R, B, K, V, End>> {
        let (method, aside, last) = (self.method, self.aside, self.last.clone());
        let ticket = if poll.is_ready() { self.ticket.take() } else { None };
        forget(self);
        Some(Attempt { method, ticket: ticket?, aside, last, kind: PhantomData })
    }
}
