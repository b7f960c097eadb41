#![deny(warnings)]
//! Values of all kinds.
use std::borrow::Cow;
use std::sync::MutexGuard;
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
    /// Lends a part.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "x", classifier = Cls)]
    fn lend(&self, id: u8) -> Result<&str, Failed>;
    /// Nothing but success.
    #[r4c::retry(classifier = Cls)]
    fn unit(&self) -> Result<(), Failed>;
    /// Perhaps.
    #[r4c::retry(classifier = Cls)]
    fn option(&self) -> Option<&[u8]>;
    /// Nothing.
    #[r4c::retry(classifier = Cls)]
    fn nothing(&self);
    /// A guard.
    #[r4c::circuit_breaker(name = "x", classifier = Cls)]
    fn guard(&self) -> Result<MutexGuard<'_, Vec<u8>>, Failed>;
    /// Lends to change, once.
    #[r4c::circuit_breaker(name = "x", classifier = Cls)]
    fn change(&mut self) -> Result<&mut Vec<u8>, Failed>;
    /// Of the argument.
    #[r4c::retry]
    fn of_argument<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, Failed>;
    /// Lends in a future.
    #[r4c::retry(classifier = Cls)]
    fn later(&self, id: u8) -> impl Future<Output = Result<&str, Failed>> + Send;
    /// Lends in a future.
    #[r4c::retry(classifier = Cls)]
    #[allow(async_fn_in_trait)]
    async fn lend_async(&self, id: &str) -> Option<&str>;
    /// An error that is borrowed.
    #[r4c::retry(classifier = Cls)]
    fn borrowed_error(&self) -> Result<u8, &Failed>;
    /// An error that is nothing.
    #[r4c::retry(classifier = Cls)]
    fn unit_error(&self) -> Result<u8, ()>;
    /// A result in a result.
    #[r4c::retry(classifier = Cls)]
    fn nested(&self) -> Result<Result<u8, Failed>, Failed>;
    /// An object.
    #[r4c::retry(classifier = Cls)]
    fn object(&self) -> Result<Box<dyn Fn(&str) -> u8 + '_>, Box<dyn std::error::Error + Send + Sync>>;
    /// A function.
    #[r4c::retry(classifier = Cls)]
    fn function(&self) -> fn(&u8) -> &u8;
    /// A pointer.
    #[r4c::retry(classifier = Cls)]
    fn pointer(&self) -> *const u8;
    /// Without a classifier.
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "x")]
    #[r4c::fallback(other)]
    fn plain(&self) -> &str;
    /// Is fallen back to.
    fn other(&self, _: r4c::CallNotPermitted) -> &str {
        ""
    }
}
r4c::include_wrappers!();
