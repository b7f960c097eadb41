#![deny(warnings)]
//! Bounds of all kinds.
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
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

/// A store.
pub trait Store<K, V>
where
    K: Hash + Eq + Clone + Send,
    V: for<'x> PartialEq<&'x V>,
    for<'x> &'x K: Into<String>,
{
    /// What goes wrong.
    type Error: Debug + From<r4c::CallNotPermitted>;
    /// Picks.
    #[r4c::retry(max_attempts = 3)]
    fn pick<F>(&self, key: &K, choose: F) -> Result<Option<V>, Self::Error>
    where
        F: for<'y> Fn(&'y K, &'y V) -> bool + Clone;
    /// Visits.
    #[r4c::circuit_breaker(name = "store")]
    fn visit<R>(&self, visitor: &mut dyn for<'z> FnMut(&'z V) -> R) -> Result<R, Self::Error>
    where
        R: Default;
    /// A map.
    #[r4c::retry(classifier = Cls)]
    fn all<S: Display + ?Sized>(&self, prefix: &S) -> Result<HashMap<K, Vec<V>>, Self::Error>
    where
        V: Clone,
        Self: Sized;
    /// With a function.
    #[r4c::retry]
    fn apply(&self, f: fn(&K) -> &V) -> Result<(), Self::Error>;
    /// In an array.
    #[r4c::retry]
    fn many<const N: usize>(&self, keys: [K; N]) -> Result<[V; N], Self::Error>
    where
        [V; N]: Default;
}
/// A trait with a bound on itself.
pub trait Chain: Sized + Clone
where
    Self: PartialEq<u8>,
{
    /// Goes on.
    #[r4c::circuit_breaker(name = "chain")]
    fn next<'a, 'b: 'a, T>(&'a self, one: &'b T, two: &'a T) -> Result<&'a T, Failed>
    where
        T: 'b + Ord;
}
/// Bounds of types that are made of `Self`, and of others that speak of it.
pub trait Compared<T>
where
    for<'x> &'x Self: PartialEq<&'x str>,
    Option<Self>: Clone,
    T: PartialEq<Self>,
    Self::Other: PartialEq<Self>,
    Self: Sized,
{
    /// What it can be compared with.
    type Other;
    /// Compares.
    #[r4c::retry]
    fn compared(&self, with: &str) -> Result<bool, Failed>;
}
/// A text.
#[derive(Debug, Clone, PartialEq)]
pub struct Text(pub String);
impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}
impl Compared<Text> for Text {
    type Other = Text;
    fn compared(&self, with: &str) -> Result<bool, Failed> {
        Ok(self == with)
    }
}
impl PartialEq<str> for ResilientCompared<Text> {
    fn eq(&self, other: &str) -> bool {
        self.get_ref() == other
    }
}
impl PartialEq<ResilientCompared<Text>> for Text {
    fn eq(&self, other: &ResilientCompared<Text>) -> bool {
        self == other.get_ref()
    }
}
/// Uses it.
pub fn compare(with: &ResilientCompared<Text>) -> Result<bool, Failed> {
    with.compared("1")
}
r4c::include_wrappers!();
