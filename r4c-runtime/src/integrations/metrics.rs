//! Counters and gauges by the crate `metrics`, under the names of Resilience4j's Micrometer meters with the prefix `r4c`.
//!
//! | name | kind | labels |
//! |---|---|---|
//! | `r4c.circuitbreaker.calls` | counter | `name`, `kind` = `successful`, `failed`, `ignored` |
//! | `r4c.circuitbreaker.not.permitted.calls` | counter | `name` |
//! | `r4c.circuitbreaker.state` | gauge, 1 for the present state | `name`, `state` = `closed`, `open`, `half_open`, `forced_open`, `disabled`, `metrics_only` |
//! | `r4c.circuitbreaker.buffered.calls` | gauge | `name`, `kind` = `successful`, `failed` |
//! | `r4c.circuitbreaker.slow.calls` | gauge | `name` |
//! | `r4c.circuitbreaker.failure.rate`, `r4c.circuitbreaker.slow.call.rate` | gauge, per cent, -1 below the minimum | `name` |
//! | `r4c.retry.calls` | counter | `name`, `kind` = `successful_without_retry`, `successful_with_retry`, `failed_without_retry`, `failed_with_retry`, `cancelled` |
//!
//! They are *published*, not pushed: [`publish`] copies what the policies count anyway, whenever it is called (before a
//! scrape, or every few seconds), so a call pays nothing for them.
use crate::{CircuitBreaker, Registry, Retry, State};
use ::metrics::{counter, gauge};

/// Copies the totals and the present state of every instance of the registry to the installed recorder.
///
/// Calls of a retry that succeed at once are counted only while somebody listens to it; keep a
/// [`Retry::on_event`](crate::Retry::on_event) subscription where their number matters.
///
/// ```
/// let registry = r4c::Registry::new();
/// r4c::integrations::metrics::publish(&registry);
/// ```
pub fn publish(registry: &Registry) {
    registry.circuit_breakers().iter().for_each(circuit_breaker);
    registry.retries().iter().for_each(retry);
}

const STATES: [(State, &str); 6] = [
    (State::Closed, "closed"),
    (State::Open, "open"),
    (State::HalfOpen, "half_open"),
    (State::ForcedOpen, "forced_open"),
    (State::Disabled, "disabled"),
    (State::MetricsOnly, "metrics_only"),
];

#[allow(clippy::cast_precision_loss)] // counts of calls, far below 2^53
fn circuit_breaker(breaker: &CircuitBreaker) {
    let (name, metrics) = (breaker.name().to_owned(), breaker.metrics());
    let totals = metrics.totals();
    let kinds = [("successful", totals.successful()), ("failed", totals.failed()), ("ignored", totals.ignored())];
    for (kind, total) in kinds {
        counter!("r4c.circuitbreaker.calls", "name" => name.clone(), "kind" => kind).absolute(total);
    }
    counter!("r4c.circuitbreaker.not.permitted.calls", "name" => name.clone()).absolute(totals.not_permitted());
    for (state, label) in STATES {
        let present = f64::from(u8::from(metrics.state() == state));
        gauge!("r4c.circuitbreaker.state", "name" => name.clone(), "state" => label).set(present);
    }
    let buffered = [("successful", metrics.recorded() - metrics.failed()), ("failed", metrics.failed())];
    for (kind, calls) in buffered {
        gauge!("r4c.circuitbreaker.buffered.calls", "name" => name.clone(), "kind" => kind).set(calls as f64);
    }
    gauge!("r4c.circuitbreaker.slow.calls", "name" => name.clone()).set(metrics.slow() as f64);
    gauge!("r4c.circuitbreaker.failure.rate", "name" => name.clone()).set(metrics.failure_rate().unwrap_or(-1.0));
    gauge!("r4c.circuitbreaker.slow.call.rate", "name" => name).set(metrics.slow_call_rate().unwrap_or(-1.0));
}

fn retry(retry: &Retry) {
    let metrics = retry.metrics();
    let kinds = [
        ("successful_without_retry", metrics.ok_without_retry),
        ("successful_with_retry", metrics.ok_with_retry),
        ("failed_without_retry", metrics.failed_without_retry),
        ("failed_with_retry", metrics.failed_with_retry),
        ("cancelled", metrics.cancelled),
    ];
    for (kind, total) in kinds {
        counter!("r4c.retry.calls", "name" => retry.name().to_owned(), "kind" => kind).absolute(total);
    }
}
