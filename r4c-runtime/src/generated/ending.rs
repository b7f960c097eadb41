//! What becomes of a call that has no result of its own to return: the caller's error, or the fallback's answer.
//!
//! Which conversions a method needs follows from its types: a refusal exists only where there is a breaker, a rejected
//! value only under `Reject`, and a fallback lifts what it takes. What is missing is a compile error of ours.
use super::method::{BreakerSlot, RetrySlot};
use super::returns::View;
use crate::fallback::{FromFailure, Refusal, Rejection, Takes};
use crate::{CallNotPermitted, ResultRejected};
use std::any::Any;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, Pending};
use std::marker::PhantomData;
use std::panic::resume_unwind;

/// How a call failed, with only the ways that its policies have: `N` is `CallNotPermitted` under a breaker, `J` is
/// `ResultRejected` under `Reject`, `Infallible` otherwise.
#[derive(Debug)]
pub enum Unserved<E, N, J> {
    /// The call's own error, for a fallback.
    Error(E),
    /// The breaker refused.
    NotPermitted(N),
    /// The value is rejected for good.
    Rejected(J),
    /// The classifier panicked.
    ClassifierFailed(Box<dyn Any + Send>),
}

/// Says whether an ending takes the call's own errors.
pub trait EndingKind {
    /// Whether errors end here rather than with the caller.
    const TAKES_ERRORS: bool;
}

/// Ends a call that failed.
pub trait Ending<W: View, N, J>: EndingKind {
    /// What the caller gets.
    fn end(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> W::Return;
}

/// Ends an async call that failed.
pub trait AsyncEnding<W: View, N, J>: EndingKind {
    /// The fallback's future.
    type Future: Future<Output = W::Return>;
    /// What the caller gets, now or later.
    fn end_async(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> Ended<W::Return, Self::Future>;
}

/// An async ending's answer.
#[derive(Debug)]
pub enum Ended<R, F> {
    /// Here it is.
    Now(R),
    /// Wait for it.
    Later(F),
}

/// What a method's policies and endings amount to.
pub(crate) type UnservedOf<W, R, B> =
    Unserved<<W as View>::Error, <B as BreakerSlot>::Refusal, <R as RetrySlot>::Rejected<<W as View>::Value>>;

// ---------------------------------------------------------------- to the caller

/// The failure goes to the caller, as the method's own error.
#[derive(Clone, Copy, Debug)]
pub struct ToCaller;

impl EndingKind for ToCaller {
    const TAKES_ERRORS: bool = false;
}

impl<W: View, N, J> Ending<W, N, J> for ToCaller
where
    W::Return: CanRefuse<N> + CanReject<J>,
{
    fn end(self, unserved: Unserved<W::Error, N, J>, _attempts: u32) -> W::Return {
        match unserved {
            Unserved::Error(error) => W::join(Err(error)),
            Unserved::NotPermitted(refusal) => W::Return::refused(refusal),
            Unserved::Rejected(rejected) => W::Return::rejected(rejected),
            Unserved::ClassifierFailed(payload) => resume_unwind(payload),
        }
    }
}

impl<W: View, N, J> AsyncEnding<W, N, J> for ToCaller
where
    Self: Ending<W, N, J>,
{
    // Never made, and `Send` whatever the return type is.
    type Future = Pending<W::Return>;
    fn end_async(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> Ended<W::Return, Self::Future> {
        Ended::Now(self.end(unserved, attempts))
    }
}

/// A return type that can report a refusal `N`.
#[diagnostic::on_unimplemented(
    message = "R4C-CB-012: a method that returns `{Self}` cannot report an open circuit breaker's `CallNotPermitted`",
    label = "needs a fallback, or a `Result`",
    note = "two ways out: a `#[r4c::fallback(..)]` that takes `CallNotPermitted` or `r4c::Failure<_, _>`, or a return type `Result<_, E>` with `E: From<r4c::CallNotPermitted>`"
)]
pub trait CanRefuse<N>: Sized {
    /// Reports it.
    fn refused(refusal: N) -> Self;
}
impl<R> CanRefuse<Infallible> for R {
    fn refused(refusal: Infallible) -> R {
        match refusal {}
    }
}
impl<T, E: AcceptsNotPermitted> CanRefuse<CallNotPermitted> for Result<T, E> {
    fn refused(refusal: CallNotPermitted) -> Self {
        Err(E::accept(refusal))
    }
}

/// An error type that a refusal can be made into.
#[diagnostic::on_unimplemented(
    message = "R4C-CB-011: the error type `{Self}` has no room for an open circuit breaker's `CallNotPermitted`",
    label = "needs `impl From<r4c::CallNotPermitted> for {Self}`",
    note = "three ways out: 1) `impl From<r4c::CallNotPermitted> for {Self}`",
    note = "2) a `#[r4c::fallback(..)]` that takes `CallNotPermitted` or `r4c::Failure<_, _>`",
    note = "3) return `Result<_, r4c::CallError<{Self}>>`"
)]
pub trait AcceptsNotPermitted {
    /// Makes it.
    fn accept(refusal: CallNotPermitted) -> Self;
}
#[diagnostic::do_not_recommend]
impl<E: From<CallNotPermitted>> AcceptsNotPermitted for E {
    fn accept(refusal: CallNotPermitted) -> Self {
        refusal.into()
    }
}

/// A return type that can report a rejected value `J`.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-013: a method that returns `{Self}` cannot report a rejected value under `on_exhausted_result = Reject`",
    label = "needs a fallback, or a `Result` whose error has room for it",
    note = "two ways out: a `#[r4c::fallback(..)]` that takes `ResultRejected` or `r4c::Failure<_, _>`, or a return type `Result<T, E>` with `E: From<r4c::ResultRejected<T>>`"
)]
pub trait CanReject<J>: Sized {
    /// Reports it.
    fn rejected(rejected: J) -> Self;
}
impl<R> CanReject<Infallible> for R {
    fn rejected(rejected: Infallible) -> R {
        match rejected {}
    }
}
impl<T, E: AcceptsRejected<T>> CanReject<ResultRejected<T>> for Result<T, E> {
    fn rejected(rejected: ResultRejected<T>) -> Self {
        Err(E::accept(rejected))
    }
}

/// An error type that a rejected value can be made into.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-013: `on_exhausted_result = Reject`, and the error type `{Self}` has no room for `ResultRejected<{T}>`",
    label = "needs `impl From<r4c::ResultRejected<{T}>> for {Self}`",
    note = "three ways out: 1) `impl From<r4c::ResultRejected<{T}>> for {Self}`",
    note = "2) a `#[r4c::fallback(..)]` that takes `ResultRejected` or `r4c::Failure<_, _>`",
    note = "3) return `Result<_, r4c::CallError<{Self}, {T}>>`"
)]
pub trait AcceptsRejected<T> {
    /// Makes it.
    fn accept(rejected: ResultRejected<T>) -> Self;
}
#[diagnostic::do_not_recommend]
impl<T, E: From<ResultRejected<T>>> AcceptsRejected<T> for E {
    fn accept(rejected: ResultRejected<T>) -> Self {
        rejected.into()
    }
}

// ---------------------------------------------------------------- to a fallback

/// A fallback: takes the failures that its parameter's type says, passes the others on. `By` is which those are.
pub struct Fallback<F, Fun, By> {
    answer: Fun,
    takes: PhantomData<fn() -> (F, By)>,
}

/// A fallback that answers at once.
#[inline(always)]
pub fn fallback<F, Fun: FnOnce(F) -> Answer, Answer, By>(answer: Fun) -> Fallback<F, Fun, By> {
    Fallback { answer, takes: PhantomData }
}

impl<F, Fun, By> fmt::Debug for Fallback<F, Fun, By> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fallback(..)")
    }
}
impl<F, Fun, By> EndingKind for Fallback<F, Fun, By> {
    const TAKES_ERRORS: bool = true;
}

impl<W, N, J, F, Fun, By> Ending<W, N, J> for Fallback<F, Fun, By>
where
    W: View,
    N: Refusal,
    J: Rejection<W::Value>,
    By: Takes,
    F: FromFailure<W::Value, W::Error, By>,
    Fun: FnOnce(F) -> W::Return,
    W::Return: CanRefuse<By::Refusal<N>> + CanReject<By::Rejection<J>>,
{
    fn end(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> W::Return {
        match F::take(unserved, attempts) {
            Ok(failure) => (self.answer)(failure),
            Err(left) => Ending::<W, _, _>::end(ToCaller, left, attempts),
        }
    }
}

impl<W: View, N, J, F, Fun, By> AsyncEnding<W, N, J> for Fallback<F, Fun, By>
where
    Self: Ending<W, N, J>,
{
    // Never made, and `Send` whatever the return type is.
    type Future = Pending<W::Return>;
    fn end_async(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> Ended<W::Return, Self::Future> {
        Ended::Now(self.end(unserved, attempts))
    }
}

/// A fallback of an async method that is async itself.
pub struct AsyncFallback<F, Fun, By> {
    answer: Fun,
    takes: PhantomData<fn() -> (F, By)>,
}

/// A fallback that answers by a future.
#[inline(always)]
pub fn fallback_async<F, Fun: FnOnce(F) -> Answer, Answer: Future, By>(answer: Fun) -> AsyncFallback<F, Fun, By> {
    AsyncFallback { answer, takes: PhantomData }
}

impl<F, Fun, By> fmt::Debug for AsyncFallback<F, Fun, By> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsyncFallback(..)")
    }
}
impl<F, Fun, By> EndingKind for AsyncFallback<F, Fun, By> {
    const TAKES_ERRORS: bool = true;
}

impl<W, N, J, F, Fun, By, Answer> AsyncEnding<W, N, J> for AsyncFallback<F, Fun, By>
where
    W: View,
    N: Refusal,
    J: Rejection<W::Value>,
    By: Takes,
    F: FromFailure<W::Value, W::Error, By>,
    Fun: FnOnce(F) -> Answer,
    Answer: Future<Output = W::Return>,
    W::Return: CanRefuse<By::Refusal<N>> + CanReject<By::Rejection<J>>,
{
    type Future = Answer;
    fn end_async(self, unserved: Unserved<W::Error, N, J>, attempts: u32) -> Ended<W::Return, Answer> {
        match F::take(unserved, attempts) {
            Ok(failure) => Ended::Later((self.answer)(failure)),
            Err(left) => Ended::Now(Ending::<W, _, _>::end(ToCaller, left, attempts)),
        }
    }
}
