//! Where successes are counted: one cell for each thread, so that counting is an add to memory that nobody else writes.
//!
//! **Guarantees.** A cell holds the epoch it counts for and the count: `epoch << 48 | count`. It has one writer, the thread
//! that owns its slot, so a load and a store add one without a locked instruction. A success that was admitted in another
//! epoch than the cell's never touches it; [`Cells::sum`] reads only the cells of the epoch it is asked for. So a
//! success counts in the generation that admitted it or nowhere.
//!
//! An epoch comes back after 32,768 generations, and a cell that has slept that long looks like one of the new generation:
//! so whoever begins a generation takes the sum at its beginning, and counts from there.
//!
//! A sum that is read while others count is a number that the true total had at some instant of the reading: each cell
//! only grows, by one at a time. The readers of a breaker hold its lock, so their sums never go back.
//!
//! **Slots.** A thread claims a slot when it first counts and gives it back when it ends; free slots pass through a lock, so the
//! next owner sees the last value. Threads beyond the last slot, and threads that are ending, count in one shared cell by
//! compare-and-swap.
//!
//! **Not guaranteed.** A success that was admitted exactly 32,768 generations ago counts in this one: its stamp looks the
//! same. A cell's count wraps into its epoch after 2^48 successes of one thread in one generation: ten
//! months at ten million a second.
use super::word::{Admitted, EPOCH_SHIFT};
use crate::sync::{AtomicU64, Padded};
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(not(loom))]
const SLOTS: usize = 64;
#[cfg(loom)]
const SLOTS: usize = 2;

/// A cell stands alone on its cache lines: so many words apart from the next. (loom has no cache lines, and pays for words.)
#[cfg(not(loom))]
const STRIDE: usize = 16;
#[cfg(loom)]
const STRIDE: usize = 1;

#[derive(Debug)]
pub(crate) struct Cells {
    /// Every [`STRIDE`]-th word is a cell. (One array of words, as an index into it needs no multiplication.)
    owned: Padded<[AtomicU64; SLOTS * STRIDE]>,
    shared: Padded<AtomicU64>,
}

impl Cells {
    pub(crate) fn new() -> Self {
        Self { owned: Padded(std::array::from_fn(|_| AtomicU64::new(0))), shared: Padded(AtomicU64::new(0)) }
    }

    /// Counts one success in this thread's cell, if the cell is of the epoch that admitted the call. Never for a busy call.
    #[inline(always)]
    pub(crate) fn count(&self, admitted: Admitted) -> bool {
        let slot = slot::current();
        if slot < SLOTS * STRIDE {
            let cell = &self.owned.0[slot];
            if (cell.load(Relaxed) ^ admitted.0) >> EPOCH_SHIFT == 0 {
                // Nobody else writes it: a second load is the same value, and lets the add be one instruction on memory.
                cell.store(cell.load(Relaxed) + 1, Relaxed);
                return true;
            }
        }
        false
    }

    /// Counts one success of the present epoch where [`Cells::count`] could not: the first of a thread, the first of an
    /// epoch, a thread without a slot. The caller holds the breaker's lock and has compared the generations.
    pub(crate) fn count_under_lock(&self, admitted: Admitted) {
        if let Some(cell) = slot::claim().and_then(|slot| self.owned.0.get(slot)) {
            let seen = cell.load(Relaxed);
            let of_epoch = (seen ^ admitted.0) >> EPOCH_SHIFT == 0;
            cell.store(if of_epoch { seen + 1 } else { admitted.epoch_bits() | 1 }, Relaxed);
        } else {
            let count =
                |seen: u64| if (seen ^ admitted.0) >> EPOCH_SHIFT == 0 { seen + 1 } else { admitted.epoch_bits() | 1 };
            self.update_shared(|seen| Some(count(seen)));
        }
    }

    /// Counts one success of a thread without a slot, if the shared cell is of the epoch that admitted the call.
    pub(crate) fn count_shared(&self, admitted: Admitted) -> bool {
        slot::claim().is_none()
            && self.update_shared(|seen| ((seen ^ admitted.0) >> EPOCH_SHIFT == 0).then(|| seen + 1))
    }

    /// The cells that may have been written: a cell whose slot was claimed before now is among them.
    fn in_use(&self) -> impl Iterator<Item = &AtomicU64> {
        self.owned.0.iter().step_by(STRIDE).take(slot::claimed_ever()).chain([&self.shared.0])
    }

    fn update_shared(&self, next: impl Fn(u64) -> Option<u64>) -> bool {
        self.shared.0.fetch_update(Relaxed, Relaxed, next).is_ok()
    }

    /// The successes counted in the epoch of `word`.
    pub(crate) fn sum(&self, word: Admitted) -> u64 {
        let of_epoch = |cell: &AtomicU64| {
            let seen = cell.load(Relaxed);
            if seen >> EPOCH_SHIFT == word.epoch_bits() >> EPOCH_SHIFT { seen & !EPOCH_MASK } else { 0 }
        };
        self.in_use().map(of_epoch).sum()
    }
}

const EPOCH_MASK: u64 = u64::MAX >> EPOCH_SHIFT << EPOCH_SHIFT;

#[cfg(all(test, loom))]
pub(crate) use slot::leave;

/// Which cell is this thread's: an index into the array, a multiple of the stride, that one live thread has at a time.
mod slot {
    use super::{Cell, Relaxed, SLOTS, STRIDE};
    use crate::sync::{AtomicU64, Mutex, lock};

    /// No slot yet, or no slot for this thread.
    const NONE: usize = usize::MAX;

    /// The slots that were given back.
    #[cfg(not(loom))]
    static FREE: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    /// How many slots were ever claimed: written under the lock of `FREE`, before the new owner writes its first cell.
    #[cfg(not(loom))]
    static CLAIMED: AtomicU64 = AtomicU64::new(0);
    /// How many slots have been given back and wait for an owner: written under the lock of `FREE`. A thread beyond the last
    /// slot asks this first, and takes the lock only where there may be one for it.
    #[cfg(not(loom))]
    static WAITING: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

    /// After a change of `FREE`, under its lock. (It only saves a lock: the models go without.)
    fn publish_waiting(free: &[usize]) {
        #[cfg(not(loom))]
        WAITING.store(free.len() as u64, Relaxed);
        let _ = free;
    }

    /// Whether a claim is in vain.
    fn all_taken() -> bool {
        #[cfg(not(loom))]
        return claimed_ever() >= SLOTS && WAITING.load(Relaxed) == 0;
        #[cfg(loom)]
        false
    }
    #[cfg(loom)]
    loom::lazy_static! {
        static ref FREE: Mutex<Vec<usize>> = Mutex::new(Vec::new());
        static ref CLAIMED: AtomicU64 = AtomicU64::new(0);
    }

    pub(super) fn claimed_ever() -> usize {
        usize::try_from(CLAIMED.load(Relaxed)).unwrap_or(SLOTS)
    }

    #[cfg(not(loom))]
    thread_local! {
        static CURRENT: Cell<usize> = const { Cell::new(NONE) };
        static OWNED: Owned = const { Owned(Cell::new(NONE)) };
    }
    #[cfg(loom)]
    loom::thread_local! {
        static CURRENT: Cell<usize> = Cell::new(NONE);
        static OWNED: Owned = Owned(Cell::new(NONE));
    }

    /// Gives the slot back when its thread ends. Touched only when a slot is claimed, as it costs a registration.
    struct Owned(Cell<usize>);

    #[cfg_attr(all(loom, not(test)), allow(dead_code))] // there is no thread exit then
    impl Owned {
        fn give_back(&self) {
            // What this thread still counts after this goes to the shared cell.
            let _ = CURRENT.try_with(|current| current.set(NONE));
            let slot = self.0.replace(NONE);
            if slot != NONE {
                let mut free = lock(&FREE);
                free.push(slot);
                publish_waiting(&free);
            }
        }
    }

    // loom drops the thread locals of a thread when it was joined already and the statics may be gone: see `leave`.
    #[cfg(not(loom))]
    impl Drop for Owned {
        fn drop(&mut self) {
            self.give_back();
        }
    }

    /// The end of a model's thread.
    #[cfg(all(test, loom))]
    pub(crate) fn leave() {
        let _ = OWNED.try_with(Owned::give_back);
    }

    #[inline(always)]
    pub(super) fn current() -> usize {
        CURRENT.try_with(Cell::get).unwrap_or(NONE)
    }

    /// This thread's slot, claimed if need be; `None` where all are taken or the thread is ending.
    pub(super) fn claim() -> Option<usize> {
        if current() != NONE {
            return Some(current());
        }
        if all_taken() {
            return None;
        }
        OWNED
            .try_with(|owned| {
                let mut free = lock(&FREE);
                let slot = free.pop().or_else(fresh)?;
                publish_waiting(&free);
                owned.0.set(slot);
                CURRENT.with(|current| current.set(slot));
                Some(slot)
            })
            .ok()
            .flatten()
    }

    /// A slot that nobody had yet. The caller holds the lock of `FREE`.
    fn fresh() -> Option<usize> {
        let slot = claimed_ever();
        (slot < SLOTS).then(|| {
            CLAIMED.fetch_add(1, Relaxed);
            slot * STRIDE
        })
    }
}
