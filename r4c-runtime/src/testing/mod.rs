//! For tests of code that uses r4c: a clock that stands still, a callee with a script, a log of events. Feature `test-util`.
//!
//! Nothing here sleeps, and nothing depends on a runtime: a pause of a retry moves the clock and is over at once.
//!
//! ```
//! use r4c::testing::{Callee, EventLog, ManualClock};
//! use r4c::{Pipeline, Registry};
//! use std::time::Duration;
//!
//! let clock = ManualClock::new();
//! let registry = Registry::builder().clock(clock.clone()).sleeper(clock.sleeper()).build()?;
//! let pipeline = Pipeline::builder(&registry, "orders")
//!     .retry(|r| r.max_attempts(3).delay(Duration::from_millis(100)).multiplier(2.0))
//!     .circuit_breaker(|b| b)
//!     .build()?;
//! let log = EventLog::new();
//! log.watch_retry(&registry.retry("orders").expect("the pipeline has declared it"));
//!
//! let callee = Callee::returning([Err("down"), Err("down"), Ok(7)]);
//! assert_eq!(pipeline.execute(|| callee.call()).ok(), Some(7));
//!
//! assert_eq!(callee.calls(), 3);
//! assert_eq!(clock.pauses(), [Duration::from_millis(100), Duration::from_millis(200)]);
//! assert_eq!(log.lines(), ["Retrying(1)", "Retrying(2)", "Succeeded(3)"]);
//! # Ok::<(), r4c::ConfigError>(())
//! ```
//!
//! The same with a wrapper: give its `new` that registry, and let the inner type hold the [`Callee`].
mod callee;
mod clock;
mod events;

pub use callee::Callee;
pub use clock::{ManualClock, ManualSleeper};
pub use events::{Event, EventLog};

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls a future once: its output, if it is ready.
///
/// An async call whose callee is ready is itself ready at once under a [`ManualClock`]'s sleeper, pauses included.
///
/// ```
/// use r4c::testing::now_or_never;
/// assert_eq!(now_or_never(async { 7 }), Some(7));
/// assert_eq!(now_or_never(std::future::pending::<()>()), None);
/// ```
pub fn now_or_never<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}
