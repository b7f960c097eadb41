//! The calls that are measured: two small traits with generated wrappers, and the same calls without them.
//!
//! `plain` gives a 24-byte result without drop glue, `owning` one that owns a `String`: the compiler treats the two
//! differently enough that each has to be looked at.
pub mod owning;
pub mod plain;

use r4c::{ConfigError, Registry};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls a future that is ready at once.
///
/// # Panics
/// If it is not ready.
#[inline]
pub fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the measured calls never wait"),
    }
}

/// A registry whose async calls could pause, though the measured ones never do.
///
/// # Errors
/// Never, for these settings.
pub fn registry() -> Result<Registry, ConfigError> {
    Registry::builder().sleeper(|_| std::future::ready(())).build()
}
