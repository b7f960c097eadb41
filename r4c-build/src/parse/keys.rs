//! The one table of the keys of the markers: name, kind, range, default.
use crate::codes::{self, Code};
use crate::resolve::Marker;

/// A key.
#[derive(Debug)]
pub(crate) struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What its value is.
    pub kind: KeyKind,
    /// What holds where it is not written; empty for "nothing".
    pub default: &'static str,
}

/// What the value of a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyKind {
    /// A string that is not empty.
    Name,
    /// A whole number, at least 1.
    Count,
    /// A number above 0, at most 100.
    Percent,
    /// A number, at least 1.
    Factor,
    /// A number from 0 to 1.
    Fraction,
    /// A duration.
    Duration,
    /// A duration above zero.
    Limit,
    /// `true` or `false`.
    Flag,
    /// A number of calls, or whole seconds.
    Window,
    /// Patterns.
    List,
    /// The path of a type.
    Classifier,
    /// `Return` or `Reject`.
    Exhausted,
    /// Names of arguments in parentheses.
    Reuse,
}

const fn key(name: &'static str, kind: KeyKind, default: &'static str) -> Key {
    Key { name, kind, default }
}

/// The keys of `retry`.
pub(crate) const RETRY: &[Key] = &[
    key("name", KeyKind::Name, "the trait and the method"),
    key("max_attempts", KeyKind::Count, "3"),
    key("delay", KeyKind::Duration, "500ms"),
    key("multiplier", KeyKind::Factor, "1.0"),
    key("max_delay", KeyKind::Limit, ""),
    key("jitter", KeyKind::Fraction, "0.0"),
    key("max_duration", KeyKind::Limit, ""),
    key("retry_on", KeyKind::List, "every error"),
    key("abort_on", KeyKind::List, ""),
    key("classifier", KeyKind::Classifier, ""),
    key("on_exhausted_result", KeyKind::Exhausted, "Return"),
    key("reuse", KeyKind::Reuse, ""),
];

/// The keys of `circuit_breaker`.
pub(crate) const CIRCUIT_BREAKER: &[Key] = &[
    key("name", KeyKind::Name, "the trait and the method"),
    key("failure_rate_threshold", KeyKind::Percent, "50"),
    key("sliding_window", KeyKind::Window, "100"),
    key("minimum_calls", KeyKind::Count, "100"),
    key("open_duration", KeyKind::Duration, "60s"),
    key("open_multiplier", KeyKind::Factor, "1.0"),
    key("open_max_duration", KeyKind::Limit, ""),
    key("half_open_calls", KeyKind::Count, "10"),
    key("half_open_max_duration", KeyKind::Limit, ""),
    key("auto_half_open", KeyKind::Flag, "false"),
    key("slow_call_duration", KeyKind::Limit, ""),
    key("slow_call_rate_threshold", KeyKind::Percent, "100"),
    key("record_on", KeyKind::List, "every error"),
    key("ignore_on", KeyKind::List, ""),
    key("classifier", KeyKind::Classifier, ""),
];

/// The codes of the faults in a marker's arguments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codes {
    pub unknown_key: &'static Code,
    pub wrong_kind: &'static Code,
    pub out_of_range: &'static Code,
    pub repeated_key: &'static Code,
    pub repeated: &'static Code,
    pub duration: &'static Code,
    pub syntax: &'static Code,
}

/// The keys of a marker.
pub(crate) fn of(marker: Marker) -> &'static [Key] {
    match marker {
        Marker::Retry => RETRY,
        Marker::CircuitBreaker => CIRCUIT_BREAKER,
        Marker::Fallback => &[],
    }
}

/// The codes of a marker.
pub(crate) fn codes_of(marker: Marker) -> Codes {
    match marker {
        Marker::Retry => Codes {
            unknown_key: codes::RETRY_UNKNOWN_KEY,
            wrong_kind: codes::RETRY_WRONG_KIND,
            out_of_range: codes::RETRY_OUT_OF_RANGE,
            repeated_key: codes::RETRY_REPEATED_KEY,
            repeated: codes::RETRY_REPEATED,
            duration: codes::RETRY_DURATION,
            syntax: codes::RETRY_SYNTAX,
        },
        Marker::CircuitBreaker => Codes {
            unknown_key: codes::BREAKER_UNKNOWN_KEY,
            wrong_kind: codes::BREAKER_WRONG_KIND,
            out_of_range: codes::BREAKER_OUT_OF_RANGE,
            repeated_key: codes::BREAKER_REPEATED_KEY,
            repeated: codes::BREAKER_REPEATED,
            duration: codes::BREAKER_DURATION,
            syntax: codes::BREAKER_SYNTAX,
        },
        Marker::Fallback => Codes {
            unknown_key: codes::FALLBACK_SYNTAX,
            wrong_kind: codes::FALLBACK_SYNTAX,
            out_of_range: codes::FALLBACK_SYNTAX,
            repeated_key: codes::FALLBACK_SYNTAX,
            repeated: codes::FALLBACK_REPEATED,
            duration: codes::FALLBACK_SYNTAX,
            syntax: codes::FALLBACK_SYNTAX,
        },
    }
}

impl KeyKind {
    /// What a value must be, for messages.
    pub(crate) fn expected(self) -> &'static str {
        match self {
            KeyKind::Name => "a name in quotes, such as \"orders\"",
            KeyKind::Count => "a whole number of at least 1",
            KeyKind::Percent => "a number above 0 and at most 100",
            KeyKind::Factor => "a number of at least 1",
            KeyKind::Fraction => "a number from 0 to 1",
            KeyKind::Duration => "a duration in quotes, such as \"500ms\" or \"1m30s\"",
            KeyKind::Limit => "a duration above zero in quotes, such as \"500ms\" or \"1m30s\"",
            KeyKind::Flag => "`true` or `false`",
            KeyKind::Window => "a number of calls of at least 1, or whole seconds in quotes, such as \"60s\"",
            KeyKind::List => "patterns of errors, such as `ApiError::Io(_) | ApiError::Timeout`",
            KeyKind::Classifier => "the path of a type",
            KeyKind::Exhausted => "`Return` or `Reject`",
            KeyKind::Reuse => "names of arguments, such as `reuse(buffer)`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_listed_once_in_its_table() {
        for table in [RETRY, CIRCUIT_BREAKER] {
            for (index, key) in table.iter().enumerate() {
                assert!(table[..index].iter().all(|other| other.name != key.name), "{}", key.name);
            }
        }
    }
}
