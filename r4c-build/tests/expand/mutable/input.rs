//! Methods that borrow mutably: each attempt borrows again.

use std::future::Future;
use std::pin::Pin;

/// Why a call fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// By itself.
    Flaky,
    /// The breaker is open.
    Refused,
}

impl From<r4c::CallNotPermitted> for Broken {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Broken::Refused
    }
}

/// A connection.
#[allow(async_fn_in_trait)]
pub trait Connection {
    /// A retry: the closure borrows again.
    #[r4c::retry(delay = "0ms")]
    fn send(&mut self, text: &str) -> Result<usize, Broken>;

    /// A breaker: what is returned borrows from `self`.
    #[r4c::circuit_breaker(name = "connection")]
    fn buffer(&mut self) -> Result<&mut Vec<u8>, Broken>;

    /// A fallback that borrows mutably too.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "connection")]
    #[r4c::fallback(unsent)]
    fn deliver(&mut self, text: String) -> Result<usize, Broken>;

    /// Takes everything.
    fn unsent(&mut self, text: String, failure: r4c::Failure<usize, Broken>) -> Result<usize, Broken>;

    /// Async, under a retry.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "connection")]
    async fn flush(&mut self, deep: bool) -> Result<usize, Broken>;

    /// Async, under a breaker alone, with what it borrows.
    #[r4c::circuit_breaker(name = "connection")]
    async fn read<'a>(&'a mut self, into: &mut Vec<u8>) -> Result<&'a str, Broken>;

    /// A `&mut` argument, async, under a retry, and `Send`.
    #[r4c::retry(delay = "0ms", reuse(into))]
    fn fill(&self, into: &mut Vec<u8>) -> impl Future<Output = Result<usize, Broken>> + Send;

    /// Async, with an async fallback.
    #[r4c::fallback(reopen)]
    async fn ping(&mut self) -> Result<usize, Broken>;

    /// Has policies itself.
    #[r4c::retry(delay = "0ms")]
    async fn reopen(&mut self, error: Broken) -> Result<usize, Broken>;

    /// In a box.
    #[r4c::retry(delay = "0ms")]
    fn boxed<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<usize, Broken>> + Send + 'a>>;
}

r4c::include_wrappers!("mutable");
