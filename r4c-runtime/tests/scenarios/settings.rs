//! A row's settings, as code would write them.
use super::row::{Policy, duration};
use r4c::{CircuitBreakerSettings, RetrySettings};
use std::time::Duration;
use toml::Value;

pub(crate) fn of_retry(policy: &Policy) -> impl FnOnce(RetrySettings) -> RetrySettings + use<'_> {
    |settings| policy.settings.iter().fold(settings, |settings, (key, value)| retry_key(settings, key, value))
}

fn retry_key(settings: RetrySettings, key: &str, value: &Value) -> RetrySettings {
    match key {
        "max_attempts" => settings.max_attempts(count(value)),
        "delay" => settings.delay(time(value)),
        "multiplier" => settings.multiplier(number(value)),
        "max_delay" => settings.max_delay(time(value)),
        "jitter" => settings.jitter(number(value)),
        "max_duration" => settings.max_duration(time(value)),
        other => panic!("unknown key {other} of a retry"),
    }
}

pub(crate) fn of_breaker(policy: &Policy) -> impl FnOnce(CircuitBreakerSettings) -> CircuitBreakerSettings + use<'_> {
    |settings| policy.settings.iter().fold(settings, |settings, (key, value)| breaker_key(settings, key, value))
}

fn breaker_key(settings: CircuitBreakerSettings, key: &str, value: &Value) -> CircuitBreakerSettings {
    match key {
        "sliding_window" if value.is_str() => settings.sliding_window(time(value)),
        "sliding_window" => settings.sliding_window(count(value)),
        "minimum_calls" => settings.minimum_calls(count(value)),
        "failure_rate_threshold" => settings.failure_rate_threshold(number(value)),
        "half_open_calls" => settings.half_open_calls(count(value)),
        "open_duration" => settings.open_duration(time(value)),
        "open_multiplier" => settings.open_multiplier(number(value)),
        "half_open_max_duration" => settings.half_open_max_duration(time(value)),
        "auto_half_open" => settings.auto_half_open(value.as_bool().unwrap()),
        "slow_call_duration" => settings.slow_call_duration(time(value)),
        "slow_call_rate_threshold" => settings.slow_call_rate_threshold(number(value)),
        other => panic!("unknown key {other} of a circuit breaker"),
    }
}

fn count(value: &Value) -> u32 {
    u32::try_from(value.as_integer().unwrap()).unwrap()
}
fn number(value: &Value) -> f64 {
    value.as_float().unwrap_or_else(|| f64::from(count(value)))
}
fn time(value: &Value) -> Duration {
    duration(value.as_str().unwrap())
}
