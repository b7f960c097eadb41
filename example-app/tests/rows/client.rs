//! What is wrapped: a client that does what it is handed, and the classifiers that the markers name.
use super::letters::{Answer, Error, Letters, Value};
use super::outer::{Described, Shared};
use r4c::{CallNotPermitted, Classifier, Outcome};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::time::Duration;

thread_local! {
    /// The letters of the row whose wrapper is being made: of both policies, of the retry, of the breaker.
    static MAKING: RefCell<[Letters; 3]> = RefCell::default();
    /// What the last refusal that a fallback took said of the time to wait.
    pub(crate) static RETRY_AFTER: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// Does what each call's callee does; its fallbacks end as the row says.
#[derive(Clone)]
pub(crate) struct Client(Shared);

impl Client {
    /// The classifiers of the wrappers that this thread makes from now on belong to the same row.
    pub(crate) fn new(shared: &Shared) -> Self {
        MAKING.set([shared.letters.clone(), shared.own.0.clone(), shared.own.1.clone()]);
        Self(shared.clone())
    }

    pub(crate) fn has_fallback(&self) -> bool {
        self.0.fallback.is_some()
    }

    /// The end of the fallbacks.
    pub(crate) fn answer<T: Described + Any>(&self, taken: &T) -> Answer {
        if let Some(refusal) = (taken as &dyn Any).downcast_ref::<CallNotPermitted>() {
            RETRY_AFTER.set(refusal.retry_after());
        }
        self.0.answer(&taken.described())
    }
}

/// A classifier that a marker can name: the row's, found when the wrapper is made.
macro_rules! classifier {
    ($(#[$doc:meta])* $name:ident, $index:literal) => {
        $(#[$doc])*
        pub(crate) struct $name(Letters);

        impl Default for $name {
            fn default() -> Self {
                Self(MAKING.with_borrow(|letters| letters[$index].clone()))
            }
        }

        impl Classifier<Value, Error> for $name {
            fn classify(&self, result: Result<&Value, &Error>) -> Outcome {
                self.0.classify(result)
            }
            fn retry_after(&self, result: Result<&Value, &Error>) -> Option<Duration> {
                self.0.retry_after(result)
            }
        }
    };
}
classifier! {
    /// The one of both policies, or of the only one that has a classifier.
    OfBoth, 0
}
classifier! {
    /// The retry's, where the breaker has another.
    OfRetry, 1
}
classifier! {
    /// The breaker's, where the retry has another.
    OfBreaker, 2
}
