//! A clock that stands still until it is moved.
use r4c::Clock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Begins at 0, a whole second. It counts how often it is read.
#[derive(Debug, Default)]
pub(crate) struct ManualClock {
    nanoseconds: AtomicU64,
    reads: AtomicU64,
}

impl ManualClock {
    pub(crate) fn advance(&self, by: Duration) {
        self.nanoseconds.fetch_add(u64::try_from(by.as_nanos()).unwrap(), Relaxed);
    }
    pub(crate) fn reads(&self) -> u64 {
        self.reads.load(Relaxed)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.reads.fetch_add(1, Relaxed);
        Duration::from_nanos(self.nanoseconds.load(Relaxed))
    }
    fn sleep(&self, duration: Duration) {
        self.advance(duration);
    }
}
