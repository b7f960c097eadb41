//! How a pipeline's call comes back: with every failure as a [`Failure`].
//!
//! The flow between the first attempt and the end is that of a method that returns `Result<T, Failure<T, E>>`: an attempt's
//! error travels as a failure of kind `Error`, which gets its number of attempts at the end.
use crate::generated::{AsResult, AsyncEnding, Ended, Ending, EndingKind, Refusal, Rejection, Unserved};
use crate::{ClassifierFailed, Failure, FailureKind};
use std::future::Ready;

/// Takes every failure.
#[derive(Debug)]
pub(super) struct ToPipeline;

impl EndingKind for ToPipeline {
    const TAKES_ERRORS: bool = true;
}

impl<T, E, N: Refusal, J: Rejection<T>> Ending<AsResult<T, Failure<T, E>>, N, J> for ToPipeline {
    fn end(self, unserved: Unserved<Failure<T, E>, N, J>, attempts: u32) -> Result<T, Failure<T, E>> {
        let kind = match unserved {
            Unserved::Error(failure) => failure.into_kind(),
            Unserved::NotPermitted(refusal) => FailureKind::NotPermitted(refusal.into_refusal()),
            Unserved::Rejected(rejected) => FailureKind::Rejected(rejected.into_rejected()),
            Unserved::ClassifierFailed(payload) => FailureKind::ClassifierFailed(ClassifierFailed::new(payload)),
        };
        Err(Failure::new(kind, attempts))
    }
}

impl<T, E, N: Refusal, J: Rejection<T>> AsyncEnding<AsResult<T, Failure<T, E>>, N, J> for ToPipeline {
    type Future = Ready<Result<T, Failure<T, E>>>;
    fn end_async(
        self,
        unserved: Unserved<Failure<T, E>, N, J>,
        attempts: u32,
    ) -> Ended<Result<T, Failure<T, E>>, Self::Future> {
        Ended::Now(self.end(unserved, attempts))
    }
}

/// An attempt's error on its way to the end.
#[inline(always)]
pub(super) fn travelling<T, E>(error: E) -> Failure<T, E> {
    Failure::new(FailureKind::Error(error), 0)
}
