//! Retry, circuit breaker and fallback for Rust services: declared on the methods that need them, checked at compile time,
//! and cheap enough on a healthy call that nobody has to think about the cost.
//!
//! A trait's methods are *marked*; the markers change nothing. The package's build script calls `r4c_build::generate()`,
//! which writes a *wrapper* for the trait: a type that implements it too, and adds the policies around every call. A
//! [`Classifier`] decides, attempt by attempt, whether a result or an error is a success, a failure or neither.
//!
//! ```
//! use r4c::{Classifier, Outcome};
//! # struct Response { status: u16 }
//! # #[derive(Debug)] enum ApiError { Io(std::io::Error), Open }
//! # impl From<r4c::CallNotPermitted> for ApiError { fn from(_: r4c::CallNotPermitted) -> Self { Self::Open } }
//!
//! pub struct StatusClassifier;
//! impl Classifier<Response, ApiError> for StatusClassifier {
//!     fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
//!         match result {
//!             Ok(response) if response.status >= 500 => Outcome::Failure,
//!             Ok(response) if response.status == 404 => Outcome::Ignore,
//!             Ok(_) => Outcome::Success,
//!             Err(_) => Outcome::Failure,
//!         }
//!     }
//! }
//!
//! pub trait OrdersApi {
//!     #[r4c::retry(max_attempts = 3, delay = "100ms", classifier = StatusClassifier)]
//!     #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
//!     fn get(&self, order_id: &str) -> Result<Response, ApiError>;
//! }
//! // r4c::include_wrappers!("orders");   brings in `ResilientOrdersApi`, in a package whose build script generates it
//! ```
//!
//! # What is where
//! * Judging: [`Classifier`], [`Outcome`], [`classify_fn`], [`on_value`].
//! * Policies: [`Retry`], [`CircuitBreaker`] and its [`Permit`]; their settings in [`config`].
//! * How a call can fail without a result of its own: [`CallNotPermitted`], [`ResultRejected`], [`ClassifierFailed`],
//!   [`Failure`]; [`CallError`] is a ready-made error for them.
//! * [`Pipeline`]: the same policies without markers, around any closure.
//! * [`Registry`]: owns the named instances, resolves their settings. [`event`]: what happened. [`clock`]: time, injected.
//!
//! # Features
//! All off by default. `tokio`: pauses of async calls by tokio's timer. `toml`: reads `r4c.toml`. `test-util`: the module
//! `testing`, a clock that stands still and more for the tests of your own code. `tracing` and `metrics`: the module
//! `integrations`, what logs and dashboards see.
mod circuit_breaker;
mod classifier;
pub mod clock;
pub mod config;
pub mod event;
mod failure;
mod fallback;
#[doc(hidden)]
pub mod generated;
mod include;
#[cfg(any(feature = "tracing", feature = "metrics"))]
pub mod integrations;
mod outcome;
pub mod pipeline;
mod registry;
mod retry;
mod sync;
#[cfg(feature = "test-util")]
pub mod testing;

pub use r4c_markers::{circuit_breaker, fallback, retry};

pub use circuit_breaker::{
    CircuitBreaker, CircuitBreakerMetrics, CircuitBreakerTotals, IllegalTransition, Permit, State,
};
pub use classifier::{Classifier, ClassifyFn, classify_fn, on_value};
pub use clock::{Clock, Sleeper, SystemClock};
pub use config::{
    CircuitBreakerConfig, CircuitBreakerSettings, ConfigError, RetryConfig, RetrySettings, SlidingWindow,
};
pub use event::{CircuitBreakerEvent, GaveUpReason, RetryEvent, Subscription};
pub use failure::{CallError, CallNotPermitted, ClassifierFailed, Failure, FailureKind, ResultRejected};
pub use outcome::Outcome;
pub use pipeline::{ExhaustedResult, Pipeline, PipelineBuilder};
pub use registry::{Observer, Registry, RegistryBuilder};
pub use retry::{Retry, RetryEnvironment, RetryMetrics};
