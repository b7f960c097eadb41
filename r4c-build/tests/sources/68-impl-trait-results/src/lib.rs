#![deny(warnings)]
//! Results that have no name.
use std::fmt::Display;
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
    /// A value without a name.
    #[r4c::retry(classifier = Cls)]
    fn display(&self) -> Result<impl Display, Failed>;
    /// In a future.
    #[r4c::retry(classifier = Cls)]
    fn later(&self) -> impl Future<Output = Result<impl Display + Send, Failed>> + Send;
    /// In an `async fn`.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "x", classifier = Cls)]
    #[allow(async_fn_in_trait)]
    async fn fut(&self) -> Result<impl Display, Failed>;
    /// An iterator in a result is made by one call.
    #[r4c::retry]
    fn items(&self) -> Result<impl Iterator<Item = u8>, Failed>;
    /// Not a result.
    #[r4c::retry(classifier = Cls)]
    fn text(&self) -> impl AsRef<str>;
    /// In an option, in a tuple.
    #[r4c::retry(classifier = Cls)]
    fn pair(&self) -> Option<(u8, impl Display)>;
}
/// A client.
#[derive(Debug)]
pub struct Client;
impl Client {
    /// A value without a name.
    #[r4c::retry(classifier = Cls)]
    pub fn display(&self) -> Result<impl Display + use<>, Failed> {
        Ok(1)
    }
    /// In an `async fn`.
    #[r4c::retry(classifier = Cls)]
    pub async fn later(&self, id: u8) -> Result<impl Display + use<>, Failed> {
        Ok(id)
    }
}
/// A function.
#[r4c::circuit_breaker(name = "x")]
pub fn function(id: &str) -> Result<impl Display, Failed> {
    Ok(id)
}
r4c::include_wrappers!();
