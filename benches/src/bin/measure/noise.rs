//! The bare call against itself, taken again and again during the whole run: how quiet the machine was.
use std::time::{Duration, Instant};

use r4c_bench_record::{End, Summary};
use r4c_benches::plain::Upstream;
use r4c_benches::row::{Batch, batch};

/// Pairs that are taken each time.
const PAIRS: usize = 5;
/// Calls of a batch: half a millisecond or so.
const CALLS: u64 = 200_000;

/// What was heard so far, in nanoseconds of a call.
pub(crate) struct Noise {
    bare: Batch,
    pairs: Vec<(f64, f64)>,
}

impl Noise {
    pub(crate) fn new() -> Self {
        let bare = batch(|| Upstream, Upstream::answer);
        bare(CALLS);
        Self { bare, pairs: Vec::new() }
    }

    /// Takes a few pairs.
    pub(crate) fn listen(&mut self) {
        for _ in 0..PAIRS {
            let pair = (self.time(), self.time());
            self.pairs.push(pair);
        }
    }

    fn time(&self) -> f64 {
        let begun = Instant::now();
        (self.bare)(CALLS);
        begun.elapsed().as_secs_f64() * 1e9 / CALLS as f64
    }

    /// The end of a run that took so long.
    pub(crate) fn end(&self, took: Duration) -> End {
        let of = |one: fn(&(f64, f64)) -> f64| {
            Summary::of(&self.pairs.iter().map(one).collect::<Vec<f64>>()).expect("it has listened")
        };
        End { noise: of(|(one, other)| other - one), bare: of(|(one, _)| *one), seconds: took.as_secs_f64() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Noise, PAIRS};
    use std::time::Duration;

    #[test]
    fn the_end_has_all_that_was_heard() {
        let mut noise = Noise::new();
        noise.listen();
        noise.listen();
        assert_eq!(noise.pairs.len(), 2 * PAIRS);
        let end = noise.end(Duration::from_secs(3));
        assert_eq!(end.seconds, 3.0);
        assert!(end.bare.min > 0.0 && end.noise.min <= end.noise.max);
    }
}
