//! Sync methods: what is marked, what is forwarded, and how arguments reach each attempt.

use std::fmt;

/// Why a call fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl From<r4c::CallNotPermitted> for Broken {
    fn from(refusal: r4c::CallNotPermitted) -> Self {
        Broken(refusal.to_string())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Calls a number above nine a failure.
#[derive(Debug, Default)]
pub struct Small(());

impl r4c::Classifier<u8, std::convert::Infallible> for Small {
    fn classify(&self, result: Result<&u8, &std::convert::Infallible>) -> r4c::Outcome {
        match result {
            Ok(number) if *number > 9 => r4c::Outcome::Failure,
            _ => r4c::Outcome::Success,
        }
    }
}

/// A store of texts.
pub trait Store {
    /// How many there are at most.
    const LIMIT: usize = 8;

    /// Both policies, no classifier.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "store", sliding_window = 4, minimum_calls = 4)]
    fn read<'a>(&'a self, key: &str) -> Result<&'a str, Broken>;

    /// By value, under a retry.
    #[r4c::retry(max_attempts = 2, delay = "0ms")]
    fn write(&self, key: &str, value: String, mut flags: u8) -> Result<usize, Broken> {
        flags += 1;
        Err(Broken(format!("{key} {value} {flags}")))
    }

    /// By value, under a breaker alone: nothing is cloned.
    #[r4c::circuit_breaker(name = "store")]
    fn put(&self, value: Unique) -> Result<Unique, Broken>;

    /// Converted once.
    #[r4c::retry(delay = "0ms")]
    fn named(&self, name: impl Into<String>, (a, b): (u8, u8)) -> Result<String, Broken>
    where
        Self: Sized,
    {
        Err(Broken(format!("{}{a}{b}", name.into())))
    }

    /// Used again by the next attempt.
    #[r4c::retry(delay = "0ms", reuse(buffer))]
    fn fill(&self, buffer: &mut Vec<u8>) -> Result<usize, Broken>;

    /// A plain value.
    #[r4c::retry(max_attempts = 2, delay = "0ms", classifier = Small)]
    fn number(&self) -> u8;

    /// Not marked.
    fn plain(&self, result: &str) -> String {
        result.to_owned()
    }

    /// Not marked, and without a receiver.
    #[must_use]
    fn kind() -> &'static str
    where
        Self: Sized;

    /// Not marked; the wrapped one takes the wrapped value.
    fn same(&self, other: &Self) -> bool
    where
        Self: Sized;

    /// Not marked; uses the wrapper up.
    fn close(self) -> String
    where
        Self: Sized;
}

/// Cannot be cloned.
#[derive(Debug, PartialEq, Eq)]
pub struct Unique(pub u8);

r4c::include_wrappers!("sync");
