#![deny(warnings)]
//! One type, its methods in several files.
mod admin;
mod reads;
pub use admin::ResilientClient;
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
pub struct Client<'c, T: ?Sized + 'c, const N: usize = 2> {
    transport: &'c T,
}
impl<'c, T: ?Sized, const N: usize> Client<'c, T, N> {
    /// Not marked and not of a marked block.
    pub fn new(transport: &'c T) -> Self {
        Client { transport }
    }
}
/// A transport.
pub trait Transport {
    /// Sends.
    fn send(&self, text: &str) -> Result<String, Failed>;
}
impl<T: Transport + ?Sized> Transport for &T {
    fn send(&self, text: &str) -> Result<String, Failed> {
        (**self).send(text)
    }
}
