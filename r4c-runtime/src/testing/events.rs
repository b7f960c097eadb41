use crate::sync::{Mutex, lock};
use crate::{CircuitBreaker, CircuitBreakerEvent, Retry, RetryEvent, Subscription};
use std::fmt;
use std::sync::Arc;

/// What a retry or a circuit breaker did.
///
/// Its text is short, to compare with: `Retrying(1)`, `GaveUp(MaxAttempts,3)`, `StateTransition(CLOSED>OPEN)`, `Failure`.
/// Numbers are attempts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A retry did it.
    Retry(RetryEvent),
    /// A circuit breaker did it.
    CircuitBreaker(CircuitBreakerEvent),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retry(event) => match event {
                RetryEvent::Retrying { attempts, .. } => write!(f, "Retrying({attempts})"),
                RetryEvent::Succeeded { attempts } => write!(f, "Succeeded({attempts})"),
                RetryEvent::GaveUp { reason, attempts, .. } => write!(f, "GaveUp({reason:?},{attempts})"),
                RetryEvent::Ignored { attempts } => write!(f, "Ignored({attempts})"),
            },
            Self::CircuitBreaker(event) => match event {
                CircuitBreakerEvent::Success => f.write_str("Success"),
                CircuitBreakerEvent::Failure => f.write_str("Failure"),
                CircuitBreakerEvent::Ignored => f.write_str("Ignored"),
                CircuitBreakerEvent::NotPermitted => f.write_str("NotPermitted"),
                CircuitBreakerEvent::StateTransition { from, to } => write!(f, "StateTransition({from}>{to})"),
                CircuitBreakerEvent::FailureRateExceeded { .. } => f.write_str("FailureRateExceeded"),
                CircuitBreakerEvent::SlowCallRateExceeded { .. } => f.write_str("SlowCallRateExceeded"),
                CircuitBreakerEvent::Reset => f.write_str("Reset"),
            },
        }
    }
}

/// Writes down the events of all policies that it watches, in one order. It stops when it is dropped.
///
/// While it watches a retry, the retry counts calls that succeed at once too, as under any listener.
///
/// ```
/// use r4c::testing::EventLog;
/// let registry = r4c::Registry::builder().circuit_breaker("orders", |b| b.minimum_calls(1)).build()?;
/// let breaker = registry.circuit_breaker("orders").expect("declared above");
/// let log = EventLog::new();
/// log.watch_circuit_breaker(&breaker);
/// breaker.try_acquire().expect("it is closed").failure();
/// assert_eq!(log.lines(), ["Failure", "FailureRateExceeded", "StateTransition(CLOSED>OPEN)"]);
/// # Ok::<(), r4c::ConfigError>(())
/// ```
#[derive(Default)]
pub struct EventLog {
    events: Arc<Mutex<Vec<Event>>>,
    subscriptions: Mutex<Vec<Subscription>>,
}

impl EventLog {
    /// An empty log that watches nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Watches a retry.
    pub fn watch_retry(&self, retry: &Retry) {
        let events = Arc::clone(&self.events);
        self.keep(retry.on_event(move |event| lock(&events).push(Event::Retry(event.clone()))));
    }

    /// Watches a circuit breaker.
    pub fn watch_circuit_breaker(&self, breaker: &CircuitBreaker) {
        let events = Arc::clone(&self.events);
        self.keep(breaker.on_event(move |event| lock(&events).push(Event::CircuitBreaker(*event))));
    }

    /// What has happened so far.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        lock(&self.events).clone()
    }

    /// What has happened so far, as short texts.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        lock(&self.events).iter().map(Event::to_string).collect()
    }

    fn keep(&self, subscription: Subscription) {
        lock(&self.subscriptions).push(subscription);
    }
}

impl fmt::Debug for EventLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventLog").field("events", &self.events()).finish_non_exhaustive()
    }
}
