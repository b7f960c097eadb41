#![deny(warnings)]
//! Edition 2021: a returned `impl Future` of a type's own method captures only the lifetimes that it names.
use std::future::Future;
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
#[derive(Debug, Clone)]
pub struct Client {
    base: String,
}
impl Client {
    /// Keeps `self` and nothing else.
    #[r4c::retry(max_attempts = 3)]
    pub fn named<'a>(&'a self, id: u32) -> impl Future<Output = Result<u32, Failed>> + Send + 'a {
        async move { if self.base.is_empty() { Err(Failed) } else { Ok(id) } }
    }
    /// Keeps `self`, by `'_`.
    #[r4c::circuit_breaker(name = "client")]
    pub fn elided(&self) -> impl Future<Output = Result<u32, Failed>> + '_ {
        async move { if self.base.is_empty() { Err(Failed) } else { Ok(1) } }
    }
    /// Keeps both.
    #[r4c::retry(max_attempts = 3, classifier = Cls)]
    pub fn both<'a>(&'a self, id: &'a str) -> impl Future<Output = Result<usize, Failed>> + 'a {
        async move { Ok(id.len() + self.base.len()) }
    }
    /// As an `async fn`, which keeps everything.
    #[r4c::retry(max_attempts = 3, classifier = Cls)]
    pub async fn all(&self, id: &str) -> Result<usize, Failed> {
        Ok(id.len() + self.base.len())
    }
    /// Not marked.
    pub fn free(&self, id: &str) -> impl Future<Output = usize> {
        let length = id.len();
        async move { length }
    }
}
/// A trait, where everything is captured in each edition.
pub trait Api {
    /// Gets.
    #[r4c::retry(max_attempts = 3)]
    #[r4c::circuit_breaker(name = "client")]
    fn get(&self, id: &str) -> impl Future<Output = Result<u32, Failed>> + Send;
}
r4c::include_wrappers!();
