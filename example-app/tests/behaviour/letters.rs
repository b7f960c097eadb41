//! A client whose answers are letters, each with a fixed judgement: the traits under test.
use r4c::{CallNotPermitted, Classifier, Failure, Outcome, ResultRejected};
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// An answer: which letter, and the number of the call that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter(pub char, pub u32);

#[derive(Debug, PartialEq)]
pub enum LetterError {
    Call(Letter),
    NotPermitted(CallNotPermitted),
    Rejected(ResultRejected<Letter>),
    Fallback(String),
}

impl From<CallNotPermitted> for LetterError {
    fn from(refusal: CallNotPermitted) -> Self {
        Self::NotPermitted(refusal)
    }
}
impl From<ResultRejected<Letter>> for LetterError {
    fn from(rejected: ResultRejected<Letter>) -> Self {
        Self::Rejected(rejected)
    }
}

pub type Answer = Result<Letter, LetterError>;

thread_local! {
    /// How often a classifier was asked by this thread.
    pub static ASKED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// Values: S success, B failure, J ignore, M permanent, G failure with a hint. Errors: E failure, I ignore, T success, N
/// permanent. C makes it panic.
pub struct ByLetter;

impl Classifier<Letter, LetterError> for ByLetter {
    fn classify(&self, result: Result<&Letter, &LetterError>) -> Outcome {
        ASKED.set(ASKED.get() + 1);
        let letter = match result {
            Ok(letter) | Err(LetterError::Call(letter)) => letter,
            Err(other) => panic!("nobody shows a classifier {other:?}"),
        };
        match letter.0 {
            'S' | 'T' => Outcome::Success,
            'J' | 'I' => Outcome::Ignore,
            'M' | 'N' => Outcome::Permanent,
            'C' => panic!("classifier-panic({})", letter.1),
            _ => Outcome::Failure,
        }
    }
    fn retry_after(&self, result: Result<&Letter, &LetterError>) -> Option<Duration> {
        result.is_ok_and(|letter| letter.0 == 'G').then_some(Duration::from_secs(3))
    }
}

pub trait Sync {
    #[r4c::retry(name = "both", max_attempts = 3, delay = "10ms", classifier = ByLetter)]
    #[r4c::circuit_breaker(name = "shared", sliding_window = 4, half_open_calls = 1, open_duration = "1s", classifier = ByLetter)]
    fn both(&self) -> Answer;

    #[r4c::retry(name = "reject", max_attempts = 3, delay = "10ms", classifier = ByLetter, on_exhausted_result = Reject)]
    fn reject(&self) -> Answer;

    #[r4c::retry(name = "fallback", max_attempts = 2, delay = "10ms", classifier = ByLetter, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "fallback", sliding_window = 4, classifier = ByLetter)]
    #[r4c::fallback(answer)]
    fn with_fallback(&self) -> Answer;

    fn answer(&self, failure: Failure<Letter, LetterError>) -> Answer {
        Err(LetterError::Fallback(format!("{:?} after {}", failure.kind(), failure.attempts())))
    }

    #[r4c::circuit_breaker(name = "shared")]
    fn guarded(&self) -> Answer;
}

pub trait Async {
    #[r4c::retry(name = "both", max_attempts = 3, delay = "10ms", classifier = ByLetter)]
    #[r4c::circuit_breaker(name = "shared", sliding_window = 4, half_open_calls = 1, open_duration = "1s", classifier = ByLetter)]
    fn both(&self) -> impl Future<Output = Answer> + Send;

    #[r4c::retry(name = "reject", max_attempts = 3, delay = "10ms", classifier = ByLetter, on_exhausted_result = Reject)]
    fn reject(&self) -> impl Future<Output = Answer> + Send;

    #[r4c::retry(name = "fallback", max_attempts = 2, delay = "10ms", classifier = ByLetter, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "fallback", sliding_window = 4, classifier = ByLetter)]
    #[r4c::fallback(answer)]
    fn with_fallback(&self) -> impl Future<Output = Answer> + Send;

    fn answer(&self, failure: Failure<Letter, LetterError>) -> impl Future<Output = Answer> + Send {
        let text = format!("{:?} after {}", failure.kind(), failure.attempts());
        async { Err(LetterError::Fallback(text)) }
    }
}

/// How many of them were made.
pub static COUNTED: AtomicU32 = AtomicU32::new(0);

/// Counts how often it is made.
pub struct Counted;

impl Default for Counted {
    fn default() -> Self {
        COUNTED.fetch_add(1, Relaxed);
        Self
    }
}

impl<T, E> Classifier<T, E> for Counted {
    fn classify(&self, _result: Result<&T, &E>) -> Outcome {
        Outcome::Success
    }
}

pub trait Counting {
    #[r4c::retry(classifier = Counted)]
    #[r4c::circuit_breaker(name = "counting", classifier = Counted)]
    fn first(&self) -> Answer;

    #[r4c::circuit_breaker(name = "counting", classifier = Counted)]
    fn second(&self) -> Answer;
}

r4c::include_wrappers!(test "behaviour", "letters");
