//! A response with a bad status, smuggled through a library that judges errors alone.
use crate::plain::{Answer, Error, Response, StatusClassifier};
use r4c::{Classifier, Outcome};

/// What such a library is to take for an error.
pub(super) enum Bad {
    /// A response that is a failure.
    Response(Response),
    /// An error of the call's own.
    Error(Error),
}

/// The call's result as such a library has to see it.
#[inline(always)]
pub(super) fn judged(answer: Answer) -> Result<Response, Bad> {
    match answer {
        Ok(response) if is_failure(&Ok(&response)) => Err(Bad::Response(response)),
        Ok(response) => Ok(response),
        Err(error) => Err(Bad::Error(error)),
    }
}

/// Whether it counts as a failure, for the libraries that ask. What is ignored counts as a success there.
pub(super) fn is_bad(bad: &Bad) -> bool {
    match bad {
        Bad::Response(_) => true,
        Bad::Error(error) => is_failure(&Err(error)),
    }
}

fn is_failure(result: &Result<&Response, &Error>) -> bool {
    matches!(StatusClassifier.classify(*result), Outcome::Failure | Outcome::Permanent)
}

impl Bad {
    /// What the caller gets.
    pub(super) fn into_answer(self) -> Answer {
        match self {
            Self::Response(response) => Ok(response),
            Self::Error(error) => Err(error),
        }
    }
}

/// For libraries that judge the whole result.
#[inline(always)]
pub(super) fn fails(answer: &Answer) -> bool {
    is_failure(&answer.as_ref())
}
