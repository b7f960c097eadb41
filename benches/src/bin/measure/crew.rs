//! The threads of a row: started once, they make batches together.
//!
//! **Guarantees.** No thread begins its batch before all are running. A batch's time is that from the first beginning to the
//! last end: what all of them together took, also where the machine cannot run all at once.
//!
//! **Hazard.** A thread that is woken runs beside the one that woke it, on one core, and batches are over before the scheduler
//! has moved it: two such threads would seem to share a breaker without ever getting in each other's way. So each is kept
//! to a core of its own, they wait for each other by spinning, not asleep, and a batch says whether they were together.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use r4c_benches::row::Batch;

use crate::cores::Cores;

/// Times batches, on this thread and on those that help it.
pub(crate) struct Crew<'s, 'a> {
    shared: &'s Shared<'a>,
}

struct Shared<'a> {
    gate: Gate,
    order: Mutex<Option<(&'a Batch, u64)>>,
    reports: Mutex<Vec<(Instant, Instant)>>,
}

/// Has `lead` time batches on so many threads, of which it is one. If there are fewer cores, a thread that waits leaves its
/// core to the others at once.
pub(crate) fn with<'a, R>(threads: u32, cores: usize, lead: impl FnOnce(&Crew<'_, 'a>) -> R) -> R {
    let threads = threads as usize;
    let crowded = threads > cores;
    let shared = Shared {
        gate: Gate { threads, spins: if crowded { 0 } else { 10_000 }, arrived: AtomicUsize::new(0) },
        order: Mutex::new(None),
        reports: Mutex::new(Vec::with_capacity(threads)),
    };
    let cores = Cores::allowed();
    let settle = |n| {
        if threads > 1 && !crowded {
            cores.keep_to(n);
        }
    };
    std::thread::scope(|scope| {
        let (shared, settle) = (&shared, &settle);
        for n in 1..threads {
            scope.spawn(move || {
                settle(n);
                while shared.take_part() {}
            });
        }
        settle(0);
        let result = lead(&Crew { shared });
        cores.spread();
        shared.order(None);
        result
    })
}

impl<'a> Crew<'_, 'a> {
    /// So many calls on each thread at once.
    pub(crate) fn time(&self, batch: &'a Batch, calls: u64) -> Took {
        self.shared.order(Some((batch, calls)));
        self.shared.run(batch, calls);
        Took::of(std::mem::take(&mut *locked(&self.shared.reports)))
    }
}

/// How long a batch took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Took {
    /// From the first beginning to the last end.
    pub(crate) time: Duration,
    /// Whether all threads were at it for at least half of that time. If not, one of them had no core for a while, and the
    /// others were alone.
    pub(crate) together: bool,
}

impl Took {
    fn of(reports: Vec<(Instant, Instant)>) -> Self {
        let (begun, ended): (Vec<Instant>, Vec<Instant>) = reports.into_iter().unzip();
        let between = |from: Option<&Instant>, to: Option<&Instant>| {
            from.zip(to).map_or(Duration::ZERO, |(from, to)| to.saturating_duration_since(*from))
        };
        let time = between(begun.iter().min(), ended.iter().max());
        Self { time, together: 2 * between(begun.iter().max(), ended.iter().min()) >= time }
    }
}

impl<'a> Shared<'a> {
    fn order(&self, order: Option<(&'a Batch, u64)>) {
        *locked(&self.order) = order;
        self.gate.meet();
    }
    /// Waits for an order and carries it out; `false` when there are no more.
    fn take_part(&self) -> bool {
        self.gate.meet();
        let Some((batch, calls)) = *locked(&self.order) else { return false };
        self.run(batch, calls);
        true
    }
    fn run(&self, batch: &Batch, calls: u64) {
        self.gate.meet();
        let begun = Instant::now();
        batch(calls);
        let ended = Instant::now();
        locked(&self.reports).push((begun, ended));
        self.gate.meet();
    }
}

/// Where all threads meet before any of them goes on, again and again.
struct Gate {
    threads: usize,
    /// How often a thread looks for the others before it leaves its core to whoever needs it.
    spins: u32,
    /// How often a thread has come here.
    arrived: AtomicUsize,
}

impl Gate {
    fn meet(&self) {
        let here = self.arrived.fetch_add(1, Ordering::AcqRel) + 1;
        let all = here.div_ceil(self.threads) * self.threads;
        let mut spins = 0;
        while self.arrived.load(Ordering::Acquire) < all {
            spins += 1;
            if spins < self.spins { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Took, with};
    use r4c_benches::row::Batch;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::{Duration, Instant};

    #[test]
    fn every_thread_makes_every_batch() {
        for threads in [1, 2, 4] {
            let made = Arc::new(AtomicU64::new(0));
            let count = Arc::clone(&made);
            let batch: Batch = Box::new(move |calls| _ = count.fetch_add(calls, Relaxed));
            with(threads, 2, |crew| (0..3).for_each(|_| _ = crew.time(&batch, 7)));
            assert_eq!(made.load(Relaxed), u64::from(threads) * 3 * 7);
        }
    }

    #[test]
    fn threads_are_together_if_they_overlap_for_half_of_the_time() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for (reports, time, together) in [
            (&[(0, 10)][..], 10, true),
            (&[(0, 10), (1, 11)], 11, true),
            (&[(0, 10), (0, 20)], 20, true),
            (&[(0, 10), (0, 21)], 21, false),
            (&[(0, 10), (10, 20)], 20, false),
            (&[(0, 10), (15, 25)], 25, false),
        ] {
            let took = Took::of(reports.iter().map(|(begun, ended)| (at(*begun), at(*ended))).collect());
            assert_eq!(took, Took { time: Duration::from_millis(time), together }, "{reports:?}");
        }
    }
}
