//! Fallbacks: which failures they take, and what reaches the caller past them.

use std::future::Future;

use r4c::{CallNotPermitted, Failure, Outcome, ResultRejected};

/// Why a call fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken;

impl From<CallNotPermitted> for Broken {
    fn from(_: CallNotPermitted) -> Self {
        Broken
    }
}

/// Calls an empty text a failure.
#[derive(Debug, Default)]
pub struct NotEmpty;
impl r4c::Classifier<String, Broken> for NotEmpty {
    fn classify(&self, result: Result<&String, &Broken>) -> Outcome {
        match result {
            Ok(text) if !text.is_empty() => Outcome::Success,
            _ => Outcome::Failure,
        }
    }
}

/// The cache.
pub trait Cache {
    /// The refusal goes to the fallback, which is given a copy of the argument.
    #[r4c::circuit_breaker(name = "cache")]
    #[r4c::fallback(refused)]
    fn get(&self, key: String, part: &str) -> Result<String, Broken>;

    /// Takes refusals.
    fn refused(&self, key: String, part: &str, refusal: CallNotPermitted) -> Result<String, Broken> {
        Ok(format!("{key}/{part}: {}", refusal.name()))
    }

    /// Rejected values go to the fallback, and nothing else does.
    #[r4c::retry(max_attempts = 2, delay = "0ms", classifier = NotEmpty, on_exhausted_result = Reject)]
    #[r4c::fallback(rejected)]
    fn full(&self, key: &str) -> Result<String, Broken>;

    /// Takes rejected values.
    fn rejected(&self, key: &str, rejected: ResultRejected<String>) -> Result<String, Broken> {
        Ok(format!("{key}: {} attempts", rejected.attempts()))
    }

    /// No `Result`: everything goes to the fallback.
    #[r4c::circuit_breaker(name = "cache")]
    #[r4c::fallback(none)]
    fn count(&self) -> usize;

    /// Takes everything.
    fn none(&self, failure: Failure<usize, std::convert::Infallible>) -> usize {
        failure.attempts() as usize
    }

    /// Both async; the fallback has a breaker of its own.
    #[r4c::retry(delay = "0ms")]
    #[r4c::fallback(second)]
    fn first(&self, body: Vec<u8>) -> impl Future<Output = Result<usize, Broken>> + Send;

    /// Takes errors.
    #[r4c::circuit_breaker(name = "second")]
    fn second(&self, body: Vec<u8>, error: Broken) -> impl Future<Output = Result<usize, Broken>> + Send;

    /// Async, with a fallback that is not, and no other policy.
    #[r4c::fallback(zero)]
    fn only(&self) -> impl Future<Output = Result<usize, Broken>>;

    /// Takes errors.
    fn zero(&self, _: Broken) -> Result<usize, Broken> {
        Ok(0)
    }
}

r4c::include_wrappers!("fallbacks");
