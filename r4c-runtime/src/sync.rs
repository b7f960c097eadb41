//! The one place that knows loom from the standard library: atomics, the lock and the two ways to survive somebody
//! else's panic. Nothing else in the crate names either of them for state that threads share.
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic::AtomicU64};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic::AtomicU64};

/// Locks, whatever happened to the last holder: no state behind our locks can be left half-changed by a panic,
/// since nothing of the user's runs under them.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value alone on its cache lines (two of 64 bytes: processors fetch them in pairs).
#[repr(align(128))]
#[derive(Debug)]
pub(crate) struct Padded<T>(pub(crate) T);

/// Runs the user's code where a panic must not pass; `false` if it panicked.
pub(crate) fn survives(run: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(()) => true,
        Err(payload) => {
            discard(payload);
            false
        }
    }
}

/// Drops a panic's payload, whose own `Drop` may panic again: that second payload is leaked, not dropped.
pub(crate) fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}
