//! Events: what policies did, told after it happened to whoever listens.
//!
//! Listeners run on the thread that made the event, after the decision and outside every lock, so a slow one slows that
//! call and nothing else. A panic in one is caught, counted and changes nothing; the listeners after it are still told.
use crate::State;
use crate::sync::{AtomicU64, Mutex, lock, survives};
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// What a retry did.
///
/// | event | when |
/// |---|---|
/// | `Retrying` | an attempt failed and another one follows, after the pause |
/// | `Succeeded` | a call succeeded that had been retried |
/// | `GaveUp` | the call failed and is not repeated any further |
/// | `Ignored` | the call ended with an outcome that is neither: aborted, not listed, or `Ignore` |
///
/// At most one of the last three is published for a call, and none for one that succeeds at once or is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryEvent {
    /// Another attempt follows.
    #[non_exhaustive]
    Retrying {
        /// How often the method has run in this call.
        attempts: u32,
        /// The pause before the next attempt.
        delay: Duration,
    },
    /// The call succeeded after at least one retry.
    #[non_exhaustive]
    Succeeded {
        /// How often the method has run in this call.
        attempts: u32,
    },
    /// The retry ended on a failure.
    #[non_exhaustive]
    GaveUp {
        /// Why.
        reason: GaveUpReason,
        /// How often the method has run in this call: 0 if it was refused at once.
        attempts: u32,
        /// The panic's message, where the classifier or the call panicked with text.
        failure: Option<Box<str>>,
    },
    /// The call ended with an outcome that is neither a success nor a failure.
    #[non_exhaustive]
    Ignored {
        /// How often the method has run in this call.
        attempts: u32,
    },
}

/// Why a retry gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GaveUpReason {
    /// All attempts are used up.
    MaxAttempts,
    /// The next pause does not fit into what is left of `max_duration`.
    MaxDuration,
    /// The classifier said that another attempt cannot help.
    Permanent,
    /// The circuit breaker refused.
    NotPermitted,
    /// The classifier panicked.
    ClassifierFailed,
    /// The call itself panicked.
    CallPanicked,
}

impl fmt::Display for GaveUpReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::MaxAttempts => "all attempts used up",
            Self::MaxDuration => "no time left",
            Self::Permanent => "permanent failure",
            Self::NotPermitted => "not permitted by the circuit breaker",
            Self::ClassifierFailed => "the classifier panicked",
            Self::CallPanicked => "the call panicked",
        })
    }
}

/// What a circuit breaker did. When one call makes several, they come in this order: the outcome, the rates, the
/// transition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CircuitBreakerEvent {
    /// A success was recorded.
    Success,
    /// A failure was recorded.
    Failure,
    /// A call was let through and not recorded.
    Ignored,
    /// A call was refused (by an open or half-open breaker; a forced-open one says nothing).
    NotPermitted,
    /// The state changed.
    #[non_exhaustive]
    StateTransition {
        /// The state that ended.
        from: State,
        /// The state that began.
        to: State,
    },
    /// The failure rate reached its threshold. Told once in a state.
    #[non_exhaustive]
    FailureRateExceeded {
        /// Per cent of the window.
        rate: f64,
    },
    /// The rate of slow calls reached its threshold. Told once in a state.
    #[non_exhaustive]
    SlowCallRateExceeded {
        /// Per cent of the window.
        rate: f64,
    },
    /// It was reset by hand.
    Reset,
}

/// A listener's registration: dropping it ends it.
#[must_use = "a subscription that is dropped ends at once; `detach` keeps it"]
pub struct Subscription {
    end: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl Subscription {
    /// Does something more when it ends.
    pub(crate) fn and_then(mut self, then: impl FnOnce() + Send + Sync + 'static) -> Self {
        if let Some(end) = self.end.take() {
            self.end = Some(Box::new(move || {
                survives(end);
                then();
            }));
        }
        self
    }
    /// One that ends by dropping what it keeps.
    pub(crate) fn keeping(kept: impl Send + Sync + 'static) -> Self {
        Self { end: Some(Box::new(move || drop(kept))) }
    }
    /// Keeps the listener for as long as the policy lives.
    pub fn detach(mut self) {
        std::mem::forget(self.end.take());
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            // The listener's captures are dropped here: their `Drop` is the user's code, and this may be part of an unwinding.
            survives(end);
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").finish_non_exhaustive()
    }
}

/// What a publisher has to know of its events.
pub(crate) trait Event {
    /// Whether it comes with every healthy call: a listener for those costs each call a lock.
    fn is_success(&self) -> bool;
}
impl Event for RetryEvent {
    fn is_success(&self) -> bool {
        false
    }
}
impl Event for CircuitBreakerEvent {
    fn is_success(&self) -> bool {
        matches!(self, Self::Success)
    }
}

/// Which events a listener is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    Everything,
    AllButSuccesses,
}

struct Listener<E> {
    id: u64,
    wants: Wants,
    call: Arc<dyn Fn(&E) + Send + Sync>,
}

impl<E> Clone for Listener<E> {
    fn clone(&self) -> Self {
        Self { id: self.id, wants: self.wants, call: Arc::clone(&self.call) }
    }
}

type List<E> = Arc<[Listener<E>]>;

/// The listeners of one policy. Asking whether there are any is one relaxed load.
pub(crate) struct Publisher<E>(Arc<Listeners<E>>);

struct Listeners<E> {
    observed: AtomicU64,
    /// How many of them want successes too.
    want_successes: AtomicU64,
    panics: AtomicU64,
    next_id: AtomicU64,
    /// Replaced whole by every change, so that telling them needs no lock.
    list: Mutex<List<E>>,
}

impl<E: Event + 'static> Publisher<E> {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Listeners {
            observed: AtomicU64::new(0),
            want_successes: AtomicU64::new(0),
            panics: AtomicU64::new(0),
            next_id: AtomicU64::new(0),
            list: Mutex::new(Arc::new([])),
        }))
    }
    #[inline(always)]
    pub(crate) fn is_observed(&self) -> bool {
        self.0.observed.load(Relaxed) > 0
    }
    pub(crate) fn wants_successes(&self) -> bool {
        self.0.want_successes.load(Relaxed) > 0
    }
    pub(crate) fn panics(&self) -> u64 {
        self.0.panics.load(Relaxed)
    }
    pub(crate) fn subscribe(&self, wants: Wants, listener: impl Fn(&E) + Send + Sync + 'static) -> Subscription {
        let listener = Listener { id: self.0.next_id.fetch_add(1, Relaxed), wants, call: Arc::new(listener) };
        let id = listener.id;
        self.0.replace(|list| list.iter().cloned().chain([listener]).collect());
        let listeners: Weak<Listeners<E>> = Arc::downgrade(&self.0);
        let end = move || {
            if let Some(listeners) = listeners.upgrade() {
                listeners.replace(|list| list.iter().filter(|other| other.id != id).cloned().collect());
            }
        };
        Subscription { end: Some(Box::new(end)) }
    }
    /// Tells every listener of this moment that wants it.
    pub(crate) fn publish(&self, event: &E) {
        let list = Arc::clone(&lock(&self.0.list));
        for listener in list.iter().filter(|listener| listener.wants == Wants::Everything || !event.is_success()) {
            if !survives(|| (listener.call)(event)) {
                self.0.panics.fetch_add(1, Relaxed);
            }
        }
        // The last holder of a listener that was just unsubscribed may be this list: its captures' `Drop` is the user's code.
        survives(|| drop(list));
    }
}

impl<E> Listeners<E> {
    fn replace(&self, change: impl FnOnce(&[Listener<E>]) -> List<E>) {
        let mut list = lock(&self.list);
        let next = change(&list);
        let want_successes = next.iter().filter(|listener| listener.wants == Wants::Everything).count();
        self.want_successes.store(want_successes as u64, Relaxed);
        self.observed.store(next.len() as u64, Relaxed);
        let old = std::mem::replace(&mut *list, next);
        drop(list);
        drop(old);
    }
}
