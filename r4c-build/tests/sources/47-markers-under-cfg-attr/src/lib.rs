#![deny(warnings)]
//! Markers and methods under conditions.
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
    /// Marked when the feature is on: it is.
    #[cfg_attr(feature = "resilience", r4c::retry(max_attempts = 3), r4c::circuit_breaker(name = "a"))]
    fn a(&self) -> Result<u8, Failed>;
    /// Marked when the feature is on: it is not.
    #[cfg_attr(feature = "more", r4c::retry(max_attempts = 0))]
    fn b(&self) -> Result<u8, Failed>;
    /// Not there.
    #[cfg(feature = "more")]
    #[r4c::retry(classifier = Missing)]
    fn c(&self) -> Result<u8, Failed>;
    /// Two conditions inside of each other.
    #[cfg_attr(feature = "resilience", cfg_attr(not(feature = "more"), r4c::retry(classifier = Cls)))]
    fn d(&self) -> Result<u8, Failed>;
    /// Two versions of one method.
    #[cfg(not(feature = "more"))]
    #[r4c::retry]
    fn e(&self, id: u8) -> Result<u8, Failed>;
    /// Two versions of one method.
    #[cfg(feature = "more")]
    #[r4c::retry]
    fn e(&self, id: u16) -> Result<u16, Failed>;
    /// An argument under a condition.
    #[r4c::retry(max_attempts = 2)]
    fn f(&self, #[cfg(feature = "more")] extra: String, #[cfg(not(feature = "more"))] plain: String) -> Result<u8, Failed>;
}
#[cfg_attr(feature = "resilience", r4c::retry)]
/// A function.
pub fn fetch() -> Result<u8, Failed> {
    Err(Failed)
}
#[cfg(feature = "more")]
/// Not there.
#[r4c::retry(nonsense = 1)]
pub fn gone() -> Result<u8, Failed> {
    Err(Failed)
}
r4c::include_wrappers!();
