//! The settings of a circuit breaker: what a place in code sets, and the validated whole.
use super::error::ConfigError;
use super::key::{Key, PolicyKind};
use super::layer::{Layer, Values};
use super::origin::Origin;
use super::value::{SlidingWindow, Value};
use std::time::Duration;

/// The effective, validated configuration of a circuit breaker. Made by [`CircuitBreakerSettings::build`] or by the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct CircuitBreakerConfig {
    failure_rate_threshold: f64,
    sliding_window: SlidingWindow,
    minimum_calls: u32,
    open_duration: Duration,
    open_multiplier: f64,
    open_max_duration: Option<Duration>,
    half_open_calls: u32,
    half_open_max_duration: Option<Duration>,
    auto_half_open: bool,
    slow_call_duration: Option<Duration>,
    slow_call_rate_threshold: f64,
}

impl CircuitBreakerConfig {
    pub(crate) fn from_values(values: &Values) -> CircuitBreakerConfig {
        CircuitBreakerConfig {
            failure_rate_threshold: values.number(Key::FailureRateThreshold),
            sliding_window: values.window(Key::SlidingWindow),
            minimum_calls: values.count(Key::MinimumCalls),
            open_duration: values.duration(Key::OpenDuration),
            open_multiplier: values.number(Key::OpenMultiplier),
            open_max_duration: values.limit(Key::OpenMaxDuration),
            half_open_calls: values.count(Key::HalfOpenCalls),
            half_open_max_duration: values.limit(Key::HalfOpenMaxDuration),
            auto_half_open: values.flag(Key::AutoHalfOpen),
            slow_call_duration: values.limit(Key::SlowCallDuration),
            slow_call_rate_threshold: values.number(Key::SlowCallRateThreshold),
        }
    }

    /// The breaker opens at this failure rate, in per cent; above 0, at most 100.
    pub fn failure_rate_threshold(&self) -> f64 {
        self.failure_rate_threshold
    }

    /// The results that make the rates.
    pub fn sliding_window(&self) -> SlidingWindow {
        self.sliding_window
    }

    /// Results in the window before a rate counts, as configured; at least 1.
    pub fn minimum_calls(&self) -> u32 {
        self.minimum_calls
    }

    /// Results before a rate counts: a window of so many calls cannot hold more.
    pub fn effective_minimum_calls(&self) -> u32 {
        match self.sliding_window {
            SlidingWindow::Count(calls) => self.minimum_calls.min(calls),
            SlidingWindow::Time(_) => self.minimum_calls,
        }
    }

    /// How long an open breaker refuses before it tries again.
    pub fn open_duration(&self) -> Duration {
        self.open_duration
    }

    /// Factor by which that wait grows each time the breaker opens again from half-open; at least 1.
    pub fn open_multiplier(&self) -> f64 {
        self.open_multiplier
    }

    /// That wait grows no longer.
    pub fn open_max_duration(&self) -> Option<Duration> {
        self.open_max_duration
    }

    /// Calls that a half-open breaker admits; at least 1.
    pub fn half_open_calls(&self) -> u32 {
        self.half_open_calls
    }

    /// Results after which a half-open breaker decides: with fewer calls than the minimum it decides at the last of them.
    pub fn half_open_decision_calls(&self) -> u32 {
        self.half_open_calls.min(self.minimum_calls)
    }

    /// A breaker that is half-open for so long opens again.
    pub fn half_open_max_duration(&self) -> Option<Duration> {
        self.half_open_max_duration
    }

    /// Becomes half-open without waiting for a call.
    pub fn auto_half_open(&self) -> bool {
        self.auto_half_open
    }

    /// A call that takes longer is slow; without it none is.
    pub fn slow_call_duration(&self) -> Option<Duration> {
        self.slow_call_duration
    }

    /// The breaker opens at this rate of slow calls, in per cent; above 0, at most 100.
    pub fn slow_call_rate_threshold(&self) -> f64 {
        self.slow_call_rate_threshold
    }
}

impl Default for CircuitBreakerConfig {
    fn default() -> CircuitBreakerConfig {
        CircuitBreakerConfig::from_values(&Values::built_in(PolicyKind::CircuitBreaker))
    }
}

/// What one place in code sets of a circuit breaker. What it leaves out comes from the other layers.
///
/// ```
/// # use std::time::Duration;
/// let config = r4c::CircuitBreakerSettings::new().sliding_window(20).failure_rate_threshold(30).build()?;
/// assert_eq!(config.effective_minimum_calls(), 20);
/// let config = r4c::CircuitBreakerSettings::new().sliding_window(Duration::from_secs(60)).build()?;
/// assert_eq!(config.effective_minimum_calls(), 100);
/// # Ok::<(), r4c::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct CircuitBreakerSettings {
    layer: Layer,
}

impl CircuitBreakerSettings {
    /// Sets nothing.
    pub fn new() -> CircuitBreakerSettings {
        CircuitBreakerSettings::default()
    }

    /// The breaker opens at this failure rate, in per cent.
    pub fn failure_rate_threshold(self, percent: impl Into<f64>) -> Self {
        self.with(Key::FailureRateThreshold, Value::Number(percent.into()))
    }

    /// The results that make the rates: a number of calls, or a duration of whole seconds.
    pub fn sliding_window(self, window: impl Into<SlidingWindow>) -> Self {
        self.with(Key::SlidingWindow, Value::Window(window.into()))
    }

    /// Results in the window before a rate counts.
    pub fn minimum_calls(self, calls: u32) -> Self {
        self.with(Key::MinimumCalls, Value::Count(calls))
    }

    /// How long an open breaker refuses before it tries again.
    pub fn open_duration(self, duration: Duration) -> Self {
        self.with(Key::OpenDuration, Value::Duration(duration))
    }

    /// Factor by which that wait grows each time the breaker opens again from half-open.
    pub fn open_multiplier(self, factor: impl Into<f64>) -> Self {
        self.with(Key::OpenMultiplier, Value::Number(factor.into()))
    }

    /// That wait grows no longer. `None` takes away a limit that a weaker layer sets.
    pub fn open_max_duration(self, limit: impl Into<Option<Duration>>) -> Self {
        self.with(Key::OpenMaxDuration, Value::Limit(limit.into()))
    }

    /// Calls that a half-open breaker admits.
    pub fn half_open_calls(self, calls: u32) -> Self {
        self.with(Key::HalfOpenCalls, Value::Count(calls))
    }

    /// A breaker that is half-open for so long opens again. `None` takes away a limit that a weaker layer sets.
    pub fn half_open_max_duration(self, limit: impl Into<Option<Duration>>) -> Self {
        self.with(Key::HalfOpenMaxDuration, Value::Limit(limit.into()))
    }

    /// Becomes half-open without waiting for a call.
    pub fn auto_half_open(self, auto: bool) -> Self {
        self.with(Key::AutoHalfOpen, Value::Flag(auto))
    }

    /// A call that takes longer is slow. `None`: no call is, whatever a weaker layer sets.
    pub fn slow_call_duration(self, limit: impl Into<Option<Duration>>) -> Self {
        self.with(Key::SlowCallDuration, Value::Limit(limit.into()))
    }

    /// The breaker opens at this rate of slow calls, in per cent.
    pub fn slow_call_rate_threshold(self, percent: impl Into<f64>) -> Self {
        self.with(Key::SlowCallRateThreshold, Value::Number(percent.into()))
    }

    /// These settings over the built-in defaults, without any other layer.
    #[track_caller]
    pub fn build(self) -> Result<CircuitBreakerConfig, ConfigError> {
        ConfigError::unless_empty(self.layer.check("", &Origin::caller()))?;
        let values =
            Values::collect(PolicyKind::CircuitBreaker, |key| self.layer.get(key).unwrap_or(key.spec().default));
        Ok(CircuitBreakerConfig::from_values(&values))
    }

    pub(crate) fn into_layer(self) -> Layer {
        self.layer
    }

    fn with(mut self, key: Key, value: Value) -> Self {
        self.layer.set(key, value);
        self
    }
}
