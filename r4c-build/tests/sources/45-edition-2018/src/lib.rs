#![deny(warnings, rust_2018_idioms)]
//! An older client: `gen` and `try_into` are ordinary names.
mod r#try;
pub use crate::r#try::ResilientTry;
use async_trait::async_trait;
use std::future::Future;
use std::pin::Pin;
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

/// A boxed result.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + Send + 'a>>;
/// An old trait.
#[async_trait]
pub trait Api: Send + Sync {
    /// Awaits.
    #[r4c::retry(max_attempts = 3, classifier = Cls)]
    async fn gen(&self, dyn_: &(dyn std::fmt::Display + Sync)) -> Result<u8, Failed>;
    /// Boxed by hand.
    #[r4c::circuit_breaker(name = "api")]
    fn boxed<'a>(&'a self, gen: &'a str) -> Answer<'a, u8>;
    /// Sync.
    #[r4c::retry(classifier = crate::Cls)]
    fn plain(&self, try_from: u8) -> Result<u8, Box<dyn std::error::Error>>;
}
/// A free one.
#[r4c::retry]
pub fn fetch(gen: u8) -> Result<u8, Failed> {
    if gen > 1 { Ok(gen) } else { Err(Failed) }
}
r4c::include_wrappers!();
