use r4c::generated::{Method, ToCaller, call_once};
use r4c::{CircuitBreaker, returns};

pub fn send() -> Option<u16> {
    None
}

pub struct Wrapper {
    get: Method<(), CircuitBreaker>,
}

impl Wrapper {
    pub fn get(&self) -> Option<u16> {
        call_once(
            &self.get,
            returns!(Option<u16>),
            |attempt| {
                let result = send();
                attempt.settle(&result);
                result
            },
            ToCaller,
        )
    }
}

//~ error: R4C-CB-012: a method that returns `Option<u16>` cannot report an open circuit breaker's `CallNotPermitted`
//~ label: needs a fallback, or a `Result`
