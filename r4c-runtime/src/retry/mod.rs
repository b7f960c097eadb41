//! The retry: which attempts are repeated, after which pause, and when it gives up.
//!
//! A call that succeeds at once costs one relaxed load here. Everything else passes through [`Retry::decide`], once for
//! each attempt that was not a plain success, with the settings of that moment as one consistent whole.
pub(crate) mod argument;
pub(crate) mod backoff;
pub(crate) mod call;
mod jitter;
mod metrics;

pub use metrics::RetryMetrics;

use crate::Outcome;
use crate::clock::{Clock, Pause, Sleeper};
use crate::config::RetryConfig;
use crate::event::{GaveUpReason, Publisher, RetryEvent, Subscription, Wants};
use crate::sync::{AtomicU64, Mutex, lock};
use call::{Ongoing, Progress, Step};
use jitter::Jitter;
use metrics::{Counters, Ended};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A named retry. Cheap to clone: every clone is the same retry.
#[derive(Clone)]
pub struct Retry(Arc<Shared>);

/// What a retry is given by its surroundings.
#[derive(Clone)]
#[non_exhaustive]
pub struct RetryEnvironment {
    /// Tells the time for `max_duration` and makes the pauses of sync calls.
    pub clock: Arc<dyn Clock>,
    /// Makes the pauses of async calls.
    pub sleeper: Option<Arc<dyn Sleeper>>,
    /// Fixes the jitter; without it every retry draws its own.
    pub jitter_seed: Option<u64>,
}

impl RetryEnvironment {
    /// With this clock, no sleeper and no seed.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, sleeper: None, jitter_seed: None }
    }
}

impl fmt::Debug for RetryEnvironment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryEnvironment")
            .field("clock", &self.clock)
            .field("sleeper", &self.sleeper.is_some())
            .field("jitter_seed", &self.jitter_seed)
            .finish()
    }
}

struct Shared {
    /// Not zero: the first attempt is not a plain one, as the call's beginning is timed or its success is counted.
    special: AtomicU64,
    /// The configured attempts, for arguments that are cloned while another attempt may follow.
    max_attempts: AtomicU64,
    config: Mutex<Arc<RetryConfig>>,
    counters: Counters,
    listeners: Publisher<RetryEvent>,
    jitter: Jitter,
    name: Arc<str>,
    environment: RetryEnvironment,
}

const TIMED: u64 = 1;
const OBSERVED: u64 = 2;

/// What follows an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Again(Duration),
    /// The call ends with this result, as it is.
    Return,
    /// The call ends with a failure: a value may be rejected now.
    GaveUp,
}

impl Retry {
    /// A retry of its own, outside any registry.
    pub fn new(name: impl Into<Arc<str>>, config: RetryConfig, environment: RetryEnvironment) -> Self {
        Self(Arc::new(Shared {
            special: AtomicU64::new(timed(&config)),
            max_attempts: AtomicU64::new(u64::from(config.max_attempts())),
            config: Mutex::new(Arc::new(config)),
            counters: Counters::new(),
            listeners: Publisher::new(),
            jitter: Jitter::new(environment.jitter_seed),
            name: name.into(),
            environment,
        }))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }
    pub(crate) fn shared_name(&self) -> &Arc<str> {
        &self.0.name
    }
    /// The settings in force.
    #[must_use]
    pub fn config(&self) -> RetryConfig {
        RetryConfig::clone(&self.snapshot())
    }
    /// How calls ended so far.
    #[must_use]
    pub fn metrics(&self) -> RetryMetrics {
        self.0.counters.read()
    }
    /// Takes new settings at once. A call that is under way follows them from its next decision on.
    pub fn reconfigure(&self, config: RetryConfig) {
        let mut current = lock(&self.0.config);
        self.0.max_attempts.store(u64::from(config.max_attempts()), Relaxed);
        *current = Arc::new(config);
        self.0.publish_special(&current);
    }
    /// Calls `listener` after every event of this retry, until the subscription is dropped.
    ///
    /// It runs on the thread that made the event, outside every lock; a panic in it is caught and changes nothing. While
    /// somebody listens, calls that succeed at once are counted too.
    pub fn on_event(&self, listener: impl Fn(&RetryEvent) + Send + Sync + 'static) -> Subscription {
        let subscription = self.0.listeners.subscribe(Wants::Everything, listener);
        self.0.publish_special(&lock(&self.0.config));
        let shared = Arc::downgrade(&self.0);
        subscription.and_then(move || {
            if let Some(shared) = shared.upgrade() {
                shared.publish_special(&lock(&shared.config));
            }
        })
    }
    /// How often listeners of this retry have panicked.
    #[must_use]
    pub fn listener_panics(&self) -> u64 {
        self.0.listeners.panics()
    }
    /// Whether an async call can pause.
    #[must_use]
    pub fn has_sleeper(&self) -> bool {
        self.0.environment.sleeper.is_some()
    }

    fn snapshot(&self) -> Arc<RetryConfig> {
        Arc::clone(&lock(&self.0.config))
    }

    /// Whether somebody wants to know that a call begins: `max_duration`, or a listener.
    #[inline(always)]
    pub(crate) fn is_special(&self) -> bool {
        self.0.special.load(Relaxed) != 0
    }
    /// Begins such a call.
    #[cold]
    #[inline(never)]
    pub(crate) fn begin_specially(&self) -> Box<Ongoing> {
        let timed = self.0.special.load(Relaxed) & TIMED != 0;
        let started = timed.then(|| self.0.environment.clock.now());
        Ongoing { progress: Progress { attempts: 0, started }, step: Step::default() }.boxed()
    }

    /// Whether an attempt after the `attempts`-th is allowed as things stand.
    pub(crate) fn allows_after(&self, attempts: u32) -> bool {
        u64::from(attempts) < self.0.max_attempts.load(Relaxed)
    }

    /// Decides what follows an attempt that was not a plain success, and tells it. `returned_value` is what the caller would
    /// get; `last` says that the arguments are used up; `hint` asks the classifier how long the other side wants us to wait.
    pub(crate) fn decide(
        &self,
        progress: Progress,
        outcome: Outcome,
        returned_value: bool,
        last: bool,
        hint: &mut dyn FnMut() -> Option<Duration>,
    ) -> Decision {
        let attempts = progress.attempts;
        match outcome {
            Outcome::Success => {
                self.succeeded(attempts);
                Decision::Return
            }
            Outcome::Ignore => {
                self.0.counters.count(if returned_value { Ended::Ok } else { Ended::Failed }, attempts > 1, attempts);
                self.tell(|| RetryEvent::Ignored { attempts });
                Decision::Return
            }
            Outcome::Permanent => self.give_up(GaveUpReason::Permanent, attempts, None),
            Outcome::Failure => {
                let config = self.snapshot();
                if last || attempts >= config.max_attempts() {
                    return self.give_up(GaveUpReason::MaxAttempts, attempts, None);
                }
                let delay = match hint() {
                    Some(asked_for) => backoff::capped(&config, asked_for),
                    None => backoff::delay(
                        &config,
                        attempts,
                        if config.jitter() > 0.0 { self.0.jitter.chance() } else { 0.5 },
                    ),
                };
                if !self.has_time_for(&config, progress, delay) {
                    return self.give_up(GaveUpReason::MaxDuration, attempts, None);
                }
                self.tell(|| RetryEvent::Retrying { attempts, delay });
                Decision::Again(delay)
            }
        }
    }

    /// A call that began before `max_duration` was set is not limited by it.
    fn has_time_for(&self, config: &RetryConfig, progress: Progress, delay: Duration) -> bool {
        let Some((limit, started)) = config.max_duration().zip(progress.started) else { return true };
        let spent = self.0.environment.clock.now().saturating_sub(started);
        spent.saturating_add(delay) <= limit && spent < limit
    }

    /// A call ended in a success.
    pub(crate) fn succeeded(&self, attempts: u32) {
        if attempts > 1 {
            self.0.counters.count(Ended::Ok, true, attempts);
            self.tell(|| RetryEvent::Succeeded { attempts });
        } else {
            self.0.counters.count_success_at_once();
        }
    }
    /// A call ended without a success. A refusal after the first attempt comes after a retry.
    pub(crate) fn give_up(&self, reason: GaveUpReason, attempts: u32, failure: Option<&str>) -> Decision {
        let retried = if reason == GaveUpReason::NotPermitted { attempts > 0 } else { attempts > 1 };
        self.0.counters.count(Ended::Failed, retried, attempts);
        self.tell(|| RetryEvent::GaveUp { reason, attempts, failure: failure.map(Box::from) });
        Decision::GaveUp
    }
    /// A call's future was dropped: counted, not told.
    pub(crate) fn cancelled(&self, attempts: u32) {
        self.0.counters.count(Ended::Cancelled, false, attempts);
    }
    fn tell(&self, event: impl FnOnce() -> RetryEvent) {
        if self.0.listeners.is_observed() {
            self.0.listeners.publish(&event());
        }
    }

    /// The pause of a sync call.
    pub(crate) fn pause_blocking(&self, delay: Duration) {
        if !delay.is_zero() {
            self.0.environment.clock.sleep(delay);
        }
    }
    /// The pause of an async call; `None` where there is nothing to wait for.
    pub(crate) fn pause(&self, delay: Duration) -> Option<Pause> {
        if delay.is_zero() { None } else { self.0.environment.sleeper.as_ref().map(|sleeper| sleeper.sleep(delay)) }
    }
}

impl Shared {
    /// The caller holds the lock of the configuration.
    fn publish_special(&self, config: &RetryConfig) {
        let observed = if self.listeners.is_observed() { OBSERVED } else { 0 };
        self.special.store(timed(config) | observed, Relaxed);
    }
}

fn timed(config: &RetryConfig) -> u64 {
    if config.max_duration().is_some() { TIMED } else { 0 }
}

impl fmt::Debug for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry").field("name", &self.0.name).finish_non_exhaustive()
    }
}
