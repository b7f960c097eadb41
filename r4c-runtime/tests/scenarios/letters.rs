//! The letters of the tables: what a callee gives, call by call, and what the classifier says of it. `K` and
//! `H` are two more: an error on which the classifier panics, and a rejected value whose hint does.
use r4c::testing::ManualClock;
use r4c::{CallNotPermitted, Classifier, Outcome, ResultRejected};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

/// What happened, in words, in order.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn push(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// What one call gave: says so when it is dropped.
pub(crate) struct Given {
    pub(crate) letter: char,
    pub(crate) call: u32,
    pub(crate) hint: Option<Duration>,
    log: Log,
}

impl Drop for Given {
    fn drop(&mut self) {
        self.log.push(format!("drop {}", self.call));
    }
}

/// The value of a call.
pub(crate) enum Value {
    Given(Given),
    Fallback(String),
}

/// The error of a call.
pub(crate) enum Error {
    Given(Given),
    NotPermitted,
    Rejected { attempts: u32, text: String },
    Fallback,
}

pub(crate) type Answer = Result<Value, Error>;

impl From<CallNotPermitted> for Error {
    fn from(_: CallNotPermitted) -> Self {
        Self::NotPermitted
    }
}
impl From<ResultRejected<Value>> for Error {
    fn from(rejected: ResultRejected<Value>) -> Self {
        Self::Rejected { attempts: rejected.attempts(), text: rejected.result().text() }
    }
}

impl Value {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Given(given) => format!("Ok({})", given.call),
            Self::Fallback(text) => format!("Fallback({text})"),
        }
    }
}
impl Error {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Given(given) => format!("Err({})", given.call),
            Self::NotPermitted => "NotPermitted".to_owned(),
            Self::Rejected { attempts, text } => format!("ResultRejected({attempts},{text})"),
            Self::Fallback => "Err(fallback)".to_owned(),
        }
    }
    /// Whether a list of letters names it.
    pub(crate) fn is_in(&self, list: &[String]) -> bool {
        let name = match self {
            Self::Given(given) => given.letter.to_string(),
            Self::NotPermitted => "NotPermitted".to_owned(),
            Self::Rejected { .. } | Self::Fallback => return false,
        };
        list.contains(&name)
    }
}

pub(crate) fn text(answer: &Answer) -> String {
    answer.as_ref().map_or_else(Error::text, Value::text)
}

/// Gives each letter its verdict.
#[derive(Clone, Default)]
pub(crate) struct Letters {
    pub(crate) asked: Arc<AtomicU32>,
    /// What it says of `C` and `K` instead of panicking.
    pub(crate) calm: Option<Outcome>,
}

fn given<'a>(result: Result<&'a Value, &'a Error>) -> Option<&'a Given> {
    match result {
        Ok(Value::Given(given)) | Err(Error::Given(given)) => Some(given),
        _ => None,
    }
}

impl Classifier<Value, Error> for Letters {
    fn classify(&self, result: Result<&Value, &Error>) -> Outcome {
        self.asked.fetch_add(1, SeqCst);
        let given = given(result).expect("a classifier sees only what the callee gave");
        match given.letter {
            'S' | 'T' => Outcome::Success,
            'B' | 'E' | 'U' | 'G' | 'D' | 'H' => Outcome::Failure,
            'J' | 'I' => Outcome::Ignore,
            'M' | 'N' => Outcome::Permanent,
            'C' | 'K' if self.calm.is_some() => self.calm.unwrap_or(Outcome::Failure),
            'C' | 'K' => std::panic::panic_any(format!("classifier-panic({})", given.call)),
            other => panic!("{other} has no verdict"),
        }
    }
    fn retry_after(&self, result: Result<&Value, &Error>) -> Option<Duration> {
        let given = given(result)?;
        if given.letter == 'H' {
            std::panic::panic_any(format!("classifier-panic({})", given.call));
        }
        given.hint
    }
}

/// One entry of a callee's script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) letter: char,
    pub(crate) hint: Option<Duration>,
    /// The clock moves so far during the call.
    pub(crate) takes: Duration,
    /// The outer future is dropped in the pause that follows.
    pub(crate) dropped: bool,
}

/// Answers by its script, call by call.
#[derive(Clone)]
pub(crate) struct Callee {
    script: Arc<Mutex<VecDeque<Entry>>>,
    /// What follows the script, for ever.
    rest: Option<Entry>,
    pub(crate) calls: Arc<AtomicU32>,
    pub(crate) log: Log,
    clock: ManualClock,
    /// The entry of the last call.
    last: Arc<Mutex<Option<Entry>>>,
}

impl Callee {
    pub(crate) fn new(script: Vec<Entry>, repeats_last: bool, log: Log, clock: ManualClock) -> Self {
        let rest = if repeats_last { script.last().copied() } else { None };
        Self {
            script: Arc::new(Mutex::new(script.into())),
            rest,
            calls: Arc::default(),
            log,
            clock,
            last: Arc::default(),
        }
    }

    /// What the next call is to do; counts it.
    fn next(&self) -> (Entry, u32) {
        let call = self.calls.fetch_add(1, SeqCst) + 1;
        let entry = self.script.lock().unwrap().pop_front().or(self.rest);
        let entry = entry.unwrap_or_else(|| panic!("call {call} is one more than the script has"));
        *self.last.lock().unwrap() = Some(entry);
        self.log.push(format!("call {call}"));
        (entry, call)
    }

    /// What the last call was to do.
    pub(crate) fn last(&self) -> Option<Entry> {
        *self.last.lock().unwrap()
    }

    pub(crate) fn call(&self) -> Answer {
        let (entry, call) = self.next();
        self.give(entry, call)
    }

    fn give(&self, entry: Entry, call: u32) -> Answer {
        self.clock.advance(entry.takes);
        let given = Given { letter: entry.letter, call, hint: entry.hint, log: self.log.clone() };
        match entry.letter {
            'S' | 'B' | 'J' | 'M' | 'G' | 'C' | 'H' => Ok(Value::Given(given)),
            'E' | 'I' | 'U' | 'T' | 'N' | 'D' | 'K' => Err(Error::Given(given)),
            'P' => std::panic::panic_any(format!("panic({call})")),
            other => panic!("{other} is no letter of a call that ends"),
        }
    }

    /// The same, after one poll that is pending; `X` and `V` stay so.
    pub(crate) fn call_async(&self) -> Calling {
        Calling { callee: self.clone(), begun: None }
    }
}

/// The future of a call.
pub(crate) struct Calling {
    callee: Callee,
    begun: Option<(Entry, u32)>,
}

impl Future for Calling {
    type Output = Answer;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        match self.begun {
            None => {
                self.begun = Some(self.callee.next());
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Some((Entry { letter: 'X' | 'V', .. }, _)) => Poll::Pending,
            Some((entry, call)) => Poll::Ready(self.callee.give(entry, call)),
        }
    }
}
