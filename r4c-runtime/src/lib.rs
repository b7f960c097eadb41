//! r4c
#![cfg_attr(loom, allow(dead_code))]
mod circuit_breaker;
mod classifier;
pub mod clock;
pub mod config;
pub mod event;
mod failure;
mod fallback;
#[doc(hidden)]
pub mod generated;
mod outcome;
mod registry;
mod retry;
mod sync;

pub use r4c_markers::{circuit_breaker, fallback, retry};

pub use circuit_breaker::{CircuitBreaker, CircuitBreakerMetrics, CircuitBreakerTotals, IllegalTransition, Permit, State};
pub use classifier::{Classifier, ClassifyFn, classify_fn, on_value};
pub use clock::{Clock, Sleeper, SystemClock};
pub use config::{CircuitBreakerConfig, CircuitBreakerSettings, ConfigError, RetryConfig, RetrySettings, SlidingWindow};
pub use event::{CircuitBreakerEvent, GaveUpReason, RetryEvent, Subscription};
pub use failure::{CallError, CallNotPermitted, ClassifierFailed, Failure, FailureKind, ResultRejected};
pub use outcome::Outcome;
pub use registry::{Registry, RegistryBuilder};
pub use retry::{Retry, RetryEnvironment, RetryMetrics};
