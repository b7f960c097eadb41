use r4c::generated::{Method, Rejecting, ToCaller, call};
use r4c::{Classifier, Outcome, attempts, returns};

struct StatusClassifier;
impl Classifier<u16, ApiError> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &ApiError>) -> Outcome {
        Outcome::Success
    }
}

pub enum ApiError {
    Down,
}

pub fn send() -> Result<u16, ApiError> {
    Err(ApiError::Down)
}

pub struct Wrapper {
    get: Method<Rejecting, (), StatusClassifier>,
}

impl Wrapper {
    pub fn get(&self) -> Result<u16, ApiError> {
        call(
            &self.get,
            returns!(Result<u16, ApiError>),
            attempts!(|attempt| {
                let result = send();
                attempt.settle_by_classifier(&result);
                result
            }),
            ToCaller,
        )
    }
}

//~ error: R4C-CLS-013: `on_exhausted_result = Reject`, and the error type `ApiError` has no room for `ResultRejected<u16>`
//~ label: needs `impl From<r4c::ResultRejected<u16>> for ApiError`
//~ note: three ways out: 1) `impl From<r4c::ResultRejected<u16>> for ApiError`
//~ note: 2) a `#[r4c::fallback(..)]` that takes `ResultRejected` or `r4c::Failure<_, _>`
//~ note: 3) return `Result<_, r4c::CallError<ApiError, u16>>`
