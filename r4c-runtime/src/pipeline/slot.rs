//! From what the builder was told to the policies of the pipeline.
use super::Rejecting;
use super::builder::{Reject, Return};
use crate::generated::{BreakerSlot, RetrySlot, View, async_retry, circuit_breaker, retry};
use crate::{CircuitBreaker, CircuitBreakerSettings, ConfigError, Registry, Retry, RetrySettings};

/// A retry that has what it takes to pause async calls.
#[derive(Clone, Debug)]
pub struct Pausing<R>(R);

impl<R: RetrySlot> RetrySlot for Pausing<R> {
    const REJECTS: bool = R::REJECTS;
    type Rejected<T> = R::Rejected<T>;
    #[inline(always)]
    fn retry(&self) -> Option<&Retry> {
        self.0.retry()
    }
    fn reject<W: View>(&self, attempts: u32, value: W::Value) -> Result<R::Rejected<W::Value>, W::Value> {
        self.0.reject::<W>(attempts, value)
    }
}

/// What a builder knows of its retry: nothing, or its settings. `X` says what becomes of a rejected value.
pub trait RetrySetting<X> {
    /// The pipeline's retry.
    type Slot: RetrySlot;
    /// The pipeline's retry, able to pause async calls.
    type AsyncSlot: RetrySlot;
    #[doc(hidden)]
    fn declare(self, registry: &Registry, name: &str, location: &str) -> Result<Self::Slot, ConfigError>;
    #[doc(hidden)]
    fn declare_async(self, registry: &Registry, name: &str, location: &str) -> Result<Self::AsyncSlot, ConfigError>;
}

impl<X> RetrySetting<X> for () {
    type Slot = ();
    type AsyncSlot = ();
    fn declare(self, _registry: &Registry, _name: &str, _location: &str) -> Result<(), ConfigError> {
        Ok(())
    }
    fn declare_async(self, _registry: &Registry, _name: &str, _location: &str) -> Result<(), ConfigError> {
        Ok(())
    }
}

macro_rules! retry_setting {
    ($($exhausted:ident makes $slot:ty, $make:expr;)*) => {$(
        impl RetrySetting<$exhausted> for RetrySettings {
            type Slot = $slot;
            type AsyncSlot = Pausing<$slot>;
            fn declare(self, registry: &Registry, name: &str, location: &str) -> Result<$slot, ConfigError> {
                retry(registry, name, location, self).map($make)
            }
            fn declare_async(
                self,
                registry: &Registry,
                name: &str,
                location: &str,
            ) -> Result<Pausing<$slot>, ConfigError> {
                async_retry(registry, name, location, self).map($make).map(Pausing)
            }
        }
    )*};
}
retry_setting! {
    Return makes Retry, |retry| retry;
    Reject makes Rejecting, Rejecting;
}

/// What a builder knows of its circuit breaker: nothing, or its settings.
pub trait BreakerSettings {
    /// The pipeline's circuit breaker.
    type Slot: BreakerSlot;
    #[doc(hidden)]
    fn declare(self, registry: &Registry, name: &str, location: &str) -> Result<Self::Slot, ConfigError>;
}

impl BreakerSettings for () {
    type Slot = ();
    fn declare(self, _registry: &Registry, _name: &str, _location: &str) -> Result<(), ConfigError> {
        Ok(())
    }
}

impl BreakerSettings for CircuitBreakerSettings {
    type Slot = CircuitBreaker;
    fn declare(self, registry: &Registry, name: &str, location: &str) -> Result<CircuitBreaker, ConfigError> {
        circuit_breaker(registry, name, location, self)
    }
}
