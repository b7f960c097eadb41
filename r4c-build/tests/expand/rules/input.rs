//! Who judges: lists, two classifiers, one that is shared beside lists, and downcasts.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use r4c::Outcome;

/// Why a call fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// An HTTP status.
    Http {
        /// The status.
        status: u16,
    },
    /// Too slow.
    Timeout,
    /// Refused.
    Refused,
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
impl Error for ApiError {}
impl From<r4c::CallNotPermitted> for ApiError {
    fn from(_: r4c::CallNotPermitted) -> Self {
        ApiError::Refused
    }
}

/// How often [`Counted`] was asked.
pub static ASKED: AtomicU32 = AtomicU32::new(0);

/// Every error is a failure; counts how often it is asked.
#[derive(Debug, Default)]
pub struct Counted;
impl<T> r4c::Classifier<T, ApiError> for Counted {
    fn classify(&self, result: Result<&T, &ApiError>) -> Outcome {
        ASKED.fetch_add(1, Ordering::SeqCst);
        if result.is_ok() { Outcome::Success } else { Outcome::Failure }
    }
}

/// Every error is permanent.
#[derive(Debug, Default)]
pub struct Never;
impl<T> r4c::Classifier<T, ApiError> for Never {
    fn classify(&self, result: Result<&T, &ApiError>) -> Outcome {
        if result.is_ok() { Outcome::Success } else { Outcome::Permanent }
    }
}

/// A type for the error that anything may be.
pub type Any = Box<dyn Error + Send + Sync>;

/// The service.
pub trait Api {
    /// Lists on both sides.
    #[r4c::retry(delay = "0ms", retry_on = ApiError::Http { status, .. } if *status >= 500, abort_on = ApiError::Http { status: 501 })]
    #[r4c::circuit_breaker(name = "lists", record_on = ApiError::Timeout | ApiError::Http { status: 500..=599 }, ignore_on = ApiError::Http { status: 503 })]
    fn lists(&self) -> Result<u8, ApiError>;

    /// One classifier, and an exception from it.
    #[r4c::retry(delay = "0ms", classifier = Counted, abort_on = ApiError::Timeout)]
    #[r4c::circuit_breaker(name = "shared", classifier = Counted)]
    fn shared(&self) -> Result<u8, ApiError>;

    /// A classifier for each policy.
    #[r4c::retry(delay = "0ms", classifier = Counted)]
    #[r4c::circuit_breaker(name = "two", classifier = Never)]
    fn two(&self) -> impl Future<Output = Result<u8, ApiError>>;

    /// A classifier for the breaker alone.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "one", classifier = Never)]
    fn one(&self) -> Result<u8, ApiError>;

    /// The type inside a box.
    #[r4c::retry(delay = "0ms", retry_on = dyn io::Error)]
    fn boxed(&self) -> Result<u8, Any>;

    /// A type in the chain of sources, or one of these.
    #[r4c::retry(delay = "0ms", retry_on = source dyn io::Error | dyn ApiError)]
    fn source(&self) -> impl Future<Output = Result<u8, Any>>;

    /// The same of an error type of its own.
    #[r4c::retry(delay = "0ms", retry_on = source dyn ApiError)]
    fn own(&self) -> Result<u8, Outer>;
}

/// An error with a source.
#[derive(Debug)]
pub struct Outer(pub Any);
impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("outer")
    }
}
impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

r4c::include_wrappers!("rules");
