//! Making a wrapper: its policies from the registry, its classifiers.
use crate::{CircuitBreaker, CircuitBreakerSettings, ConfigError, Registry, Retry, RetrySettings};
use std::marker::PhantomData;

/// The retry `name`, with what the marker at `location` writes.
///
/// # Errors
/// Where the settings do not work out.
pub fn retry(registry: &Registry, name: &str, location: &str, settings: RetrySettings) -> Result<Retry, ConfigError> {
    registry.declare_retry(name, location, settings)
}

/// The same for an async method, which needs a sleeper to pause with.
///
/// # Errors
/// Where the settings do not work out, and where the registry has no sleeper.
pub fn async_retry(
    registry: &Registry,
    name: &str,
    location: &str,
    settings: RetrySettings,
) -> Result<Retry, ConfigError> {
    let retry = registry.declare_retry(name, location, settings)?;
    if retry.has_sleeper() { Ok(retry) } else { Err(ConfigError::no_sleeper(name, location)) }
}

/// The circuit breaker `name`, with what the marker at `location` writes.
///
/// # Errors
/// Where the settings do not work out.
pub fn circuit_breaker(
    registry: &Registry,
    name: &str,
    location: &str,
    settings: CircuitBreakerSettings,
) -> Result<CircuitBreaker, ConfigError> {
    registry.declare_circuit_breaker(name, location, settings)
}

/// A classifier that the generator could not look at: made by `Default`.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-007: the classifier `{Self}` cannot be created: it has no `Default`",
    label = "needs `impl Default for {Self}`",
    note = "a classifier of another crate is made by `Default`; wrap it in a type of your own if it has none"
)]
pub trait Make {
    /// Makes it.
    fn make() -> Self;
}
#[diagnostic::do_not_recommend]
impl<K: Default> Make for K {
    fn make() -> K {
        K::default()
    }
}

/// Makes a classifier.
#[must_use]
pub fn make<K: Make>() -> K {
    K::make()
}

/// A classifier that the calls of all threads can ask: each wrapper has one for a method.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-015: the classifier `{Self}` cannot be shared between threads",
    label = "needs `{Self}: Send + Sync`",
    note = "one instance judges the calls of all threads; instead of `Cell` and `Rc` it can hold atomics and `Arc`"
)]
pub trait Shared {}
#[diagnostic::do_not_recommend]
impl<K: Send + Sync + ?Sized> Shared for K {}

/// A classifier's type as a value, for method resolution to look at.
#[derive(Debug)]
pub struct Making<K>(PhantomData<fn() -> K>);

impl<K> Making<K> {
    /// The only one.
    pub const OF: Self = Self(PhantomData);
}

/// Picked where the type has a `Default`: needs no dereference, so it goes first.
pub trait ViaDefault<K> {
    /// Makes one by `Default`.
    fn __r4c_make(&self, unit: K) -> K;
}
impl<K: Default> ViaDefault<K> for Making<K> {
    fn __r4c_make(&self, _unit: K) -> K {
        K::default()
    }
}

/// Picked for every other unit struct.
pub trait ViaUnit<K> {
    /// Takes the one that is written.
    fn __r4c_make(&self, unit: K) -> K;
}
impl<K> ViaUnit<K> for &Making<K> {
    fn __r4c_make(&self, unit: K) -> K {
        unit
    }
}

/// A unit struct made by its `Default`, if it has one. For generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! __r4c_default_or {
    ($classifier:ty, $unit:expr) => {{
        use $crate::generated::{ViaDefault as _, ViaUnit as _};
        (&$crate::generated::Making::<$classifier>::OF).__r4c_make($unit)
    }};
}
