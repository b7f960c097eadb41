//! Futures that may not hold a borrow which another attempt needs.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

/// A future in a box.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Each implementation copies what it needs.
pub trait Lookup: Send + Sync {
    /// Only `self` is borrowed.
    #[r4c::retry(delay = "0ms")]
    fn get(&self, id: &str, of: Option<&[u8]>, limit: String) -> BoxFuture<'_, Result<String, String>>;

    /// The fallback borrows as well.
    #[r4c::circuit_breaker(name = "lookup")]
    #[r4c::fallback(unknown)]
    fn find(&self, id: &str) -> BoxFuture<'_, Result<String, String>>;

    /// Not marked.
    fn unknown(&self, id: &str, refused: r4c::CallNotPermitted) -> impl Future<Output = Result<String, String>> + Send;

    /// Borrows nothing.
    #[r4c::retry(delay = "0ms")]
    fn detached(&self, id: &str) -> BoxFuture<'static, Result<usize, String>>;

    /// Borrows nothing, and its fallback is the wrapper's.
    #[r4c::retry(delay = "0ms")]
    #[r4c::fallback(last)]
    fn first(&self) -> BoxFuture<'static, Result<usize, String>>;

    /// Retried itself.
    #[r4c::retry(delay = "0ms")]
    fn last(&self, error: String) -> BoxFuture<'static, Result<usize, String>>;

    /// For `&mut self`.
    #[r4c::retry(delay = "0ms")]
    fn next(&mut self, id: &str) -> BoxFuture<'_, Result<usize, String>>;

    /// Converted at the call.
    #[r4c::circuit_breaker(name = "lookup")]
    fn put(&self, text: impl Into<String>) -> BoxFuture<'_, Result<usize, r4c::CallError<String>>>;

    /// By a `Cow`.
    #[r4c::retry(delay = "0ms")]
    fn cow(&self, text: Cow<'_, str>) -> BoxFuture<'_, Result<usize, String>>;

    /// Once, by value.
    #[r4c::circuit_breaker(name = "lookup")]
    fn once<'a>(self, text: &'a str, of: &str) -> BoxFuture<'a, Result<usize, r4c::CallError<String>>>
    where
        Self: Sized;

    /// Can be shared and moved while it runs.
    #[r4c::retry(delay = "0ms")]
    fn shared(&self, id: &str) -> impl Future<Output = Result<usize, String>> + Send + Sync;

    /// Can be shared and moved, and borrows nothing.
    #[r4c::retry(delay = "0ms")]
    fn moved(&self, id: &str) -> impl Future<Output = Result<usize, String>> + Send + Sync + Unpin + 'static;
}

/// A function that borrows nothing.
#[r4c::retry(delay = "0ms")]
pub fn length(text: &str) -> impl Future<Output = Result<usize, String>> + use<> {
    let length = text.len();
    async move { Ok(length) }
}

r4c::include_wrappers!("held");
