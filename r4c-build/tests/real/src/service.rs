//! Like a service of middleware: a generic request, associated response, error and future.
use std::task::{Context, Poll};

use crate::script::{Failed, Script};

/// A service that is called by reference.
pub trait Service<Request> {
    /// What it gives.
    type Response;
    /// What goes wrong.
    type Error;

    /// Whether it can be called.
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>>;

    /// Calls it.
    #[r4c::retry(max_attempts = 3, delay = "1ms", classifier = AnyError)]
    #[r4c::circuit_breaker(name = "service", minimum_calls = 4, sliding_window = 4, classifier = AnyError)]
    fn call(&self, request: Request) -> impl Future<Output = Result<Self::Response, Self::Error>> + Send
    where
        Request: Clone + Send;
}

/// Judges by whether there is an error.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyError;

impl<T, E> r4c::Classifier<T, E> for AnyError {
    fn classify(&self, result: Result<&T, &E>) -> r4c::Outcome {
        if result.is_ok() { r4c::Outcome::Success } else { r4c::Outcome::Failure }
    }
}

r4c::include_wrappers!("service");

/// Sends back what it gets.
#[derive(Debug, Default)]
pub struct Echo {
    /// What happens.
    pub script: Script,
}

impl<R: Send> Service<R> for Echo {
    type Response = R;
    type Error = Failed;
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Failed>> {
        Poll::Ready(Ok(()))
    }
    async fn call(&self, request: R) -> Result<R, Failed>
    where
        R: Clone + Send,
    {
        self.script.next()?;
        Ok(request)
    }
}
