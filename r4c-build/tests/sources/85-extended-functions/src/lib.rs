#![deny(warnings)]
//! A trait with an implementation for all functions, references and boxes.
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

/// A call.
pub trait Call {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    fn get(&self) -> Result<u8, Failed>;
}
impl<F> Call for F
where
    F: Fn() -> Result<u8, Failed>,
{
    fn get(&self) -> Result<u8, Failed> {
        self()
    }
}
r4c::include_wrappers!();
/// Wraps a closure.
pub fn wrap(registry: &r4c::Registry) -> Result<impl Call, r4c::ConfigError> {
    ResilientCall::new(|| Err(Failed), registry)
}
