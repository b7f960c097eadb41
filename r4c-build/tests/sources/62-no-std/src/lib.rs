#![no_std]
#![deny(warnings)]
//! A client without the standard library.
extern crate alloc;
use alloc::boxed::Box;
use alloc::string::String;
use core::future::Future;
use core::pin::Pin;
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
    /// Gets.
    #[r4c::retry(classifier = Cls, max_duration = "10s")]
    #[r4c::circuit_breaker(name = "api", classifier = Cls, slow_call_duration = "2s", open_duration = "1m")]
    fn get(&self, id: String) -> Result<u8, Failed>;
    /// Boxed.
    #[r4c::retry(retry_on = dyn core::fmt::Error | source dyn core::fmt::Error)]
    fn boxed<'a>(&'a self, id: &'a str) -> Pin<Box<dyn Future<Output = Result<u8, Box<dyn core::error::Error + Send + Sync>>> + Send + 'a>>;
}
/// A function.
#[r4c::retry]
pub async fn fetch(id: String) -> Result<String, Failed> {
    Ok(id)
}
r4c::include_wrappers!();
