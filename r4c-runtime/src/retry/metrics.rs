use crate::circuit_breaker::{Admitted, Cells};
use crate::sync::AtomicU64;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

/// Calls of a retry by how they ended, and the attempts that they made.
///
/// A call is *ok* if it ended in a success, or was ignored and returned a value; *with retry* if it had more than one
/// attempt or was to have. Calls that succeed at once, and their attempts, are counted surely only while
/// somebody observes the retry; all others always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryMetrics {
    /// Ok at the first attempt.
    pub ok_without_retry: u64,
    /// Ok after a retry.
    pub ok_with_retry: u64,
    /// Failed without a retry.
    pub failed_without_retry: u64,
    /// Failed after a retry.
    pub failed_with_retry: u64,
    /// Futures dropped before their end.
    pub cancelled: u64,
    /// How often the method ran.
    pub attempts: u64,
}

/// The one epoch of a retry's cells.
const ALWAYS: Admitted = Admitted(0);

/// Counters of what is rare, and cells by thread for what is not.
#[derive(Debug)]
pub(crate) struct Counters {
    rare: [AtomicU64; 6],
    /// Calls that succeeded at once while somebody observed the retry: an add to memory of one's own, as for the successes of a
    /// circuit breaker. Made at the first of them.
    at_once: OnceLock<Box<Cells>>,
}

/// One of the counters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ended {
    Ok,
    Failed,
    Cancelled,
}

impl Counters {
    pub(crate) fn new() -> Self {
        Self { rare: std::array::from_fn(|_| AtomicU64::new(0)), at_once: OnceLock::new() }
    }
    /// A call that succeeded at its first attempt.
    pub(crate) fn count_success_at_once(&self) {
        let cells = self.at_once.get_or_init(|| Box::new(Cells::new()));
        if !cells.count(ALWAYS) {
            // No generations here: what the breaker does under its lock needs none.
            cells.count_under_lock(ALWAYS);
        }
    }
    pub(crate) fn count(&self, ended: Ended, retried: bool, attempts: u32) {
        let index = match ended {
            Ended::Ok => usize::from(retried),
            Ended::Failed => 2 + usize::from(retried),
            Ended::Cancelled => 4,
        };
        self.rare[index].fetch_add(1, Relaxed);
        self.rare[5].fetch_add(u64::from(attempts), Relaxed);
    }
    pub(crate) fn read(&self) -> RetryMetrics {
        let [ok_without_retry, ok_with_retry, failed_without_retry, failed_with_retry, cancelled, attempts] =
            std::array::from_fn(|index| self.rare[index].load(Relaxed));
        let at_once = self.at_once.get().map_or(0, |cells| cells.sum(ALWAYS));
        let (ok_without_retry, attempts) = (ok_without_retry + at_once, attempts + at_once);
        RetryMetrics { ok_without_retry, ok_with_retry, failed_without_retry, failed_with_retry, cancelled, attempts }
    }
}
