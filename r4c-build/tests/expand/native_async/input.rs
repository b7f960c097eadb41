//! Native `async fn`s of a trait.

use r4c::CallError;

/// The queue.
#[allow(async_fn_in_trait)]
pub trait Queue {
    /// Both policies.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "queue")]
    async fn push(&self, future: &str, body: Vec<u8>) -> Result<usize, CallError<String>>;

    /// The breaker alone: the argument is moved.
    #[r4c::circuit_breaker(name = "queue")]
    async fn take<T: AsRef<str>>(&self, name: T) -> Result<T, CallError<String>>;

    /// No result at all.
    #[r4c::retry(delay = "0ms")]
    async fn ping(&self);

    /// Not marked.
    async fn len(&self) -> usize;
}

r4c::include_wrappers!("native_async");
