use crate::sync::AtomicU64;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::Ordering::Relaxed;

/// Where the jitter's chance comes from: a sequence of numbers that a seed fixes (Weyl steps through the SplitMix64 mixer).
#[derive(Debug)]
pub(crate) struct Jitter(AtomicU64);

impl Jitter {
    /// Without a seed, every retry has its own sequence.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self(AtomicU64::new(seed.unwrap_or_else(|| RandomState::new().hash_one(0))))
    }
    /// The next chance, from 0 to 1.
    #[allow(clippy::cast_precision_loss)] // 53 bits fit
    pub(crate) fn chance(&self) -> f64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut bits = self.0.fetch_add(STEP, Relaxed).wrapping_add(STEP);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}
