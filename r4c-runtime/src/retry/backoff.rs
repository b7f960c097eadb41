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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{capped, delay, grown};
    use crate::config::RetrySettings;
    use proptest::prelude::*;
    use std::time::Duration;

    proptest! {
        #[test]
        fn the_delay_is_within_its_spread_and_never_above_the_cap(
            base in 0_u64..100_000,
            multiplier in 1.0..10.0_f64,
            jitter in 0.0..=1.0_f64,
            cap in 1_u64..200_000,
            attempts in 1_u32..200,
            chance in 0.0..=1.0_f64,
        ) {
            let (base, cap) = (Duration::from_millis(base), Duration::from_millis(cap));
            let settings = RetrySettings::new().delay(base).multiplier(multiplier).jitter(jitter).max_delay(cap);
            let config = settings.build().expect("valid settings");
            let delay = delay(&config, attempts, chance);
            prop_assert!(delay <= cap);
            // The reference computes in seconds and may leave the range of a duration: it is compared below the cap alone.
            let middle = base.as_secs_f64() * multiplier.powi(i32::try_from(attempts).expect("a few") - 1);
            let (least, most) = (middle * (1.0 - jitter), middle * (1.0 + jitter));
            let seconds = delay.as_secs_f64();
            prop_assert!(seconds >= least.min(cap.as_secs_f64()) - 1e-6, "{seconds} < {least}");
            prop_assert!(seconds <= most + 1e-6, "{seconds} > {most}");
            prop_assert!(capped(&config, delay) == delay);
            prop_assert!(grown(base, multiplier, attempts) >= grown(base, multiplier, attempts - 1));
        }
    }
}
