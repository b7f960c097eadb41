#![deny(warnings)]
//! Arguments of all kinds.
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}

/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}

/// A client.
pub trait Api {
    /// Functions.
    #[r4c::retry]
    fn functions(&self, a: impl Fn(&str) -> bool + Clone, b: &dyn Fn(u8) -> u8, c: fn(u8) -> u8, d: &impl Display) -> Result<u8, Failed>;
    /// Once: without a retry nothing is cloned.
    #[r4c::circuit_breaker(name = "once")]
    fn once(&self, a: Box<dyn FnOnce() -> u8>, b: impl FnOnce(u8), c: &mut Vec<u8>, d: std::fs::File) -> Result<u8, Failed>;
    /// Conversions.
    #[r4c::retry]
    fn conversions<P: AsRef<Path> + Clone, S: Into<String>>(&self, a: P, b: S, c: impl Into<Option<u8>>, d: impl AsRef<str> + Clone) -> Result<u8, Failed>
    where
        Self: Sized;
    /// Shared.
    #[r4c::retry]
    fn shared(&self, a: Arc<dyn Display + Send + Sync>, b: Option<&str>, c: &[&str], d: [u8; 2], e: (u8, String)) -> Result<u8, Failed>;
    /// Written to again.
    #[r4c::retry(reuse(d))]
    fn reused(&self, a: &str, d: &mut Vec<u8>) -> Result<u8, Failed>;
    /// Iterators.
    #[r4c::retry]
    fn iterators<'a, I>(&self, a: I, b: impl IntoIterator<Item = &'a str> + Clone) -> Result<u8, Failed>
    where
        I: Iterator<Item = u8> + Clone + 'a;
    /// Later.
    #[r4c::retry]
    fn later<S: Into<String> + Send>(&self, a: S, b: Vec<u8>, c: &[u8], d: Option<Box<str>>) -> impl Future<Output = Result<u8, Failed>> + Send;
    /// Later, with names of the generated code.
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "later")]
    #[allow(async_fn_in_trait)]
    async fn names(&self, attempt: u8, result: String, inner: &str, future: u8, cx: u8, poll: u8, registry: u8, turn: u8) -> Result<u8, Failed>;
    /// More of them.
    #[r4c::retry]
    #[r4c::fallback(names_fallback)]
    fn more_names(&self, failed: u8, id: String, r4c: u8, core: u8, std: u8, method: u8, kept_id: u8, argument: u8) -> Result<u8, Failed>;
    /// Is fallen back to.
    #[allow(clippy::too_many_arguments)]
    fn names_fallback(&self, failed: u8, id: String, r4c: u8, core: u8, std: u8, method: u8, kept_id: u8, argument: u8, _: Failed) -> Result<u8, Failed>;
}
r4c::include_wrappers!();
