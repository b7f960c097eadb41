//! Like a client of a message broker: boxed futures, an error that is generic over its kind, builders' arguments.
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::script::{Failed, Script};

/// A boxed future.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An error of a kind.
#[derive(Debug)]
pub struct Error<Kind> {
    /// Which.
    pub kind: Kind,
    /// Why.
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// Why nothing is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishErrorKind {
    /// Nobody listens.
    NoResponders,
    /// It takes too long.
    TimedOut,
    /// The breaker is open.
    Refused,
}

/// Why nothing is published.
pub type PublishError = Error<PublishErrorKind>;

impl From<r4c::CallNotPermitted> for PublishError {
    fn from(refused: r4c::CallNotPermitted) -> PublishError {
        Error { kind: PublishErrorKind::Refused, source: Some(Box::new(refused)) }
    }
}

/// That it has arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct PubAck {
    /// As the n-th.
    pub sequence: u64,
    /// Whether it was there already.
    pub duplicate: bool,
}

/// Timeouts go away, and what was there already is good.
#[derive(Debug)]
pub struct ByKind;

impl r4c::Classifier<PubAck, PublishError> for ByKind {
    fn classify(&self, result: Result<&PubAck, &PublishError>) -> r4c::Outcome {
        match result {
            Ok(_) => r4c::Outcome::Success,
            Err(Error { kind: PublishErrorKind::TimedOut, .. }) => r4c::Outcome::Failure,
            Err(_) => r4c::Outcome::Permanent,
        }
    }

    fn retry_after(&self, _: Result<&PubAck, &PublishError>) -> Option<Duration> {
        Some(Duration::from_millis(1))
    }
}

/// Publishes messages.
pub trait Publisher: Send + Sync {
    /// Publishes.
    #[r4c::retry(max_attempts = 3, classifier = ByKind)]
    #[r4c::circuit_breaker(name = "publisher", minimum_calls = 4, sliding_window = 4, classifier = ByKind)]
    fn publish<'a>(
        &'a self,
        subject: Cow<'a, str>,
        headers: Option<BTreeMap<String, Vec<String>>>,
        payload: Arc<[u8]>,
    ) -> BoxFuture<'a, Result<PubAck, PublishError>>;

    /// Waits until all is sent.
    #[r4c::circuit_breaker(name = "publisher")]
    fn flush(&self) -> Pin<Box<dyn Future<Output = Result<(), PublishError>> + Send + '_>>;
}

r4c::include_wrappers!("publisher");

/// In memory.
#[derive(Debug, Default)]
pub struct Broker {
    /// What happens.
    pub script: Script,
    messages: Mutex<Vec<(String, Arc<[u8]>)>>,
}

impl Broker {
    /// That follows a script.
    pub fn new(script: Script) -> Broker {
        Broker { script, messages: Mutex::default() }
    }

    fn step(&self) -> Result<(), PublishError> {
        let kind = |failed| match failed {
            Failed::Busy => PublishErrorKind::TimedOut,
            _ => PublishErrorKind::NoResponders,
        };
        self.script.next().map_err(|failed| Error { kind: kind(failed), source: None })
    }
}

impl Publisher for Broker {
    fn publish<'a>(
        &'a self,
        subject: Cow<'a, str>,
        _: Option<BTreeMap<String, Vec<String>>>,
        payload: Arc<[u8]>,
    ) -> BoxFuture<'a, Result<PubAck, PublishError>> {
        Box::pin(async move {
            self.step()?;
            let mut messages = self.messages.lock().unwrap();
            messages.push((subject.into_owned(), payload));
            Ok(PubAck { sequence: messages.len() as u64, duplicate: false })
        })
    }
    fn flush(&self) -> Pin<Box<dyn Future<Output = Result<(), PublishError>> + Send + '_>> {
        Box::pin(async move { self.step() })
    }
}
