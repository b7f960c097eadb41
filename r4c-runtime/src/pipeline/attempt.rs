//! The attempts of a call.
//!
//! The result has to become one with a [`Failure`], which moves it, and that is the only time: an attempt is settled
//! where its result lies, and moved on the way out. What follows the first attempt of a sync call is the common flow, for which
//! its result is moved first.
use super::ending::{ToPipeline, travelling};
use super::rule::{Judge, Judged, PolicyRule, settle};
use crate::generated::{
    AsResult, Aside, BreakerSlot, Method, PollAttempt, Refusal, Rejection, RetrySlot, admit, call_async_through,
    call_specially, go_on, is_special, new_attempt, refused,
};
use crate::{Classifier, Failure};
use std::future::Future;
use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Makes a call: as [`crate::generated::call`], but for the result.
#[inline(always)]
pub(super) fn first<R, B, C, L, M, T, E>(
    method: &Method<R, B, Judge<C, L, M>>,
    call: &mut impl FnMut() -> Result<T, E>,
) -> Result<T, Failure<T, E>>
where
    R: RetrySlot,
    B: BreakerSlot,
    B::Refusal: Refusal,
    R::Rejected<T>: Rejection<T>,
    C: Classifier<T, E>,
    L: PolicyRule<T, E>,
    M: PolicyRule<T, E>,
{
    let ticket = match admit(method) {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&method.retry, refusal, ToPipeline),
    };
    if is_special(&method.retry) {
        return call_specially(method, ticket, again(call), ToPipeline).0;
    }
    let aside = ManuallyDrop::new(Aside::new());
    let attempt: Judged<'_, R, B, C, L, M, T, E> = new_attempt(method, ticket, &aside);
    let result = call();
    settle::<_, _, _, _, _, T, E, E>(attempt, &result);
    if aside.goes_on() {
        let result = result.map_err(travelling);
        return go_on(method, result, ManuallyDrop::into_inner(aside), again(call), ToPipeline).0;
    }
    result.map_err(travelling)
}

/// The attempts that follow.
#[allow(clippy::type_complexity)] // takes an attempt, gives its result
fn again<R, B, C, L, M, T, E>(
    call: &mut impl FnMut() -> Result<T, E>,
) -> impl FnMut(Judged<'_, R, B, C, L, M, T, Failure<T, E>>) -> Result<T, Failure<T, E>>
where
    R: RetrySlot,
    B: BreakerSlot,
    C: Classifier<T, E>,
    L: PolicyRule<T, E>,
    M: PolicyRule<T, E>,
{
    |attempt| {
        let result = call().map_err(travelling);
        settle::<_, _, _, _, _, T, E, Failure<T, E>>(attempt, &result);
        result
    }
}

/// Makes an async call: as [`crate::generated::call_async`], but for the result.
#[inline(always)]
pub(super) fn first_async<R, B, C, L, M, T, E, F>(
    method: &Method<R, B, Judge<C, L, M>>,
    mut call: impl FnMut() -> F,
) -> impl Future<Output = Result<T, Failure<T, E>>>
where
    R: RetrySlot,
    B: BreakerSlot,
    B::Refusal: Refusal,
    R::Rejected<T>: Rejection<T>,
    C: Classifier<T, E>,
    L: PolicyRule<T, E>,
    M: PolicyRule<T, E>,
    F: Future<Output = Result<T, E>>,
{
    let poll = |attempt: PollAttempt<'_, R, B, _, _, _>, future: Pin<&mut F>, context: &mut Context<'_>| {
        let poll = future.poll(context);
        if let (Poll::Ready(result), Some(attempt)) = (&poll, attempt.ready_as(&poll)) {
            settle::<_, _, _, _, _, T, E, E>(attempt, result);
        }
        poll.map(|result| result.map_err(travelling))
    };
    call_async_through::<R, B, _, AsResult<T, Failure<T, E>>, _, F, _, _, _>(method, move |_| call(), poll, ToPipeline)
}
