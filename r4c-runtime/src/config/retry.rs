//! The settings of a retry: what a place in code sets, and the validated whole.
use super::error::ConfigError;
use super::key::{Key, PolicyKind};
use super::layer::{Layer, Values};
use super::origin::Origin;
use super::value::Value;
use std::time::Duration;

/// The effective, validated configuration of a retry. Made by [`RetrySettings::build`] or by the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct RetryConfig {
    max_attempts: u32,
    delay: Duration,
    multiplier: f64,
    max_delay: Option<Duration>,
    jitter: f64,
    max_duration: Option<Duration>,
}

impl RetryConfig {
    pub(crate) fn from_values(values: &Values) -> RetryConfig {
        RetryConfig {
            max_attempts: values.count(Key::MaxAttempts),
            delay: values.duration(Key::Delay),
            multiplier: values.number(Key::Multiplier),
            max_delay: values.limit(Key::MaxDelay),
            jitter: values.number(Key::Jitter),
            max_duration: values.limit(Key::MaxDuration),
        }
    }

    /// Attempts of one call, the first included; at least 1.
    pub fn max_attempts(&self) -> u32 {
        self.max_attempts
    }

    /// Pause before the second attempt.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// Factor by which the pause grows from attempt to attempt; at least 1.
    pub fn multiplier(&self) -> f64 {
        self.multiplier
    }

    /// No pause is longer, jitter included.
    pub fn max_delay(&self) -> Option<Duration> {
        self.max_delay
    }

    /// Part of the pause by which it may be shorter or longer at random; from 0 to 1.
    pub fn jitter(&self) -> f64 {
        self.jitter
    }

    /// Limit for the whole call with all its attempts and pauses.
    pub fn max_duration(&self) -> Option<Duration> {
        self.max_duration
    }
}

impl Default for RetryConfig {
    fn default() -> RetryConfig {
        RetryConfig::from_values(&Values::built_in(PolicyKind::Retry))
    }
}

/// What one place in code sets of a retry. What it leaves out comes from the other layers.
///
/// ```
/// # use std::time::Duration;
/// let config = r4c::RetrySettings::new().max_attempts(5).delay(Duration::from_millis(20)).build()?;
/// assert_eq!((config.max_attempts(), config.multiplier()), (5, 1.0));
/// assert!(r4c::RetrySettings::new().max_attempts(0).build().is_err());
/// # Ok::<(), r4c::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct RetrySettings {
    layer: Layer,
}

impl RetrySettings {
    /// Sets nothing.
    pub fn new() -> RetrySettings {
        RetrySettings::default()
    }

    /// Attempts of one call, the first included.
    pub fn max_attempts(self, attempts: u32) -> Self {
        self.with(Key::MaxAttempts, Value::Count(attempts))
    }

    /// Pause before the second attempt.
    pub fn delay(self, delay: Duration) -> Self {
        self.with(Key::Delay, Value::Duration(delay))
    }

    /// Factor by which the pause grows from attempt to attempt.
    pub fn multiplier(self, factor: impl Into<f64>) -> Self {
        self.with(Key::Multiplier, Value::Number(factor.into()))
    }

    /// No pause is longer, jitter included. `None` takes away a limit that a weaker layer sets.
    pub fn max_delay(self, limit: impl Into<Option<Duration>>) -> Self {
        self.with(Key::MaxDelay, Value::Limit(limit.into()))
    }

    /// Part of the pause by which it may be shorter or longer at random.
    pub fn jitter(self, part: impl Into<f64>) -> Self {
        self.with(Key::Jitter, Value::Number(part.into()))
    }

    /// Limit for the whole call with all its attempts and pauses. `None` takes away a limit that a weaker layer sets.
    pub fn max_duration(self, limit: impl Into<Option<Duration>>) -> Self {
        self.with(Key::MaxDuration, Value::Limit(limit.into()))
    }

    /// These settings over the built-in defaults, without any other layer.
    #[track_caller]
    pub fn build(self) -> Result<RetryConfig, ConfigError> {
        ConfigError::unless_empty(self.layer.check("", &Origin::caller()))?;
        let values = Values::collect(PolicyKind::Retry, |key| self.layer.get(key).unwrap_or(key.spec().default));
        Ok(RetryConfig::from_values(&values))
    }

    pub(crate) fn into_layer(self) -> Layer {
        self.layer
    }

    fn with(mut self, key: Key, value: Value) -> Self {
        self.layer.set(key, value);
        self
    }
}
