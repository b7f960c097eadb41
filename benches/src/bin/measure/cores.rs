//! Threads that are to run at once, each on a core of its own: on a busy machine the scheduler may leave two of them on one core
//! for seconds. Elsewhere than on Linux nothing is moved.
pub(crate) use system::Cores;

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The cores that this thread may use.
    pub(crate) struct Cores(Option<CpuSet>);

    impl Cores {
        /// None are known where the system does not tell: then nothing is moved.
        pub(crate) fn allowed() -> Self {
            Self(sched_getaffinity(None).ok())
        }

        /// Keeps this thread on the n-th of them.
        pub(crate) fn keep_to(&self, n: usize) {
            let Some(allowed) = &self.0 else { return };
            let Some(core) = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).nth(n) else { return };
            let mut one = CpuSet::new();
            one.set(core);
            // Where it is refused, the scheduler decides, as without it.
            let _ = sched_setaffinity(None, &one);
        }

        /// Lets this thread run on all of them again.
        pub(crate) fn spread(&self) {
            if let Some(allowed) = &self.0 {
                let _ = sched_setaffinity(None, allowed);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(crate) struct Cores;

    impl Cores {
        pub(crate) fn allowed() -> Self {
            Self
        }
        pub(crate) fn keep_to(&self, _n: usize) {}
        pub(crate) fn spread(&self) {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::Cores;
    use rustix::thread::sched_getaffinity;

    #[test]
    fn a_thread_is_kept_to_one_core_and_let_go() {
        let count = || sched_getaffinity(None).expect("the cores of this thread").count();
        let (cores, before) = (Cores::allowed(), count());
        cores.keep_to(0);
        assert_eq!(count(), 1);
        cores.spread();
        assert_eq!(count(), before);
    }
}
