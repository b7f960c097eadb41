use crate::sync::AtomicU64;
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

#[derive(Debug)]
pub(crate) struct Counters([AtomicU64; 6]);

/// One of the counters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ended {
    Ok,
    Failed,
    Cancelled,
}

impl Counters {
    pub(crate) fn new() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
    pub(crate) fn count(&self, ended: Ended, retried: bool, attempts: u32) {
        let index = match ended {
            Ended::Ok => usize::from(retried),
            Ended::Failed => 2 + usize::from(retried),
            Ended::Cancelled => 4,
        };
        self.0[index].fetch_add(1, Relaxed);
        self.0[5].fetch_add(u64::from(attempts), Relaxed);
    }
    pub(crate) fn read(&self) -> RetryMetrics {
        let [ok_without_retry, ok_with_retry, failed_without_retry, failed_with_retry, cancelled, attempts] =
            std::array::from_fn(|index| self.0[index].load(Relaxed));
        RetryMetrics { ok_without_retry, ok_with_retry, failed_without_retry, failed_with_retry, cancelled, attempts }
    }
}
