//! The example of the README.

use std::future::Future;
use std::time::Duration;

use r4c::{CallNotPermitted, Outcome};

/// What the service answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
}

/// Why a call fails.
#[derive(Debug, PartialEq, Eq)]
pub enum ApiError {
    /// The connection broke.
    Connection,
    /// The order does not exist.
    NotFound,
    /// The circuit breaker is open.
    Unavailable,
}

impl From<CallNotPermitted> for ApiError {
    fn from(_: CallNotPermitted) -> Self {
        ApiError::Unavailable
    }
}

/// Judges by the status.
#[derive(Debug)]
pub struct StatusClassifier;

impl r4c::Classifier<Response, ApiError> for StatusClassifier {
    fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
        match result {
            Ok(response) if response.status >= 500 => Outcome::Failure,
            Err(ApiError::NotFound) => Outcome::Ignore,
            Ok(_) => Outcome::Success,
            Err(_) => Outcome::Failure,
        }
    }

    fn retry_after(&self, result: Result<&Response, &ApiError>) -> Option<Duration> {
        result.ok().filter(|response| response.status == 503).map(|_| Duration::ZERO)
    }
}

/// The orders service.
pub trait OrdersApi {
    /// Gets an order.
    #[r4c::retry(max_attempts = 3, delay = "100ms", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn get(&self, order_id: &str) -> impl Future<Output = Result<Response, ApiError>> + Send;

    /// The name of the service.
    fn name(&self) -> &str;
}

r4c::include_wrappers!("readme");
