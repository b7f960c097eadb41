//! Observers: one listener for every instance of a registry, those that are declared later included.
use super::policy::Policy;
use super::{Registry, State};
use crate::event::{CircuitBreakerEvent, RetryEvent, Subscription};
use crate::{CircuitBreaker, Retry};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Is told what all instances of a registry do.
///
/// ```
/// use r4c::{CircuitBreakerEvent, Observer, Registry};
///
/// struct Pager;
/// impl Observer for Pager {
///     fn circuit_breaker(&self, name: &str, event: &CircuitBreakerEvent) {
///         if let CircuitBreakerEvent::StateTransition { from, to, .. } = event {
///             eprintln!("circuit breaker {name}: {from} -> {to}");
///         }
///     }
/// }
/// let registry = Registry::new();
/// let watching = registry.observe(Pager); // ends when it is dropped; `watching.detach()` keeps it
/// # drop(watching);
/// ```
pub trait Observer: Send + Sync {
    /// A retry did something.
    fn retry(&self, name: &str, event: &RetryEvent) {
        let _ = (name, event);
    }
    /// A circuit breaker did something. Successes are not told: they would send every call through the breaker's
    /// lock. [`CircuitBreaker::on_event`] tells them, and [`CircuitBreaker::metrics`] counts them for nothing.
    fn circuit_breaker(&self, name: &str, event: &CircuitBreakerEvent) {
        let _ = (name, event);
    }
}

/// An observer and what it listens to so far.
pub(super) struct Observation {
    observer: Arc<dyn Observer>,
    listening: Mutex<Vec<Subscription>>,
}

impl Observation {
    pub(super) fn retry(&self, retry: &Retry) {
        let (observer, name) = (Arc::clone(&self.observer), retry.name().to_owned());
        self.keep(retry.on_event(move |event| observer.retry(&name, event)));
    }
    pub(super) fn circuit_breaker(&self, breaker: &CircuitBreaker) {
        let (observer, name) = (Arc::clone(&self.observer), breaker.name().to_owned());
        self.keep(breaker.on_event_except_success(move |event| observer.circuit_breaker(&name, event)));
    }
    fn keep(&self, subscription: Subscription) {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner).push(subscription);
    }
}

/// The observers of a registry that still observe.
#[derive(Default)]
pub(super) struct Observers(Vec<Weak<Observation>>);

impl Observers {
    /// Those that a new instance is to be shown to.
    pub(super) fn present(&mut self) -> Vec<Arc<Observation>> {
        self.0.retain(|observation| observation.strong_count() > 0);
        self.0.iter().filter_map(Weak::upgrade).collect()
    }
}

impl Registry {
    /// Tells `observer` what every instance of this registry does, those that are declared later included, until
    /// the subscription is dropped.
    ///
    /// It runs as every listener does: after the decision, outside every lock; a panic in it changes nothing.
    pub fn observe(&self, observer: impl Observer + 'static) -> Subscription {
        let observation = Arc::new(Observation { observer: Arc::new(observer), listening: Mutex::new(Vec::new()) });
        let (retries, breakers) = {
            let mut state: std::sync::MutexGuard<'_, State> = self.lock();
            state.observers.0.push(Arc::downgrade(&observation));
            let retries: Vec<Retry> = Retry::instances(&mut state).values().map(|it| it.policy.clone()).collect();
            let breakers: Vec<CircuitBreaker> =
                CircuitBreaker::instances(&mut state).values().map(|it| it.policy.clone()).collect();
            (retries, breakers)
        };
        let shown = [Arc::clone(&observation)];
        retries.iter().for_each(|retry| retry.show_to(&shown));
        breakers.iter().for_each(|breaker| breaker.show_to(&shown));
        drop(shown);
        Subscription::keeping(observation)
    }
}
