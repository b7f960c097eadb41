//! What other crates get to see of r4c, one feature each.
//!
//! | feature | what |
//! |---|---|
//! | `tracing` | [`log`](tracing::log): events as log records |
//! | `metrics` | [`publish`](metrics::publish): counters and gauges, under the names of Resilience4j's meters |
#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(feature = "tracing")]
pub mod tracing;
