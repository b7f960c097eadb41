use super::State;
use super::window::Counts;

/// What a circuit breaker knows at one instant. An open breaker shows the window that opened it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CircuitBreakerMetrics {
    pub(crate) state: State,
    pub(crate) counts: Counts,
    pub(crate) not_permitted: u64,
    pub(crate) minimum: u64,
    pub(crate) totals: CircuitBreakerTotals,
}

impl CircuitBreakerMetrics {
    /// The state.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }
    /// How many calls the window holds.
    #[must_use]
    pub const fn recorded(&self) -> u64 {
        self.counts.recorded
    }
    /// How many of them failed.
    #[must_use]
    pub const fn failed(&self) -> u64 {
        self.counts.failed
    }
    /// How many of them were slow.
    #[must_use]
    pub const fn slow(&self) -> u64 {
        self.counts.slow
    }
    /// How many calls were refused since the counters were last renewed: at each transition but one to `Open`.
    #[must_use]
    pub const fn not_permitted(&self) -> u64 {
        self.not_permitted
    }
    /// Failed calls in per cent of the window; `None` while it holds fewer calls than the minimum.
    #[must_use]
    pub fn failure_rate(&self) -> Option<f64> {
        self.rate(self.counts.failed)
    }
    /// Slow calls in per cent of the window; `None` while it holds fewer calls than the minimum.
    #[must_use]
    pub fn slow_call_rate(&self) -> Option<f64> {
        self.rate(self.counts.slow)
    }
    /// What was counted since the breaker was made, through all its states.
    #[must_use]
    pub const fn totals(&self) -> CircuitBreakerTotals {
        self.totals
    }
    fn rate(&self, part: u64) -> Option<f64> {
        rate(part, self.counts.recorded, self.minimum)
    }
}

/// Calls since the breaker was made. Late results and dropped calls are in none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CircuitBreakerTotals {
    pub(crate) successful: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
    pub(crate) not_permitted: u64,
}

impl CircuitBreakerTotals {
    /// Calls recorded as successes.
    #[must_use]
    pub const fn successful(&self) -> u64 {
        self.successful
    }
    /// Calls recorded as failures.
    #[must_use]
    pub const fn failed(&self) -> u64 {
        self.failed
    }
    /// Calls that were let through and not recorded.
    #[must_use]
    pub const fn ignored(&self) -> u64 {
        self.ignored
    }
    /// Calls that were refused.
    #[must_use]
    pub const fn not_permitted(&self) -> u64 {
        self.not_permitted
    }
}

/// `part` in per cent of `recorded`, if there are enough of them.
#[allow(clippy::cast_precision_loss)] // 2^53 calls in a window are out of reach
pub(crate) fn rate(part: u64, recorded: u64, minimum: u64) -> Option<f64> {
    (recorded > 0 && recorded >= minimum).then(|| part as f64 * 100.0 / recorded as f64)
}
