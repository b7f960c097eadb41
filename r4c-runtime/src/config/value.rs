//! Values: from text, to text, and whether a key may have them.
use super::duration::{DurationText, parse_duration};
use super::key::Domain;
use std::fmt;
use std::time::Duration;

/// The results that make a breaker's rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlidingWindow {
    /// The last so many recorded results; at least 1.
    Count(u32),
    /// The results of the last seconds; whole seconds, at least one.
    Time(Duration),
}

impl From<u32> for SlidingWindow {
    fn from(calls: u32) -> SlidingWindow {
        SlidingWindow::Count(calls)
    }
}

impl From<Duration> for SlidingWindow {
    fn from(time: Duration) -> SlidingWindow {
        SlidingWindow::Time(time)
    }
}

impl fmt::Display for SlidingWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlidingWindow::Count(calls) => calls.fmt(f),
            SlidingWindow::Time(time) => DurationText(*time).fmt(f),
        }
    }
}

/// A value of a key. Which variant a key has follows from its [`Domain`]: a value is made by
/// [`Domain::parse`] or by the typed method of the settings, so the two always fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Count(u32),
    Number(f64),
    Duration(Duration),
    Limit(Option<Duration>),
    Window(SlidingWindow),
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => count.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Duration(duration) | Value::Limit(Some(duration)) => DurationText(*duration).fmt(f),
            Value::Limit(None) => f.write_str("none"),
            Value::Window(window) => window.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
        }
    }
}

impl Domain {
    /// What the key wants, for messages: "max-attempts must be {..}".
    pub(crate) fn expectation(self) -> &'static str {
        match self {
            Domain::Count => "a whole number of at least 1",
            Domain::Percent => "a number above 0 and at most 100 (per cent)",
            Domain::Factor => "a number of at least 1",
            Domain::Fraction => "a number from 0 to 1",
            Domain::Duration => "a duration with its unit, as \"500ms\" or \"1m30s\"",
            Domain::Limit => "a duration above zero with its unit, as \"500ms\" or \"1m30s\", or \"none\"",
            Domain::Window => "a number of calls of at least 1, or whole seconds, as \"60s\"",
            Domain::Flag => "true or false",
        }
    }

    /// Reads and checks a text. The error says what is wrong with it where [`Domain::expectation`] does not.
    pub(crate) fn parse(self, text: &str) -> Result<Value, Option<String>> {
        let text = text.trim();
        let value = match self {
            Domain::Count => Value::Count(text.parse().map_err(|_| None)?),
            Domain::Percent | Domain::Factor | Domain::Fraction => Value::Number(text.parse().map_err(|_| None)?),
            Domain::Duration => Value::Duration(parse_duration(text)?),
            Domain::Limit if text == "none" => Value::Limit(None),
            Domain::Limit => Value::Limit(Some(parse_duration(text)?)),
            Domain::Window => Value::Window(match text.parse() {
                Ok(calls) => SlidingWindow::Count(calls),
                Err(_) => SlidingWindow::Time(parse_duration(text)?),
            }),
            Domain::Flag => Value::Flag(text.parse().map_err(|_| None)?),
        };
        self.check(&value).map_err(|()| None)?;
        Ok(value)
    }

    /// Whether the value lies in the range.
    pub(crate) fn check(self, value: &Value) -> Result<(), ()> {
        let fits = match (self, value) {
            (Domain::Count, Value::Count(count)) => *count >= 1,
            (Domain::Percent, Value::Number(number)) => *number > 0.0 && *number <= 100.0,
            (Domain::Factor, Value::Number(number)) => number.is_finite() && *number >= 1.0,
            (Domain::Fraction, Value::Number(number)) => (0.0..=1.0).contains(number),
            (Domain::Duration, Value::Duration(_)) => true,
            (Domain::Limit, Value::Limit(limit)) => *limit != Some(Duration::ZERO),
            (Domain::Window, Value::Window(SlidingWindow::Count(calls))) => *calls >= 1,
            (Domain::Window, Value::Window(SlidingWindow::Time(time))) => {
                time.as_secs() >= 1 && time.subsec_nanos() == 0
            }
            (Domain::Flag, Value::Flag(_)) => true,
            _ => false,
        };
        if fits { Ok(()) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(domain: Domain, good: &[(&str, Value)], bad: &[&str]) {
        for (text, value) in good {
            assert_eq!(domain.parse(text), Ok(*value), "{domain:?} {text:?}");
        }
        for text in bad {
            assert!(domain.parse(text).is_err(), "{domain:?} {text:?}");
        }
    }

    #[test]
    fn each_domain_takes_its_range_and_nothing_else() {
        let ms = Duration::from_millis;
        check(
            Domain::Count,
            &[("1", Value::Count(1)), (" 7 ", Value::Count(7))],
            &["0", "-1", "1.5", "", "many", "4294967296"],
        );
        check(
            Domain::Percent,
            &[("0.1", Value::Number(0.1)), ("100", Value::Number(100.0))],
            &["0", "100.1", "NaN", "inf", "50%"],
        );
        check(Domain::Factor, &[("1", Value::Number(1.0)), ("2.5", Value::Number(2.5))], &["0.9", "inf", "NaN"]);
        check(Domain::Fraction, &[("0", Value::Number(0.0)), ("1.0", Value::Number(1.0))], &["-0.1", "1.1", "NaN"]);
        check(
            Domain::Duration,
            &[("0ms", Value::Duration(Duration::ZERO)), ("10ms", Value::Duration(ms(10)))],
            &["10", "none", ""],
        );
        check(Domain::Limit, &[("none", Value::Limit(None)), ("1s", Value::Limit(Some(ms(1000))))], &["0s", "1"]);
        check(
            Domain::Window,
            &[("10", Value::Window(SlidingWindow::Count(10))), ("2s", Value::Window(SlidingWindow::Time(ms(2000))))],
            &["0", "0s", "500ms", "1500ms", "-1"],
        );
        check(Domain::Flag, &[("true", Value::Flag(true)), ("false", Value::Flag(false))], &["yes", "1", ""]);
    }
}
