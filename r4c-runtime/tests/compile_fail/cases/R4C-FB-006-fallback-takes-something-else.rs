use r4c::generated::{Method, call, fallback};
use r4c::{Retry, attempts, returns};

pub enum ApiError {
    Down,
}

pub fn send() -> Result<u16, ApiError> {
    Err(ApiError::Down)
}

pub struct Wrapper {
    get: Method<Retry, ()>,
}

impl Wrapper {
    pub fn get(&self) -> Result<u16, ApiError> {
        call(
            &self.get,
            returns!(Result<u16, ApiError>),
            attempts!(|attempt| {
                let result = send();
                attempt.settle(&result);
                result
            }),
            fallback(|failure: std::fmt::Error| Err(ApiError::Down)),
        )
    }
}

//~ error: R4C-FB-006: a fallback for calls that give a value `u16` and an error `ApiError` cannot take `std::fmt::Error`
//~ label: not a failure of this method
