//! Events as records of the crate `tracing`.
//!
//! | event | level |
//! |---|---|
//! | a breaker opens, a rate is exceeded, a retry gives up | `WARN` |
//! | any other transition, a reset | `INFO` |
//! | another attempt, a success after a retry, a refusal | `DEBUG` |
//! | a recorded failure, an ignored outcome | `TRACE` |
//!
//! The target is `r4c`; `instance` is the name of the retry or breaker. Successes make no record.
use crate::event::Subscription;
use crate::{CircuitBreakerEvent, Observer, Registry, RetryEvent, State};
use ::tracing::{debug, info, trace, warn};

/// Logs what every instance of the registry does, until the subscription is dropped.
///
/// ```
/// let registry = r4c::Registry::new();
/// r4c::integrations::tracing::log(&registry).detach();
/// ```
pub fn log(registry: &Registry) -> Subscription {
    registry.observe(Log)
}

struct Log;

impl Observer for Log {
    fn retry(&self, instance: &str, event: &RetryEvent) {
        match event {
            RetryEvent::Retrying { attempts, delay } => {
                debug!(target: "r4c", instance, attempts, ?delay, "attempt failed, another one follows");
            }
            RetryEvent::Succeeded { attempts } => debug!(target: "r4c", instance, attempts, "succeeded after a retry"),
            RetryEvent::GaveUp { reason, attempts, failure } => {
                warn!(target: "r4c", instance, attempts, %reason, failure = failure.as_deref(), "gave up");
            }
            RetryEvent::Ignored { attempts } => trace!(target: "r4c", instance, attempts, "ignored"),
        }
    }

    fn circuit_breaker(&self, instance: &str, event: &CircuitBreakerEvent) {
        match event {
            CircuitBreakerEvent::StateTransition { from, to: State::Open } => {
                warn!(target: "r4c", instance, %from, to = %State::Open, "circuit breaker opened");
            }
            CircuitBreakerEvent::StateTransition { from, to } => {
                info!(target: "r4c", instance, %from, %to, "circuit breaker changed its state");
            }
            CircuitBreakerEvent::FailureRateExceeded { rate } => {
                warn!(target: "r4c", instance, rate, "failure rate exceeded");
            }
            CircuitBreakerEvent::SlowCallRateExceeded { rate } => {
                warn!(target: "r4c", instance, rate, "rate of slow calls exceeded");
            }
            CircuitBreakerEvent::NotPermitted => debug!(target: "r4c", instance, "call not permitted"),
            CircuitBreakerEvent::Reset => info!(target: "r4c", instance, "circuit breaker was reset"),
            CircuitBreakerEvent::Failure => trace!(target: "r4c", instance, "failure recorded"),
            CircuitBreakerEvent::Ignored => trace!(target: "r4c", instance, "call ignored"),
            CircuitBreakerEvent::Success => {}
        }
    }
}
