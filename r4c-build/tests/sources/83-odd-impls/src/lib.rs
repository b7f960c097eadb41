#![deny(warnings)]
//! Edges.
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

/// Empty marker trait with a marked default.
pub trait Defaulted {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    fn get(&self) -> Result<u8, Failed> {
        Ok(1)
    }
}
impl Defaulted for u8 {}
/// Unsized and generic over lifetimes.
pub trait Borrowing<'a, T: ?Sized + 'a, E = Failed>
where
    E: From<r4c::CallNotPermitted> + 'a,
{
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "x", classifier = Cls)]
    fn get(&self, key: &'a T) -> Result<&'a T, E>;
}
/// A client.
#[derive(Debug)]
pub struct Client<const N: usize, T = u8>
where
    T: Clone,
{
    items: [T; N],
}
impl<const N: usize, T: Clone + 'static> Client<N, T> {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.items.get(index)
    }
    /// Takes.
    #[r4c::circuit_breaker(name = "x")]
    pub fn take(self) -> Result<[T; N], Failed> {
        Ok(self.items)
    }
    /// A constant.
    pub const SIZE: usize = N;
    /// Made.
    pub fn new(items: [T; N]) -> Self {
        Client { items }
    }
    /// Iterates.
    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        self.items.iter()
    }
    /// Chained.
    #[must_use]
    pub fn with(self, _: &T) -> Self {
        self
    }
    /// Changed.
    pub fn first_mut(&mut self) -> Option<&mut T> {
        self.items.first_mut()
    }
    /// Later.
    pub async fn later(&self) -> Vec<T> {
        self.items.to_vec()
    }
}
mod cfgd {
    //! Two of one name.
    #[cfg(unix)]
    pub trait Os {
        /// Gets.
        #[r4c::retry(name = "os")]
        fn get(&self) -> Result<u8, super::Failed>;
    }
    #[cfg(not(unix))]
    pub trait Os {
        /// Gets.
        #[r4c::retry(name = "os")]
        fn get(&self) -> Result<u16, super::Failed>;
    }
    r4c::include_wrappers!("cfgd");
}
pub use cfgd::*;
r4c::include_wrappers!();
