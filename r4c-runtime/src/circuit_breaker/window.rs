//! The sliding window: what the last N calls, or the last N whole seconds, were like. Exact after every record.
//!
//! A count window stores only what is not a plain success: a *mark* for each failed or slow call, stamped with its place
//! in the order of all records. A mark is in the window while fewer than N records have come after it. So successes need no
//! order, only a count, and whoever counts them (the cells) need not tell the window.
use std::collections::VecDeque;
use std::time::Duration;

use crate::config::SlidingWindow;

/// What one settled call adds to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) failed: bool,
    pub(crate) slow: bool,
}

/// What a window holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) recorded: u64,
    pub(crate) failed: u64,
    pub(crate) slow: u64,
}

impl Counts {
    fn add(&mut self, entry: Entry) {
        self.recorded += 1;
        self.failed += u64::from(entry.failed);
        self.slow += u64::from(entry.slow);
    }
    fn remove(&mut self, other: Self) {
        self.recorded -= other.recorded;
        self.failed -= other.failed;
        self.slow -= other.slow;
    }
}

#[derive(Debug)]
pub(crate) enum Window {
    Count(CountWindow),
    Time(TimeWindow),
}

impl Window {
    pub(crate) fn new(kind: SlidingWindow) -> Self {
        match kind {
            SlidingWindow::Count(size) => Self::of_calls(size),
            SlidingWindow::Time(length) => Self::Time(TimeWindow {
                seconds: length.as_secs(),
                buckets: VecDeque::new(),
                counts: Counts::default(),
            }),
        }
    }
    pub(crate) fn of_calls(size: u32) -> Self {
        Self::Count(CountWindow { size: u64::from(size), marks: VecDeque::new(), counts: Counts::default() })
    }
    /// Enters a call that is the `total`-th of this window's life.
    pub(crate) fn record(&mut self, entry: Entry, total: u64, now: Duration) {
        match self {
            Self::Count(window) => window.record(entry, total),
            Self::Time(window) => window.record(entry, now),
        }
    }
    /// What it holds after `total` calls of its life, at `now`.
    pub(crate) fn counts(&mut self, total: u64, now: Duration) -> Counts {
        match self {
            Self::Count(window) => window.counts(total),
            Self::Time(window) => window.counts(now),
        }
    }
    /// Whether a failed or slow call may still be in it.
    pub(crate) fn has_failures(&self) -> bool {
        match self {
            Self::Count(window) => !window.marks.is_empty(),
            Self::Time(window) => window.counts.failed + window.counts.slow > 0,
        }
    }
    pub(crate) const fn is_timed(&self) -> bool {
        matches!(self, Self::Time(_))
    }
}

#[derive(Debug)]
pub(crate) struct CountWindow {
    size: u64,
    marks: VecDeque<Mark>,
    /// Of the marks: `recorded` is their number.
    counts: Counts,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// It was the `stamp`-th record, counted from 1.
    stamp: u64,
    entry: Entry,
}

impl CountWindow {
    fn record(&mut self, entry: Entry, total: u64) {
        if entry.failed || entry.slow {
            self.marks.push_back(Mark { stamp: total, entry });
            self.counts.add(entry);
        }
        self.forget_before(total);
    }
    fn counts(&mut self, total: u64) -> Counts {
        self.forget_before(total);
        Counts { recorded: total.min(self.size), ..self.counts }
    }
    fn forget_before(&mut self, total: u64) {
        while let Some(oldest) = self.marks.front().filter(|mark| total - mark.stamp >= self.size) {
            let Entry { failed, slow } = oldest.entry;
            self.counts.remove(Counts { recorded: 1, failed: u64::from(failed), slow: u64::from(slow) });
            self.marks.pop_front();
        }
    }
}

#[derive(Debug)]
pub(crate) struct TimeWindow {
    seconds: u64,
    buckets: VecDeque<Bucket>,
    counts: Counts,
}

#[derive(Debug)]
struct Bucket {
    second: u64,
    counts: Counts,
}

impl TimeWindow {
    fn record(&mut self, entry: Entry, now: Duration) {
        let second = now.as_secs();
        self.forget_before(second);
        self.counts.add(entry);
        match self.buckets.back_mut() {
            // A clock read before the lock may be a second behind the last record: it enters the latest bucket.
            Some(latest) if latest.second >= second => latest.counts.add(entry),
            _ => {
                let mut counts = Counts::default();
                counts.add(entry);
                self.buckets.push_back(Bucket { second, counts });
            }
        }
    }
    fn counts(&mut self, now: Duration) -> Counts {
        self.forget_before(now.as_secs());
        self.counts
    }
    fn forget_before(&mut self, second: u64) {
        while let Some(oldest) =
            self.buckets.front().filter(|bucket| second.saturating_sub(bucket.second) >= self.seconds)
        {
            self.counts.remove(oldest.counts);
            self.buckets.pop_front();
        }
    }
}
