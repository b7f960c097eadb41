//! The one word that admits a healthy call: a generation and a bit that says *busy*.
//!
//! ```text
//! 63        48 47                    2 1     0
//! | epoch     | rest of the generation |timed|busy|
//! ```
//!
//! The *generation* numbers the state instances of a breaker: it grows with every transition, and a result that was
//! admitted by an older one counts nowhere. Its low 16 bits, the *epoch*, stand on top, where a cell keeps its epoch
//! too: one `xor` and one shift compare them. 65,536 transitions later an epoch comes back; `Cells::sweep` has emptied
//! every cell of the old one by then.
//!
//! *Busy* sends a call to the exact path under the lock; *timed* tells it to read the clock before it locks.
use crate::sync::{AtomicU64, Padded};
use std::sync::atomic::Ordering::Relaxed;

pub(crate) const EPOCH_SHIFT: u32 = 48;
const EPOCHS: u64 = 1 << (64 - EPOCH_SHIFT);
const BUSY: u64 = 1;
const TIMED: u64 = 2;
const FLAGS: u64 = BUSY | TIMED;

/// The two low bits.
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
        Self((generation % EPOCHS) << EPOCH_SHIFT | (generation / EPOCHS) << FLAGS.count_ones() | flags)
    }
    pub(crate) fn is_timed(self) -> bool {
        self.0 & TIMED != 0
    }
    #[inline(always)]
    pub(crate) fn is_busy(self) -> bool {
        self.0 & BUSY != 0
    }
    /// Whether both are of one generation, busy or not.
    pub(crate) fn same_generation(self, other: Self) -> bool {
        (self.0 ^ other.0) & !FLAGS == 0
    }
    /// The epoch, in the place where a cell has it.
    pub(crate) fn epoch_bits(self) -> u64 {
        self.0 >> EPOCH_SHIFT << EPOCH_SHIFT
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
