use r4c::generated::{Method, ToCaller, call};
use r4c::{Classifier, Outcome, Retry, attempts, returns};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
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
    get: Method<Retry, (), StatusClassifier>,
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

//~ error: R4C-CLS-009: `StatusClassifier` does not classify calls that give a value `u16` and an error `ApiError`
//~ label: needs `impl r4c::Classifier<u16, ApiError> for StatusClassifier`
