use r4c::generated::{Argument, Method, ToCaller, call_mut};
use r4c::{Retry, returns};

pub struct Body(Vec<u8>);

pub enum ApiError {
    Down,
}

pub fn send(body: Body) -> Result<u16, ApiError> {
    Err(ApiError::Down)
}

pub struct Wrapper {
    get: Method<Retry, ()>,
}

impl Wrapper {
    pub fn get(&self, body: Body) -> Result<u16, ApiError> {
        let mut body = Argument::new(body);
        call_mut(
            &self.get,
            returns!(Result<u16, ApiError>),
            |attempt| {
                let result = send(body.next(attempt.may_repeat()));
                attempt.settle(&result);
                result
            },
            ToCaller,
        )
    }
}

//~ error: R4C-ARG-003: `Body` is passed by value to a method under a retry, and cannot be cloned for another attempt
//~ label: needs `Clone`
//~ note: three ways out: derive `Clone` for it, take it by reference, or leave the retry away
