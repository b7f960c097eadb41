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
                end();
                then();
            }));
        }
        self
    }
    /// Keeps the listener for as long as the policy lives.
    pub fn detach(mut self) {
        self.end = None;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            end();
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").finish_non_exhaustive()
    }
}

type Listener<E> = Arc<dyn Fn(&E) + Send + Sync>;
type List<E> = Arc<[(u64, Listener<E>)]>;

/// The listeners of one policy. Asking whether there are any is one relaxed load.
pub(crate) struct Publisher<E>(Arc<Listeners<E>>);

struct Listeners<E> {
    observed: AtomicU64,
    panics: AtomicU64,
    next_id: AtomicU64,
    /// Replaced whole by every change, so that telling them needs no lock.
    list: Mutex<List<E>>,
}

impl<E: 'static> Publisher<E> {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Listeners {
            observed: AtomicU64::new(0),
            panics: AtomicU64::new(0),
            next_id: AtomicU64::new(0),
            list: Mutex::new(Arc::new([])),
        }))
    }
    #[inline(always)]
    pub(crate) fn is_observed(&self) -> bool {
        self.0.observed.load(Relaxed) > 0
    }
    pub(crate) fn panics(&self) -> u64 {
        self.0.panics.load(Relaxed)
    }
    pub(crate) fn subscribe(&self, listener: impl Fn(&E) + Send + Sync + 'static) -> Subscription {
        let id = self.0.next_id.fetch_add(1, Relaxed);
        self.0.replace(|list| list.iter().cloned().chain([(id, Arc::new(listener) as Listener<E>)]).collect());
        let listeners: Weak<Listeners<E>> = Arc::downgrade(&self.0);
        let end = move || {
            if let Some(listeners) = listeners.upgrade() {
                listeners.replace(|list| list.iter().filter(|(other, _)| *other != id).cloned().collect());
            }
        };
        Subscription { end: Some(Box::new(end)) }
    }
    /// Tells every listener of this moment.
    pub(crate) fn publish(&self, event: &E) {
        let list = Arc::clone(&lock(&self.0.list));
        for (_, listener) in list.iter() {
            if !survives(|| listener(event)) {
                self.0.panics.fetch_add(1, Relaxed);
            }
        }
        // The last holder of a listener that was just unsubscribed may be this list: its captures' `Drop` is the user's code.
        survives(|| drop(list));
    }
}

impl<E> Listeners<E> {
    fn replace(&self, change: impl FnOnce(&[(u64, Listener<E>)]) -> List<E>) {
        let mut list = lock(&self.list);
        let next = change(&list);
        self.observed.store(next.len() as u64, Relaxed);
        let old = std::mem::replace(&mut *list, next);
        drop(list);
        drop(old);
    }
}
