//! The attempts of a sync call.
//!
//! The result has to become one with a [`Failure`], which moves it, and that is the only time: the first attempt is settled
//! where its result lies, and moved on the way out. What follows a failure is the common flow, for which it is moved first.
use super::ending::{ToPipeline, travelling};
use super::rule::{Judge, Judged, PolicyRule, settle};
use crate::generated::{
    Aside, BreakerSlot, Method, Refusal, Rejection, RetrySlot, admit, call_specially, go_on, is_special, new_attempt,
    refused,
};
use crate::{Classifier, Failure};
use std::mem::ManuallyDrop;

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
        return call_specially(method, ticket, again(method, call), ToPipeline).0;
    }
    let aside = ManuallyDrop::new(Aside::new());
    let attempt: Judged<'_, R, B, C, L, M, T, E> = new_attempt(method, ticket, &aside);
    let result = {
        let guard = attempt;
        let result = call();
        settle::<_, _, _, _, _, T, E, E, _>(method, guard, &result);
        result
    };
    if aside.goes_on() {
        let result = result.map_err(travelling);
        return go_on(method, result, ManuallyDrop::into_inner(aside), again(method, call), ToPipeline).0;
    }
    result.map_err(travelling)
}

/// The attempts that follow.
fn again<'c, R, B, C, L, M, T, E>(
    method: &'c Method<R, B, Judge<C, L, M>>,
    call: &'c mut impl FnMut() -> Result<T, E>,
) -> impl FnMut(Judged<'_, R, B, C, L, M, T, Failure<T, E>>) -> Result<T, Failure<T, E>>
where
    R: RetrySlot,
    B: BreakerSlot,
    C: Classifier<T, E>,
    L: PolicyRule<T, E>,
    M: PolicyRule<T, E>,
{
    move |attempt| {
        let result = call().map_err(travelling);
        settle::<_, _, _, _, _, T, E, Failure<T, E>, _>(method, attempt, &result);
        result
    }
}
