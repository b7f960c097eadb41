use r4c::{CallNotPermitted, Classifier, Outcome};
use std::future::Future;

pub struct Response {
    pub status: u16,
    pub body: String,
}

pub enum ApiError {
    Io(std::io::Error),
    Unavailable(CallNotPermitted), // what an open breaker's refusal becomes
}

impl From<CallNotPermitted> for ApiError {
    fn from(refusal: CallNotPermitted) -> Self {
        Self::Unavailable(refusal)
    }
}

pub struct StatusClassifier;

impl Classifier<Response, ApiError> for StatusClassifier {
    fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
        match result {
            Ok(response) if response.status >= 500 => Outcome::Failure, // retried, and counted by the breaker
            Ok(response) if response.status == 404 => Outcome::Ignore, // an answer: neither retried nor counted
            Ok(_) => Outcome::Success,
            Err(_) => Outcome::Failure,
        }
    }
}

pub trait OrdersApi {
    #[r4c::retry(max_attempts = 3, delay = "100ms", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn get(&self, order_id: &str) -> impl Future<Output = Result<Response, ApiError>> + Send;

    fn name(&self) -> &str; // unmarked: forwarded
}

r4c::include_wrappers!("orders"); // brings in `ResilientOrdersApi`
