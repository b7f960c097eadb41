use r4c::generated::{Method, ToCaller, call};
use r4c::{Classifier, Outcome, Retry, attempts, returns};
use std::cell::Cell;

pub struct Counting(Cell<u32>);
impl<T, E> Classifier<T, E> for Counting {
    fn classify(&self, _: Result<&T, &E>) -> Outcome {
        self.0.set(self.0.get() + 1);
        Outcome::Success
    }
}

pub fn send() -> Result<u16, String> {
    Err(String::new())
}

pub struct Wrapper {
    get: Method<Retry, (), Counting>,
}

impl Wrapper {
    pub fn get(&self) -> Result<u16, String> {
        call(
            &self.get,
            returns!(Result<u16, String>),
            attempts!(|attempt| {
                let result = send();
                attempt.settle_by_classifier(&result);
                result
            }),
            ToCaller,
        )
    }
}

//~ error: R4C-CLS-015: the classifier `Counting` cannot be shared between threads
//~ label: needs `Counting: Send + Sync`
