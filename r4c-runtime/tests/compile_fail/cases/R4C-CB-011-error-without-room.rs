use r4c::generated::{Method, ToCaller, call_once};
use r4c::{CircuitBreaker, returns};

pub enum ApiError {
    Down,
}

pub fn send() -> Result<u16, ApiError> {
    Err(ApiError::Down)
}

pub struct Wrapper {
    get: Method<(), CircuitBreaker>,
}

impl Wrapper {
    pub fn get(&self) -> Result<u16, ApiError> {
        call_once(
            &self.get,
            returns!(Result<u16, ApiError>),
            |attempt| {
                let result = send();
                attempt.settle(&result);
                result
            },
            ToCaller,
        )
    }
}

//~ error: R4C-CB-011: the error type `ApiError` has no room for an open circuit breaker's `CallNotPermitted`
//~ label: needs `impl From<r4c::CallNotPermitted> for ApiError`
//~ note: three ways out: 1) `impl From<r4c::CallNotPermitted> for ApiError`
//~ note: 2) a `#[r4c::fallback(..)]` that takes `CallNotPermitted` or `r4c::Failure<_, _>`
//~ note: 3) return `Result<_, r4c::CallError<ApiError>>`
