#![deny(warnings)]
#![allow(async_fn_in_trait)]
//! More.
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

macro_rules! answer { ($t:ty) => { Result<$t, Failed> }; }
/// A client.
pub trait Api: Sized {
    /// A macro as type.
    #[r4c::retry(classifier = Cls)]
    fn a(&self, list: answer!(u8)) -> answer!(u8)
    where
        Failed: Clone;
    /// Send.
    #[r4c::retry]
    fn b(&self) -> Result<u8, Failed>
    where
        Self: Send + Sync + 'static;
    /// Async mutable.
    #[r4c::retry(reuse(id))]
    async fn c(&mut self, id: &mut u8) -> Result<u8, Failed>
    where
        Self: Send;
}
/// Aliased.
pub type Http = Inner<u8>;
/// A client.
#[derive(Debug)]
pub struct Inner<T>(T);
impl Http {
    /// Gets.
    #[r4c::retry]
    pub fn get(&self) -> Result<u8, Failed> {
        Ok(self.0)
    }
}
mod sealed {
    pub trait Sealed {}
}
/// Sealed.
pub trait Sealed: sealed::Sealed {
    /// Gets.
    #[r4c::retry]
    fn get(&self) -> Result<u8, Failed>;
}
impl<T> sealed::Sealed for T {}
r4c::include_wrappers!();
