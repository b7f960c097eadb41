//! One outer call that is no longer the plain first attempt: what has happened in it, and what is to happen next.
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::time::Duration;

/// The state of a call beside its result. A healthy call has none.
#[derive(Debug, Default)]
pub(crate) struct Ongoing {
    pub(crate) progress: Progress,
    pub(crate) step: Step,
}

thread_local! {
    /// The box of a call that has ended, for the next one: a call that is timed or listened to has a state beside it from the
    /// start, and would otherwise allocate although it is healthy.
    static SPARE: Cell<Option<Box<Ongoing>>> = const { Cell::new(None) };
}

impl Ongoing {
    /// In the spare box, if there is one.
    pub(crate) fn boxed(self) -> Box<Self> {
        let spare = SPARE.try_with(Cell::take).ok().flatten();
        match spare {
            Some(mut spare) => {
                *spare = self;
                spare
            }
            None => Box::new(self),
        }
    }
    /// Out of its box, which becomes the spare one.
    pub(crate) fn unboxed(mut held: Box<Self>) -> Self {
        let ongoing = std::mem::take(&mut *held);
        let _ = SPARE.try_with(|spare| spare.set(Some(held)));
        ongoing
    }
}

/// How far a call has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Attempts that have ended.
    pub(crate) attempts: u32,
    /// When the call began, where `max_duration` wants to know.
    pub(crate) started: Option<Duration>,
}

impl Progress {
    /// With the attempt that is ending just now.
    pub(crate) fn and_one_more(self) -> Self {
        Self { attempts: self.attempts + 1, ..self }
    }
}

/// What is to happen after the attempt that has just ended.
#[derive(Default)]
pub(crate) enum Step {
    /// Nobody said anything: it was a success, and its end has not been told yet.
    #[default]
    Succeeded,
    /// Its end has been told; the result goes to the caller.
    Return,
    /// Another attempt, after the pause.
    Again(Duration),
    /// The value is rejected for good.
    Reject,
    /// The error goes to the fallback.
    Fail,
    /// The classifier panicked.
    ClassifierFailed(Box<dyn Any + Send>),
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Succeeded => "Succeeded",
            Self::Return => "Return",
            Self::Again(_) => "Again",
            Self::Reject => "Reject",
            Self::Fail => "Fail",
            Self::ClassifierFailed(_) => "ClassifierFailed",
        })
    }
}
