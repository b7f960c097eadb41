//! Time, injected: one clock for `now` and blocking pauses, one sleeper for the pauses of async retries.
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A monotonic clock. Everything that r4c times, it times by one of these: never by the wall clock, which jumps.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since a fixed instant of this clock's own choosing. Must never go back.
    fn now(&self) -> Duration;
    /// Blocks the thread: the pause of a sync retry.
    fn sleep(&self, duration: Duration);
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        static ORIGIN: OnceLock<Instant> = OnceLock::new();
        ORIGIN.get_or_init(Instant::now).elapsed()
    }
    fn sleep(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}

/// A pause of an async retry: ready when it is over, dropped to cancel it.
pub type Pause = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Makes the pauses of async retries: the timer of an async runtime.
///
/// Every `Fn(Duration) -> Future` is one; with feature `tokio` a registry has tokio's by default.
///
/// ```
/// let registry = r4c::Registry::builder().sleeper(|pause| async move { drop(pause) }).build();
/// assert!(registry.is_ok());
/// ```
pub trait Sleeper: Send + Sync {
    /// Starts a pause.
    fn sleep(&self, duration: Duration) -> Pause;
}

impl<F, P> Sleeper for F
where
    F: Fn(Duration) -> P + Send + Sync,
    P: Future<Output = ()> + Send + 'static,
{
    fn sleep(&self, duration: Duration) -> Pause {
        Box::pin(self(duration))
    }
}

/// tokio's timer. It must be enabled in the runtime that polls the call.
#[cfg(feature = "tokio")]
#[derive(Clone, Copy, Debug, Default)]
pub struct TokioSleeper;

#[cfg(feature = "tokio")]
impl Sleeper for TokioSleeper {
    fn sleep(&self, duration: Duration) -> Pause {
        Box::pin(tokio::time::sleep(duration))
    }
}
