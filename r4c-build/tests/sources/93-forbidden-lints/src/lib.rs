#![forbid(nonstandard_style, unused_imports, deprecated)]
#![cfg_attr(all(), forbid(clippy::all, clippy::unwrap_used))]
#![deny(warnings)]
#![allow(async_fn_in_trait)]
//! Nothing may be allowed.
use std::io::{self, Error};
/// What can go wrong.
#[derive(Debug)]
pub enum Failed {
    /// Below.
    Io(Error),
    /// Elsewhere.
    Other(Box<dyn std::error::Error + Send + Sync>),
    /// By number.
    Code(u16),
}
impl From<r4c::CallNotPermitted> for Failed {
    fn from(refused: r4c::CallNotPermitted) -> Failed {
        Failed::Other(refused.into())
    }
}
/// Made by its name.
#[derive(Debug)]
pub struct Unit;
/// Made by default.
#[derive(Debug, Default)]
pub struct Empty;
macro_rules! judges {
    ($($name:ident)*) => {$(
        impl<T, E> r4c::Classifier<T, E> for $name {
            fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
                if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
            }
        }
    )*};
}
judges!(Unit Empty);
/// A client.
pub trait Api {
    /// One classifier.
    #[r4c::retry(classifier = Unit)]
    fn one(&self) -> Result<u8, Failed>;
    /// Two.
    #[r4c::retry(classifier = Unit)]
    #[r4c::circuit_breaker(name = "x", classifier = Empty)]
    async fn two(&self, text: String) -> Result<u8, Failed>;
    /// Lists.
    #[r4c::retry(retry_on = dyn Error, abort_on = dyn std::fmt::Error)]
    fn lists(&self, text: &str) -> Result<u8, Box<dyn std::error::Error + Send + Sync>>;
    /// A fallback.
    #[r4c::retry(retry_on = source dyn Error)]
    #[r4c::fallback(other)]
    fn backed(&mut self, text: &str) -> io::Result<u8>;
    /// It.
    fn other(&mut self, text: &str, error: Error) -> io::Result<u8>;
    /// By value, for those that are still there.
    #[r4c::circuit_breaker(name = "y")]
    #[r4c::fallback(none)]
    fn copied(self, text: &str) -> Option<u8>
    where
        Self: Sized + Copy;
    /// It.
    fn none(&self, text: &str, refused: r4c::CallNotPermitted) -> Option<u8>;
}
/// A client.
#[derive(Debug)]
pub struct Client<T>(T);
impl<T: Clone> Client<T> {
    /// A bound.
    pub const LIMIT: u16 = 500;
    /// A pattern.
    pub const GONE: u16 = 410;
    /// By constants of its own.
    #[r4c::retry(retry_on = Failed::Code(code) if *code >= Self::LIMIT && !matches!(*code, 599))]
    pub fn get(&self) -> Result<T, Failed> {
        Ok(self.0.clone())
    }
}
impl Client<u8> {
    /// Another one.
    pub const TEAPOT: u16 = 418;
    /// By constants.
    #[r4c::retry(retry_on = Self::TEAPOT | Client::<String>::GONE | 500..=599)]
    pub fn code(&self) -> Result<u8, u16> {
        Ok(self.0)
    }
}
/// A function.
#[r4c::retry]
pub fn fetch(bytes: Vec<u8>) -> Result<Vec<u8>, Failed> {
    Ok(bytes)
}
r4c::include_wrappers!();
