//! The same policies without markers: around any closure.
//!
//! ```
//! use r4c::pipeline::ExhaustedResult;
//! use r4c::{Classifier, Outcome, Pipeline, Registry};
//! # struct Response { status: u16 }
//! # #[derive(Debug)] struct ApiError;
//! # impl std::fmt::Display for ApiError { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("down") } }
//! # impl std::error::Error for ApiError {}
//! # fn send(_order_id: &str) -> Result<Response, ApiError> { Ok(Response { status: 200 }) }
//!
//! struct StatusClassifier;
//! impl Classifier<Response, ApiError> for StatusClassifier {
//!     fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
//!         match result {
//!             Ok(response) if response.status < 500 => Outcome::Success,
//!             _ => Outcome::Failure,
//!         }
//!     }
//! }
//!
//! let registry = Registry::new();
//! let get = Pipeline::builder(&registry, "orders-pipeline")
//!     .retry(|r| r.max_attempts(3))
//!     .circuit_breaker(|b| b)
//!     .classifier(StatusClassifier)
//!     .on_exhausted_result(ExhaustedResult::Reject)
//!     .build()?;
//! let response = get.execute(|| send("o-1"))?;
//! assert_eq!(response.status, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it does
//! `retry(circuit_breaker(call))`, by the same functions as a generated wrapper, so with the same calls, pauses, events,
//! states and results. Another nesting is two pipelines, one in the other's closure. A fallback is `or_else` on the result.
//! It costs one copy of the result more than a wrapper, an async call a second one.
//!
//! Every failure comes back as a [`Failure`]: the call's own error, a refusal, a rejected value, a classifier's panic. (A panic
//! of the call itself goes on, as everywhere.) [`Failure::into_error`] makes it one error type.
//!
//! # Async calls
//! A pipeline with a retry has to pause, and an async pause needs a sleeper. So such a pipeline is built by
//! [`build_async`](PipelineBuilder::build_async), which fails where the registry has none; it executes sync calls too. Without
//! a retry either of the two will do. [`execute_async`](Pipeline::execute_async) of a pipeline that cannot pause does not compile.
//!
//! # Its type
//! `Pipeline<R, B, C>`: the retry ([`Retry`], [`Rejecting`] under `Reject`, in [`Pausing`] if built for async calls, or `()`), the circuit
//! breaker ([`CircuitBreaker`] or `()`), and the classifier of both. Two more parameters, for rules that only
//! one policy has, are seldom written.
//!
//! ```
//! use r4c::{CircuitBreaker, Pipeline, Registry, Retry};
//! # #[derive(Default)] struct StatusClassifier;
//! struct Client {
//!     get: Pipeline<Retry, CircuitBreaker, StatusClassifier>,
//! }
//! impl Client {
//!     fn new(registry: &Registry) -> Result<Self, r4c::ConfigError> {
//!         let builder = Pipeline::builder(registry, "client").retry(|r| r).circuit_breaker(|b| b);
//!         Ok(Self { get: builder.classifier(StatusClassifier).build()? })
//!     }
//! }
//! # Client::new(&Registry::new())?;
//! # Ok::<(), r4c::ConfigError>(())
//! ```
mod attempt;
mod builder;
mod ending;
mod requirement;
mod rule;
mod slot;

pub use crate::generated::{AnyError, Except, RecordOn, Rejecting, RetryOn};
pub use builder::{CommonClassifier, ExhaustedResult, PipelineBuilder, Reject, Return, Set, Unset};
pub use requirement::{
    AllowsReject, AsksCommon, BuiltByBuildAsync, Exhausted, Free, HasCircuitBreaker, HasPolicy, HasRetry, No, Yes,
};
pub use rule::{Common, Own, PolicyRule};
pub use slot::{BreakerSettings, Pausing, RetrySetting};

use crate::generated::{BreakerSlot, Method, RetrySlot};
use crate::{CircuitBreaker, Classifier, Failure, Registry, Retry};
use attempt::{first, first_async};
use rule::Judge;
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// A retry, a circuit breaker or both, around whatever closure it is given. Cheap to clone: clones share all of it.
///
/// See [the module](self) for what it does and for its type parameters.
pub struct Pipeline<R, B, C = AnyError, L = Common, M = Common> {
    name: Arc<str>,
    method: Method<R, B, Judge<C, L, M>>,
}

impl Pipeline<(), ()> {
    /// Begins a pipeline: `name` is that of its retry and of its circuit breaker in the registry, whose settings can so
    /// be configured, and which it shares with whoever else uses that name.
    #[track_caller]
    pub fn builder<'r>(registry: &'r Registry, name: &str) -> PipelineBuilder<'r> {
        PipelineBuilder::new(registry, name)
    }
}

impl<R: RetrySlot, B: BreakerSlot, C, L, M> Pipeline<R, B, C, L, M> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Its retry, if it has one: to watch it.
    #[must_use]
    pub fn retry(&self) -> Option<&Retry> {
        self.method.retry.retry()
    }
    /// Its circuit breaker, if it has one: to watch and control it.
    #[must_use]
    pub fn circuit_breaker(&self) -> Option<&CircuitBreaker> {
        self.method.breaker.breaker()
    }
}

impl<R, B, C, L, M> Pipeline<R, B, C, L, M>
where
    R: RetrySlot,
    B: BreakerSlot,
    B::Refusal: crate::generated::Refusal,
{
    /// Makes a call: runs the closure, again and again where the retry says so.
    ///
    /// A classifier for one pair of types says what `T` and `E` are, so that the closure need not; of a closure that gives
    /// something else rustc then says that the types do not match.
    ///
    /// # Errors
    /// A [`Failure`] with the call's own error, and with whatever else can end a call.
    ///
    /// ```
    /// let registry = r4c::Registry::new();
    /// let pipeline = r4c::Pipeline::builder(&registry, "numbers").retry(|r| r.max_attempts(1)).build()?;
    /// assert_eq!(pipeline.execute(|| "7".parse::<u8>()).ok(), Some(7));
    /// let failure = pipeline.execute(|| "x".parse::<u8>()).unwrap_err();
    /// assert_eq!((failure.attempts(), failure.to_string()), (1, "invalid digit found in string".to_owned()));
    /// # Ok::<(), r4c::ConfigError>(())
    /// ```
    #[inline]
    pub fn execute<T, E>(&self, mut call: impl FnMut() -> Result<T, E>) -> Result<T, Failure<T, E>>
    where
        C: Classifier<T, E>,
        L: PolicyRule<T, E>,
        M: PolicyRule<T, E>,
        R::Rejected<T>: crate::generated::Rejection<T>,
    {
        first(&self.method, &mut call)
    }

    /// The same for a call that gives a plain value. It can fail all the same: an open breaker refuses it, a classifier
    /// rejects the value.
    ///
    /// # Errors
    /// A [`Failure`] with whatever can end a call.
    ///
    /// ```
    /// use r4c::{Outcome, Pipeline, Registry, on_value};
    /// let wants_some = on_value(|found: &Option<u8>| if found.is_some() { Outcome::Success } else { Outcome::Failure });
    /// let pipeline = Pipeline::builder(&Registry::new(), "lookup").circuit_breaker(|b| b).classifier(wants_some).build()?;
    /// assert_eq!(pipeline.execute_value(|| Some(7)).ok(), Some(Some(7)));
    /// # Ok::<(), r4c::ConfigError>(())
    /// ```
    #[inline]
    pub fn execute_value<T>(&self, mut call: impl FnMut() -> T) -> Result<T, Failure<T, Infallible>>
    where
        C: Classifier<T, Infallible>,
        L: PolicyRule<T, Infallible>,
        M: PolicyRule<T, Infallible>,
        R::Rejected<T>: crate::generated::Rejection<T>,
    {
        self.execute(|| Ok(call()))
    }
}

impl<R, B, C, L, M> Pipeline<R, B, C, L, M>
where
    R: BuiltByBuildAsync, // write `.build_async()?` instead of `.build()?`: it makes sure that the registry has a sleeper
    B: BreakerSlot,
    B::Refusal: crate::generated::Refusal,
{
    /// Makes an async call: awaits the closure's future, and makes another one for each further attempt. Nothing happens
    /// before the first poll. The future is `Send` where its parts are.
    ///
    /// # Errors
    /// A [`Failure`] with the call's own error, and with whatever else can end a call.
    ///
    /// ```
    /// use r4c::testing::{ManualClock, now_or_never};
    /// use r4c::{Pipeline, Registry};
    /// let registry = Registry::builder().sleeper(ManualClock::new().sleeper()).build()?;
    /// let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).circuit_breaker(|b| b).build_async()?;
    /// # async fn fetch(id: u8) -> Result<u8, std::io::Error> { Ok(id) }
    /// let call = pipeline.execute_async(|| fetch(7));
    /// assert_eq!(now_or_never(call).and_then(Result::ok), Some(7));
    /// # Ok::<(), r4c::ConfigError>(())
    /// ```
    ///
    /// It is not there where the pipeline could not pause:
    ///
    /// ```compile_fail,E0599
    /// let pipeline = r4c::Pipeline::builder(&r4c::Registry::new(), "orders").retry(|r| r).build().unwrap();
    /// drop(pipeline.execute_async(|| async { Ok::<u8, String>(7) }));
    /// ```
    #[inline]
    pub fn execute_async<T, E, F>(&self, call: impl FnMut() -> F) -> impl Future<Output = Result<T, Failure<T, E>>>
    where
        C: Classifier<T, E>,
        L: PolicyRule<T, E>,
        M: PolicyRule<T, E>,
        R::Rejected<T>: crate::generated::Rejection<T>,
        F: Future<Output = Result<T, E>>,
    {
        first_async(&self.method, call)
    }

    /// The same for an async call that gives a plain value.
    ///
    /// # Errors
    /// A [`Failure`] with whatever can end a call.
    #[inline]
    pub fn execute_value_async<T, F>(
        &self,
        mut call: impl FnMut() -> F,
    ) -> impl Future<Output = Result<T, Failure<T, Infallible>>>
    where
        C: Classifier<T, Infallible>,
        L: PolicyRule<T, Infallible>,
        M: PolicyRule<T, Infallible>,
        R::Rejected<T>: crate::generated::Rejection<T>,
        F: Future<Output = T>,
    {
        self.execute_async(move || {
            let value = call();
            async move { Ok(value.await) }
        })
    }
}

impl<R: Clone, B: Clone, C, L, M> Clone for Pipeline<R, B, C, L, M> {
    fn clone(&self) -> Self {
        Self { name: Arc::clone(&self.name), method: self.method.clone() }
    }
}

impl<R: fmt::Debug, B: fmt::Debug, C, L, M> fmt::Debug for Pipeline<R, B, C, L, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipeline")
            .field("name", &self.name)
            .field("retry", &self.method.retry)
            .field("circuit_breaker", &self.method.breaker)
            .finish_non_exhaustive()
    }
}
