#![deny(warnings)]
//! `Self` in signatures, and receivers of all legal kinds.
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
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
    /// Marked.
    #[r4c::retry]
    fn get(&self) -> Result<u8, Failed>;
    /// Once, by value.
    #[r4c::circuit_breaker(name = "a")]
    fn once(self) -> Result<u8, Failed>
    where
        Self: Sized;
    /// Not marked: shared.
    fn shared(self: Arc<Self>) -> u8 {
        1
    }
    /// Not marked: shared.
    fn local(self: Rc<Self>) -> u8 {
        1
    }
    /// Not marked: pinned.
    fn pinned(self: Pin<&mut Self>) -> u8 {
        1
    }
    /// Not marked: boxed.
    fn boxed(self: Box<Self>) -> u8;
    /// Not marked: makes another one.
    fn again(&self) -> Self
    where
        Self: Sized + Clone,
    {
        self.clone()
    }
    /// Not marked: may make another one.
    fn try_again(&self) -> Result<Self, Failed>
    where
        Self: Sized;
    /// Not marked: another one, under another name.
    fn reopened(self, limit: u8) -> std::io::Result<Self>
    where
        Self: Sized;
    /// Not marked: perhaps another one.
    fn perhaps(&mut self) -> Option<Self>
    where
        Self: Sized;
    /// Not marked: takes another one.
    fn same(&self, other: &Self) -> bool;
    /// Not marked: no receiver.
    fn name() -> &'static str
    where
        Self: Sized;
    /// A constant.
    const LIMIT: usize;
    /// A type.
    type Item<'a>: Clone
    where
        Self: 'a;
    /// Marked, with all of them.
    #[r4c::retry(classifier = Cls)]
    fn item<'a>(&'a self, other: &Self, items: &[Self::Item<'a>]) -> Result<Self::Item<'a>, Failed>
    where
        Self: Sized;
}
r4c::include_wrappers!();
