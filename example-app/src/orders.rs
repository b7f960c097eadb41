//! The orders service as its callers see it. What r4c does for them stands in the markers; the build script makes
//! `ResilientOrdersApi` of them.
use r4c::{CallNotPermitted, Classifier, Failure, Outcome};
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// A remote service that keeps orders.
pub trait OrdersApi {
    /// Reads an order.
    #[r4c::retry(
        max_attempts = 3,
        delay = "40ms",
        multiplier = 2.0,
        jitter = 0.3,
        classifier = StatusClassifier
    )]
    #[r4c::circuit_breaker(
        name = "orders",
        failure_rate_threshold = 50,
        sliding_window = 20,
        minimum_calls = 10,
        open_duration = "600ms",
        half_open_calls = 2,
        classifier = StatusClassifier
    )]
    fn get(&self, order_id: &str) -> impl Future<Output = Result<Response, ApiError>> + Send;

    /// Places an order. Placing it again changes nothing, so it may be retried.
    #[r4c::retry(
        max_attempts = 3,
        delay = "40ms",
        classifier = StatusClassifier,
        on_exhausted_result = Reject
    )]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    #[r4c::fallback(unavailable)]
    fn submit(&self, order_id: &str) -> impl Future<Output = Result<Response, ApiError>> + Send;

    /// Answers for `submit` while the service cannot: the order is kept and placed later.
    fn unavailable(&self, _order_id: &str, failure: Failure<Response, ApiError>) -> Result<Response, ApiError> {
        Ok(Response {
            status: 202,
            retry_after: None,
            body: format!("queued after {} attempts", failure.attempts()),
            source: Source::Queue,
        })
    }

    /// Where the service is. Not marked: the wrapper passes it on.
    fn url(&self) -> &str;
}

r4c::include_wrappers!("orders");

/// What the service answered, whether it is good news or not.
#[derive(Clone, Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// How long the service asks to be left alone.
    pub retry_after: Option<Duration>,
    /// The text.
    pub body: String,
    /// Who answered.
    pub source: Source,
}

/// Who answered a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The service itself.
    Service,
    /// The queue of orders that are placed later.
    Queue,
}

/// Judges by HTTP status. Retry and breaker share it: it is asked once for each attempt.
#[derive(Debug)]
pub struct StatusClassifier;

impl Classifier<Response, ApiError> for StatusClassifier {
    fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
        match result.map(|response| response.status) {
            Ok(429 | 500..) | Err(_) => Outcome::Failure,
            Ok(404) => Outcome::Ignore,
            Ok(_) => Outcome::Success,
        }
    }

    fn retry_after(&self, result: Result<&Response, &ApiError>) -> Option<Duration> {
        result.ok()?.retry_after
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum ApiError {
    /// The network failed, or the service took too long.
    Network(reqwest::Error),
    /// The circuit breaker is open: nothing was sent.
    NotPermitted(CallNotPermitted),
}

impl From<CallNotPermitted> for ApiError {
    fn from(refusal: CallNotPermitted) -> Self {
        Self::NotPermitted(refusal)
    }
}

impl From<reqwest::Error> for ApiError {
    fn from(error: reqwest::Error) -> Self {
        Self::Network(error)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(error) if error.is_timeout() => f.write_str("timed out"),
            Self::Network(error) => error.fmt(f),
            Self::NotPermitted(refusal) => refusal.fmt(f),
        }
    }
}

impl Error for ApiError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Network(error) => Some(error),
            Self::NotPermitted(refusal) => Some(refusal),
        }
    }
}
