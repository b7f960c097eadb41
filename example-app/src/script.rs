//! The script: phase by phase, what the upstream does with the requests it gets and what the caller asks for. Plain data.
use Answer::{HangUp, Silence, Status, TooMany};
use Step::{Crowd, Get, Submit, WaitUntilHalfOpen};
use std::fmt;

/// One phase of the story.
#[derive(Debug)]
pub(crate) struct Phase {
    pub(crate) name: PhaseName,
    pub(crate) story: &'static str,
    /// What the upstream does with each request, in the order of their arrival; the last one holds for the rest.
    pub(crate) answers: &'static [Answer],
    pub(crate) steps: &'static [Step],
}

/// A phase, for the records of what happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhaseName {
    Healthy,
    Burst,
    RateLimit,
    Missing,
    Overload,
    Outage,
    Hang,
    Recovery,
}

/// What the upstream does with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Status(u16),
    /// 429, with the seconds of its `Retry-After`.
    TooMany(u64),
    /// Reads the request and closes the connection.
    HangUp,
    /// Keeps the connection and never answers.
    Silence,
}

/// What the caller does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Get,
    Submit,
    /// Many calls of `get` at once.
    Crowd(usize),
    /// Lets the breaker's `open_duration` pass.
    WaitUntilHalfOpen,
}

pub(crate) const SCRIPT: [Phase; 8] = [
    Phase {
        name: PhaseName::Healthy,
        story: "all is well and r4c keeps out of the way",
        answers: &[Status(200)],
        steps: &[Crowd(6)],
    },
    Phase {
        name: PhaseName::Burst,
        story: "two 503 in a row: the third attempt gets through, the caller notices nothing",
        answers: &[Status(503), Status(503), Status(200)],
        steps: &[Get],
    },
    Phase {
        name: PhaseName::RateLimit,
        story: "429 with `Retry-After: 1`: the next attempt waits as long as it was asked to",
        answers: &[TooMany(1), Status(200)],
        steps: &[Get],
    },
    Phase {
        name: PhaseName::Missing,
        story: "404 is an answer, not a failure: not retried, not held against the upstream",
        answers: &[Status(404)],
        steps: &[Crowd(3)],
    },
    Phase {
        name: PhaseName::Overload,
        story: "nothing but 503: when `submit` has used up its attempts, its fallback answers",
        answers: &[Status(503)],
        steps: &[Submit],
    },
    Phase {
        name: PhaseName::Outage,
        story: "dropped connections: the breaker opens and spares the upstream what follows",
        answers: &[HangUp],
        steps: &[Get, Crowd(20), Submit],
    },
    Phase {
        name: PhaseName::Hang,
        story: "the breaker lets two attempts through, they time out after 250 ms: open again",
        answers: &[Silence],
        steps: &[WaitUntilHalfOpen, Get],
    },
    Phase {
        name: PhaseName::Recovery,
        story: "two good answers close the breaker",
        answers: &[Status(200), Status(201)],
        steps: &[WaitUntilHalfOpen, Get, Submit],
    },
];

impl fmt::Display for PhaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Healthy => "healthy",
            Self::Burst => "burst",
            Self::RateLimit => "rate limit",
            Self::Missing => "missing",
            Self::Overload => "overload",
            Self::Outage => "outage",
            Self::Hang => "hang",
            Self::Recovery => "recovery",
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "answers {status}"),
            Self::TooMany(seconds) => write!(f, "answers 429 with `Retry-After: {seconds}`"),
            Self::HangUp => f.write_str("closes the connection without an answer"),
            Self::Silence => f.write_str("does not answer"),
        }
    }
}
