//! The one word that admits a healthy call: a generation and a bit that says *busy*.
//!
//! ```text
//!   63  62    48 47                      1    0
//! |busy| epoch  | rest of the generation |timed|
//! ```
//!
//! The *generation* numbers the state instances of a breaker: it grows with every transition, and a result that was
//! admitted by an older one counts nowhere. Its low 15 bits, the *epoch*, stand where a cell keeps its epoch too: one `xor`
//! and one shift compare them.
//!
//! *Busy* sends a call to the exact path under the lock. It stands on top, where a cell always has zero: so the comparison
//! with a cell fails for a busy call by itself. *Timed* tells a busy call to read the clock before it locks.
use crate::sync::{AtomicU64, Padded};
use std::sync::atomic::Ordering::Relaxed;

pub(crate) const EPOCH_SHIFT: u32 = 48;
const EPOCHS: u64 = 1 << (63 - EPOCH_SHIFT);
const BUSY: u64 = 1 << 63;
const TIMED: u64 = 1;

/// The two flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flags {
    pub(crate) busy: bool,
    pub(crate) timed: bool,
}

/// What the word was when a call was admitted: its permit's stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Admitted(pub(crate) u64);

impl Admitted {
    pub(crate) fn of(generation: u64, flags: Flags) -> Self {
        let flags = if flags.busy { BUSY } else { 0 } | if flags.timed { TIMED } else { 0 };
        Self((generation % EPOCHS) << EPOCH_SHIFT | (generation / EPOCHS) << 1 | flags)
    }
    #[inline(always)]
    pub(crate) fn is_busy(self) -> bool {
        self.0 & BUSY != 0
    }
    pub(crate) fn is_timed(self) -> bool {
        self.0 & TIMED != 0
    }
    /// The stamp of a call that is not timed itself.
    pub(crate) fn untimed(self) -> Self {
        Self(self.0 & !TIMED)
    }
    /// Instead of the stamp: the place of a call that is timed. Busy, as such a call goes through the lock.
    pub(crate) fn at_place(place: usize) -> Self {
        Self(BUSY | (place as u64) << 1 | TIMED)
    }
    /// The place, if it is one: a call's own stamp is never *timed*.
    #[allow(clippy::cast_possible_truncation)] // it was a `usize`
    pub(crate) fn place(self) -> Option<usize> {
        self.is_timed().then_some(((self.0 & !BUSY) >> 1) as usize)
    }
    /// Whether both are of one generation, whatever their flags.
    pub(crate) fn same_generation(self, other: Self) -> bool {
        (self.0 ^ other.0) & !(BUSY | TIMED) == 0
    }
    /// The epoch, in the place where a cell has it.
    pub(crate) fn epoch_bits(self) -> u64 {
        (self.0 & !BUSY) >> EPOCH_SHIFT << EPOCH_SHIFT
    }
}

/// The word itself. Written under the breaker's lock, read without it.
#[derive(Debug)]
pub(crate) struct Word(Padded<AtomicU64>);

impl Word {
    pub(crate) fn new(word: Admitted) -> Self {
        Self(Padded(AtomicU64::new(word.0)))
    }
    /// Relaxed: whoever must not miss a change takes the lock.
    #[inline(always)]
    pub(crate) fn load(&self) -> Admitted {
        Admitted(self.0.0.load(Relaxed))
    }
    pub(crate) fn store(&self, word: Admitted) {
        self.0.0.store(word.0, Relaxed);
    }
}
