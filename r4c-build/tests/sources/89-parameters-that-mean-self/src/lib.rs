#![deny(warnings)]
#![allow(async_fn_in_trait)]
//! Traits whose parameters and bounds speak of the implementor.
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

/// A default that is the implementor.
pub trait Merge<Other = Self> {
    /// What comes of it.
    type Output;
    /// Merges.
    #[r4c::retry(classifier = Cls)]
    fn merge(&self, other: &Other) -> Result<Self::Output, Failed>;
}
/// Bounds on associated types.
pub trait Store
where
    Self::Key: Ord,
    Self::Error: From<r4c::CallNotPermitted>,
{
    /// A key.
    type Key;
    /// What goes wrong.
    type Error;
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "store", classifier = Cls)]
    fn get(&self, key: &Self::Key) -> Result<Vec<Self::Key>, Self::Error>
    where
        Self::Key: Clone;
    /// Takes.
    #[r4c::retry]
    async fn take(&self, key: Self::Key) -> Result<(), Self::Error>
    where
        Self::Key: Clone;
}
/// An associated function type.
pub trait Handler<A> {
    /// Runs.
    #[r4c::retry]
    async fn run(&self, argument: A, f: impl AsyncFn(&A) -> u8 + Clone) -> Result<u8, Failed>
    where
        A: Clone;
}
mod types {
    /// A client.
    #[derive(Debug, Clone)]
    pub enum Client<T> {
        /// Nowhere.
        Nowhere(T),
    }
    /// Other numbers.
    pub union Number {
        /// Unsigned.
        pub unsigned: u32,
        /// Signed.
        pub signed: i32,
    }
}
pub use types::*;
impl<T: Clone> types::Client<T> {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    pub fn fresh(&self) -> Result<T, Failed> {
        let Client::Nowhere(value) = self;
        Ok(value.clone())
    }
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    pub fn into_inner(&self) -> Result<T, Failed> {
        self.fresh()
    }
    /// Gets.
    pub fn get_ref(&self) -> &T {
        let Client::Nowhere(value) = self;
        value
    }
}
impl crate::types::Number {
    /// Gets.
    #[r4c::retry]
    pub fn is_set(&self) -> Option<bool> {
        Some(true)
    }
}
/// A part of something, with a lifetime that is not named.
#[derive(Debug)]
pub struct Part<'a, 'b, T> {
    of: std::marker::PhantomData<fn(&'b T) -> &'b T>,
    text: std::borrow::Cow<'a, str>,
}
impl<T> Part<'_, '_, T> {
    /// Gives what is its own.
    #[r4c::retry]
    pub fn beside(&self, _other: &Self) -> Result<std::borrow::Cow<'_, str>, Failed> {
        Ok(std::borrow::Cow::Borrowed(&self.text))
    }
}
r4c::include_wrappers!();
