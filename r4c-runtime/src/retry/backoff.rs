//! The delay before the next attempt: pure arithmetic, without overflow.
use crate::config::RetryConfig;
use std::time::Duration;

/// `delay * multiplier ^ (attempts - 1)`, spread by the jitter, and only then capped: the cap holds after jitter.
///
/// `chance` is from 0 to 1 and picks the place within the spread.
pub(crate) fn delay(config: &RetryConfig, attempts: u32, chance: f64) -> Duration {
    let computed = grown(config.delay(), config.multiplier(), attempts.saturating_sub(1));
    let spread =
        if config.jitter() > 0.0 { scaled(computed, 1.0 + config.jitter() * (2.0 * chance - 1.0)) } else { computed };
    capped(config, spread)
}

/// The delay that the other side asked for: no jitter, the same cap.
pub(crate) fn capped(config: &RetryConfig, delay: Duration) -> Duration {
    config.max_delay().map_or(delay, |longest| delay.min(longest))
}

/// `base * multiplier ^ exponent`, at most the longest duration there is.
pub(crate) fn grown(base: Duration, multiplier: f64, exponent: u32) -> Duration {
    scaled(base, multiplier.powi(i32::try_from(exponent).unwrap_or(i32::MAX)))
}

#[allow(clippy::float_cmp)] // exactly one changes nothing, and must not round
fn scaled(duration: Duration, factor: f64) -> Duration {
    if factor == 1.0 || duration.is_zero() {
        return duration;
    }
    Duration::try_from_secs_f64(duration.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
