//! Models: every interleaving of a few threads that the memory model allows.
//!
//! `RUSTFLAGS='--cfg loom' cargo test -p r4c-runtime --release --lib loom`. The largest models have a bound on the
//! preemptions, so that all of them end within two minutes; `R4C_LOOM_FULL=1` lifts it.
//!
//! There are two slots here, and a breaker counts from its first success on (`minimum_calls = 1`) where a model does not
//! say otherwise: so a handful of calls walks through every path.
mod counting;
mod generation;
mod half_open;
mod listener;
mod slot;

use super::cells::leave;
use super::{CircuitBreaker, Settlement, State, Ticket};
use crate::clock::Clock;
use crate::config::{CircuitBreakerConfig, CircuitBreakerSettings};
use ::loom::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use ::loom::thread;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Nothing here depends on time: an open state whose wait is zero is over at once.
#[derive(Debug)]
struct NoTime;

impl Clock for NoTime {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
    fn sleep(&self, _: Duration) {}
}

/// How far a model is explored.
#[derive(Clone, Copy)]
pub(super) enum Bound {
    None,
    Preemptions(usize),
}

/// Runs `model` in every way there is, or in every way that has so many preemptions.
pub(super) fn explore(
    bound: Bound,
    settings: CircuitBreakerSettings,
    model: impl Fn(CircuitBreaker) + Send + Sync + 'static,
) {
    let config = settings.build().unwrap();
    let mut builder = ::loom::model::Builder::new();
    builder.max_branches = 20_000;
    if let (Bound::Preemptions(most), None) = (bound, std::env::var_os("R4C_LOOM_FULL")) {
        builder.preemption_bound = Some(most);
    }
    let ways = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = Arc::clone(&ways);
    builder.check(move || {
        counter.fetch_add(1, Relaxed);
        let _leaving = Leaving;
        model(breaker(config.clone()));
    });
    println!("{} ways", ways.load(Relaxed));
}

/// The end of a thread. (When a model fails, its threads are torn down outside of it: there is nothing to leave.)
struct Leaving;

impl Drop for Leaving {
    fn drop(&mut self) {
        if !thread::panicking() {
            leave();
        }
    }
}

pub(super) fn breaker(config: CircuitBreakerConfig) -> CircuitBreaker {
    CircuitBreaker::new("model", config, Arc::new(NoTime))
}

pub(super) fn settings(window: u32, minimum: u32, threshold: u32) -> CircuitBreakerSettings {
    CircuitBreakerSettings::new()
        .sliding_window(window)
        .minimum_calls(minimum)
        .failure_rate_threshold(threshold)
        .open_duration(Duration::ZERO)
        .half_open_calls(1)
}

pub(super) fn run<T: 'static>(
    breaker: &CircuitBreaker,
    act: impl FnOnce(&CircuitBreaker) -> T + 'static,
) -> thread::JoinHandle<T> {
    let breaker = breaker.clone();
    thread::spawn(move || {
        let _leaving = Leaving;
        act(&breaker)
    })
}

pub(super) fn succeed(breaker: &CircuitBreaker) {
    breaker.try_acquire().unwrap().success();
}
pub(super) fn fail(breaker: &CircuitBreaker) {
    if let Ok(permit) = breaker.try_acquire() {
        permit.failure();
    }
}
/// Successes and failures of all times.
pub(super) fn totals(breaker: &CircuitBreaker) -> (u64, u64) {
    let totals = breaker.metrics().totals();
    (totals.successful(), totals.failed())
}
/// Recorded and failed calls in the window.
pub(super) fn window(breaker: &CircuitBreaker) -> (State, u64, u64) {
    let metrics = breaker.metrics();
    (metrics.state(), metrics.recorded(), metrics.failed())
}
