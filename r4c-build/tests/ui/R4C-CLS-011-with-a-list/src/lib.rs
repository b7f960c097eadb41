pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, result: Result<&T, &E>) -> r4c::Outcome {
        if result.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}
pub enum ApiError {
    Io,
    Timeout,
}
pub trait Api {
    #[r4c::retry(classifier = Cls, retry_on = ApiError::Timeout, abort_on = ApiError::Io)]
    fn get(&self) -> Result<u8, ApiError>;
    #[r4c::circuit_breaker(name = "put", record_on = ApiError::Io | ApiError::Timeout, classifier = Cls)]
    fn put(&self) -> Result<u8, ApiError>;
}
r4c::include_wrappers!();
