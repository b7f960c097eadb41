#![deny(warnings)]
//! Trait objects inside and outside of the wrapper.
use std::sync::Arc;
use r4c::Registry;
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
pub trait Api: Send + Sync {
    /// Gets.
    #[r4c::retry(max_attempts = 3, classifier = Cls)]
    #[r4c::circuit_breaker(name = "api", classifier = Cls)]
    fn get(&self, id: &str) -> Result<String, Failed>;
    /// Generic, and not of the object.
    #[r4c::retry]
    fn get_as<T: From<String>>(&self, id: &str) -> Result<T, Failed>
    where
        Self: Sized;
}
impl<A: Api + ?Sized> Api for Arc<A> {
    fn get(&self, id: &str) -> Result<String, Failed> {
        (**self).get(id)
    }
    fn get_as<T: From<String>>(&self, id: &str) -> Result<T, Failed> {
        self.get(id).map(T::from)
    }
}
impl<A: Api + ?Sized> Api for Box<A> {
    fn get(&self, id: &str) -> Result<String, Failed> {
        (**self).get(id)
    }
    fn get_as<T: From<String>>(&self, id: &str) -> Result<T, Failed> {
        self.get(id).map(T::from)
    }
}
impl<A: Api + ?Sized> Api for &A {
    fn get(&self, id: &str) -> Result<String, Failed> {
        (**self).get(id)
    }
    fn get_as<T: From<String>>(&self, id: &str) -> Result<T, Failed> {
        self.get(id).map(T::from)
    }
}
r4c::include_wrappers!();
/// Wraps an object, and gives an object.
pub fn wrap(api: Arc<dyn Api>, registry: &Registry) -> Result<Arc<dyn Api>, r4c::ConfigError> {
    Ok(Arc::new(ResilientApi::new(api, registry)?))
}
/// Twice.
pub fn twice(api: Box<dyn Api>, registry: &Registry) -> Result<ResilientApi<ResilientApi<Box<dyn Api>>>, r4c::ConfigError> {
    ResilientApi::new(ResilientApi::new(api, registry)?, registry)
}
/// Borrowed.
pub fn borrowed<'a>(api: &'a dyn Api, registry: &Registry) -> Result<Box<dyn Api + 'a>, r4c::ConfigError> {
    Ok(Box::new(ResilientApi::new(api, registry)?))
}
