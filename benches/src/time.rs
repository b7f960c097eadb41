//! The time that r4c's calls see.
use r4c::{Clock, Registry, RegistryBuilder};
use std::time::Duration;

/// Which clock the registries of the measured wrappers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// The machine's: for what is timed.
    Running,
    /// One that stands still and costs nothing: instructions are counted without those of the system's clock, whose number
    /// depends on what it reads.
    Standing,
}

impl Time {
    /// A registry whose async calls could pause, though the measured ones never do.
    pub fn registry(self) -> RegistryBuilder {
        let builder = Registry::builder().sleeper(|_| std::future::ready(()));
        match self {
            Self::Running => builder,
            Self::Standing => builder.clock(StandingClock),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct StandingClock;

impl Clock for StandingClock {
    fn now(&self) -> Duration {
        Duration::from_secs(1)
    }
    fn sleep(&self, _: Duration) {}
}
