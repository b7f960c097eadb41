//! The states of a circuit breaker and which of them may follow which.
use std::error::Error;
use std::fmt;

/// The state of a circuit breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// Calls go through and are recorded; too many failures open it.
    Closed,
    /// Calls are refused until `open_duration` is over.
    Open,
    /// A few calls go through to see whether the dependency is back.
    HalfOpen,
    /// By hand: calls are refused until somebody says otherwise.
    ForcedOpen,
    /// By hand: calls go through and nothing is recorded.
    Disabled,
    /// By hand: calls go through and are recorded, and nothing opens it.
    MetricsOnly,
}

impl State {
    /// Whether it may be left for `next` by hand. Only a breaker that refused can be half-open, and one that only
    /// measures has to be closed first.
    pub(crate) const fn may_become(self, next: Self) -> bool {
        let illegal =
            matches!((self, next), (Self::Closed, Self::HalfOpen) | (Self::MetricsOnly, Self::Open | Self::HalfOpen));
        !illegal
    }
    const fn name(self) -> &'static str {
        match self {
            Self::Closed => "CLOSED",
            Self::Open => "OPEN",
            Self::HalfOpen => "HALF_OPEN",
            Self::ForcedOpen => "FORCED_OPEN",
            Self::Disabled => "DISABLED",
            Self::MetricsOnly => "METRICS_ONLY",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A transition by hand that makes no sense. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalTransition {
    pub(crate) from: State,
    pub(crate) to: State,
}

impl IllegalTransition {
    /// The state the breaker is in, and stays in.
    #[must_use]
    pub const fn from(&self) -> State {
        self.from
    }
    /// The state that was asked for.
    #[must_use]
    pub const fn to(&self) -> State {
        self.to
    }
}

impl fmt::Display for IllegalTransition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a circuit breaker that is {} cannot become {}", self.from, self.to)
    }
}

impl Error for IllegalTransition {}
