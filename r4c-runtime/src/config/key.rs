//! The keys: one table is the source of their names, ranges, defaults and meanings. What parses a file, what
//! checks a value set in code, `Default` of the two configurations and the tables of the guide all read it.
use super::value::{SlidingWindow, Value};
use std::fmt;
use std::time::Duration;

/// The two kinds of policies that have instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PolicyKind {
    /// Retries: keys `r4c.retry.<instance>.<key>`.
    Retry,
    /// Circuit breakers: keys `r4c.circuit-breaker.<instance>.<key>`.
    CircuitBreaker,
}

impl PolicyKind {
    pub(crate) const ALL: [PolicyKind; 2] = [PolicyKind::Retry, PolicyKind::CircuitBreaker];

    /// The kind as it is written in keys: `retry`, `circuit-breaker`.
    pub fn name(self) -> &'static str {
        match self {
            PolicyKind::Retry => "retry",
            PolicyKind::CircuitBreaker => "circuit-breaker",
        }
    }

    /// All keys of this kind as a table in Markdown: name, default, what it takes, what it means.
    pub fn key_table(self) -> String {
        let row = |spec: &KeySpec| {
            format!("| `{}` | {} | {} | {} |\n", spec.name, spec.default, spec.domain.expectation(), spec.meaning)
        };
        let head = "| key | default | takes | meaning |\n|---|---|---|---|\n".to_owned();
        self.keys().fold(head, |table, spec| table + &row(spec))
    }

    pub(crate) fn parse(name: &str) -> Option<PolicyKind> {
        PolicyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The rows of the table that belong to this kind.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'static KeySpec> {
        KEYS.iter().filter(move |spec| spec.policy == self)
    }

    pub(crate) fn key_named(self, name: &str) -> Option<Key> {
        self.keys().find(|spec| spec.name == name).map(|spec| spec.key)
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PolicyKind::Retry => "retry",
            PolicyKind::CircuitBreaker => "circuit breaker",
        })
    }
}

/// A key of one kind; its row is [`Key::spec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    MaxAttempts,
    Delay,
    Multiplier,
    MaxDelay,
    Jitter,
    MaxDuration,
    FailureRateThreshold,
    SlidingWindow,
    MinimumCalls,
    OpenDuration,
    OpenMultiplier,
    OpenMaxDuration,
    HalfOpenCalls,
    HalfOpenMaxDuration,
    AutoHalfOpen,
    SlowCallDuration,
    SlowCallRateThreshold,
}

impl Key {
    pub(crate) fn spec(self) -> &'static KeySpec {
        &KEYS[self as usize]
    }

    pub(crate) fn name(self) -> &'static str {
        self.spec().name
    }
}

/// What values a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// A whole number of at least 1.
    Count,
    /// More than 0, at most 100.
    Percent,
    /// At least 1.
    Factor,
    /// From 0 to 1.
    Fraction,
    /// Any duration, zero included.
    Duration,
    /// A duration above zero, or `none`.
    Limit,
    /// A number of calls, or whole seconds.
    Window,
    /// `true` or `false`.
    Flag,
}

/// One row of the table.
#[derive(Debug)]
pub(crate) struct KeySpec {
    pub(crate) key: Key,
    pub(crate) policy: PolicyKind,
    /// As in files; the marker and the code write it with underscores.
    pub(crate) name: &'static str,
    pub(crate) domain: Domain,
    pub(crate) default: Value,
    pub(crate) meaning: &'static str,
}

const fn retry(key: Key, name: &'static str, domain: Domain, default: Value, meaning: &'static str) -> KeySpec {
    KeySpec { key, policy: PolicyKind::Retry, name, domain, default, meaning }
}

const fn breaker(key: Key, name: &'static str, domain: Domain, default: Value, meaning: &'static str) -> KeySpec {
    KeySpec { key, policy: PolicyKind::CircuitBreaker, name, domain, default, meaning }
}

const NONE: Value = Value::Limit(None);

/// In the order of [`Key`].
#[rustfmt::skip]
pub(crate) static KEYS: [KeySpec; 17] = [
    retry(Key::MaxAttempts, "max-attempts", Domain::Count, Value::Count(3),
        "attempts of one call, the first included"),
    retry(Key::Delay, "delay", Domain::Duration, Value::Duration(Duration::from_millis(500)),
        "pause before the second attempt"),
    retry(Key::Multiplier, "multiplier", Domain::Factor, Value::Number(1.0),
        "factor by which the pause grows from attempt to attempt"),
    retry(Key::MaxDelay, "max-delay", Domain::Limit, NONE,
        "no pause is longer, jitter included"),
    retry(Key::Jitter, "jitter", Domain::Fraction, Value::Number(0.0),
        "part of the pause by which it may be shorter or longer at random"),
    retry(Key::MaxDuration, "max-duration", Domain::Limit, NONE,
        "limit for the whole call with all its attempts and pauses"),
    breaker(Key::FailureRateThreshold, "failure-rate-threshold", Domain::Percent, Value::Number(50.0),
        "the breaker opens at this failure rate, in per cent"),
    breaker(Key::SlidingWindow, "sliding-window", Domain::Window, Value::Window(SlidingWindow::Count(100)),
        "the results that make the rates: the last calls, or those of the last seconds"),
    breaker(Key::MinimumCalls, "minimum-calls", Domain::Count, Value::Count(100),
        "results in the window before a rate counts"),
    breaker(Key::OpenDuration, "open-duration", Domain::Duration, Value::Duration(Duration::from_secs(60)),
        "how long an open breaker refuses before it tries again"),
    breaker(Key::OpenMultiplier, "open-multiplier", Domain::Factor, Value::Number(1.0),
        "factor by which that wait grows each time the breaker opens again from half-open"),
    breaker(Key::OpenMaxDuration, "open-max-duration", Domain::Limit, NONE,
        "that wait grows no longer"),
    breaker(Key::HalfOpenCalls, "half-open-calls", Domain::Count, Value::Count(10),
        "calls that a half-open breaker admits"),
    breaker(Key::HalfOpenMaxDuration, "half-open-max-duration", Domain::Limit, NONE,
        "a breaker that is half-open for so long opens again"),
    breaker(Key::AutoHalfOpen, "auto-half-open", Domain::Flag, Value::Flag(false),
        "becomes half-open without waiting for a call"),
    breaker(Key::SlowCallDuration, "slow-call-duration", Domain::Limit, NONE,
        "a call that takes longer is slow"),
    breaker(Key::SlowCallRateThreshold, "slow-call-rate-threshold", Domain::Percent, Value::Number(100.0),
        "the breaker opens at this rate of slow calls, in per cent"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_finds_its_own_row() {
        for (index, spec) in KEYS.iter().enumerate() {
            assert_eq!(spec.key as usize, index, "{}", spec.name);
            assert_eq!(spec.key.spec().name, spec.name);
            assert!(!spec.meaning.is_empty());
        }
    }

    #[test]
    fn each_default_lies_in_its_own_domain_and_survives_being_written_and_read() {
        for spec in &KEYS {
            assert_eq!(spec.domain.check(&spec.default), Ok(()), "{}", spec.name);
            assert_eq!(spec.domain.parse(&spec.default.to_string()), Ok(spec.default), "{}", spec.name);
        }
    }
}
