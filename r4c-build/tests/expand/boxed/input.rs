//! Futures in boxes: by `#[async_trait]`, and as they are written.

use std::future::Future;
use std::pin::Pin;

/// A future in a box.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Under `#[async_trait]`.
#[async_trait::async_trait]
pub trait Mailer: Send + Sync {
    /// Sends a mail.
    #[r4c::retry(delay = "0ms")]
    async fn send(&self, to: &str, text: String) -> Result<usize, String>;

    /// A default body, and a fallback.
    #[r4c::retry(max_attempts = 2, delay = "0ms")]
    #[r4c::fallback(unread)]
    async fn read(&self, number: u32) -> Result<String, String> {
        Err(format!("no mail {number}"))
    }

    /// Not marked.
    async fn unread(&self, number: u32, error: String) -> Result<String, String> {
        Ok(format!("{number}: {error}"))
    }
}

/// Under `#[async_trait(?Send)]`.
#[async_trait::async_trait(?Send)]
pub trait Local {
    /// Sends a mail.
    #[r4c::circuit_breaker(name = "local")]
    async fn send(&self, to: std::rc::Rc<str>) -> Result<usize, r4c::CallError<String>>;
}

/// Boxes that are written out.
pub trait Boxes {
    /// By an alias.
    #[r4c::retry(delay = "0ms")]
    fn aliased<'a>(&'a self, to: &'a str) -> BoxFuture<'a, Result<usize, String>>;

    /// In full.
    #[r4c::retry(delay = "0ms")]
    fn written(&self, text: String) -> Pin<Box<dyn Future<Output = Result<String, String>> + '_>>;

    /// Not marked.
    fn plain(&self) -> BoxFuture<'_, u8>;
}

r4c::include_wrappers!("boxed");
