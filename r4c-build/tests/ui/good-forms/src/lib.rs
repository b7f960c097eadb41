//! Nothing to report.
pub mod prelude {
    pub use r4c;
    pub use r4c::{circuit_breaker as guard, retry};
}
use r4c::{self as resilience, retry as again};
extern crate r4c as rr;

#[cfg(windows)]
mod absent;
include!("included.rs");
cfg_if::cfg_if! {
    if #[cfg(windows)] {
        mod absent_too;
    } else {
        mod present;
    }
}

pub trait Api<T: Clone, const N: usize = 4>: Send {
    type Error;
    #[again(max_attempts = 2)]
    fn renamed(&self) -> Result<T, Self::Error>;
    #[crate::prelude::guard(name = "guarded")]
    #[rr::retry]
    fn by_prelude(&self) -> Result<T, Self::Error>;
    #[cfg_attr(all(), resilience::retry(max_attempts = 2))]
    fn conditional(&self) -> Result<T, Self::Error>;
    #[cfg_attr(any(), resilience::retry(max_attempts = 0))]
    fn never_marked(&self) -> Result<T, Self::Error>;
    #[prelude::retry {max_attempts = 1_000, delay = r"100ms", classifier = self::Judge,}]
    fn odd_arguments(&self) -> Result<T, Self::Error>;
}
pub use judges::*;
mod judges {
    pub struct Judge;
    use r4c::*;
    impl<T, E> Classifier<T, E> for Judge {
        fn classify(&self, _: Result<&T, &E>) -> Outcome {
            Outcome::Success
        }
    }
}
r4c::include_wrappers!();
