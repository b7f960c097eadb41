//! What the implementations in memory do, call by call.
use std::collections::VecDeque;
use std::fmt;
use std::sync::Mutex;

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With what was asked for.
    Good,
    /// With an error that may go away.
    Busy,
    /// With an error that stays.
    Broken,
}

/// The ends of the next calls; after the last one all are good.
#[derive(Debug, Default)]
pub struct Script {
    ends: Mutex<VecDeque<End>>,
    calls: Mutex<usize>,
}

impl Script {
    /// These ends.
    pub fn new(ends: impl IntoIterator<Item = End>) -> Script {
        Script { ends: Mutex::new(ends.into_iter().collect()), calls: Mutex::default() }
    }

    /// Of the next call.
    pub fn next(&self) -> Result<(), Failed> {
        *self.calls.lock().unwrap() += 1;
        match self.ends.lock().unwrap().pop_front().unwrap_or(End::Good) {
            End::Good => Ok(()),
            End::Busy => Err(Failed::Busy),
            End::Broken => Err(Failed::Broken),
        }
    }

    /// How many calls there were.
    pub fn calls(&self) -> usize {
        *self.calls.lock().unwrap()
    }
}

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failed {
    /// May go away.
    Busy,
    /// Stays.
    Broken,
    /// The circuit breaker is open.
    Refused,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Failed {}

impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Failed {
        Failed::Refused
    }
}
