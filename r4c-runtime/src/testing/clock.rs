use crate::clock::{Clock, Pause, Sleeper};
use crate::sync::{Mutex, lock};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A clock that moves only when it is told to, and by the pauses that retries make. Clones are the same clock.
///
/// It begins at zero. A sync pause moves it and returns at once; for async pauses give the registry its
/// [`sleeper`](Self::sleeper) too.
///
/// ```
/// use r4c::Clock;
/// use r4c::testing::ManualClock;
/// use std::time::Duration;
///
/// let clock = ManualClock::new();
/// clock.advance(Duration::from_secs(60));
/// clock.sleep(Duration::from_millis(500));
/// assert_eq!(clock.now(), Duration::from_millis(60_500));
/// assert_eq!(clock.pauses(), [Duration::from_millis(500)]);
/// ```
#[derive(Clone, Default)]
pub struct ManualClock(Arc<Mutex<Time>>);

#[derive(Default)]
struct Time {
    now: Duration,
    pauses: Vec<Duration>,
    cancelled: Vec<Duration>,
    /// Whoever waits for the clock to move.
    waiting: Vec<Waker>,
}

impl ManualClock {
    /// A clock at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The time since the clock's beginning.
    #[must_use]
    pub fn now(&self) -> Duration {
        lock(&self.0).now
    }

    /// Moves the clock on, and wakes the pauses of a [waiting sleeper](Self::waiting_sleeper) that are over then.
    pub fn advance(&self, by: Duration) {
        self.move_to(|now| now.saturating_add(by));
    }

    /// Moves the clock on to this time since its beginning.
    ///
    /// # Panics
    /// If that time has passed: a clock never goes back.
    pub fn advance_to(&self, time: Duration) {
        self.move_to(|_| time);
    }

    /// Under one lock, so that two threads can move the clock at once.
    fn move_to(&self, to: impl FnOnce(Duration) -> Duration) {
        let mut state = lock(&self.0);
        let now = state.now;
        let time = to(now);
        if time < now {
            drop(state);
            panic!("a clock never goes back: it is {now:?} already, not {time:?}");
        }
        state.now = time;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(Waker::wake);
    }

    /// The pauses that were made to their end, sync and async, in their order.
    #[must_use]
    pub fn pauses(&self) -> Vec<Duration> {
        lock(&self.0).pauses.clone()
    }

    /// The async pauses that were dropped before their end.
    #[must_use]
    pub fn cancelled_pauses(&self) -> Vec<Duration> {
        lock(&self.0).cancelled.clone()
    }

    /// A sleeper whose pauses move the clock and are over at once, for `Registry::builder().sleeper(..)`.
    #[must_use]
    pub fn sleeper(&self) -> ManualSleeper {
        ManualSleeper { clock: self.clone(), waits: false }
    }

    /// A sleeper whose pauses last until the clock is advanced to their end: to look at a call, or drop it, in its pause.
    #[must_use]
    pub fn waiting_sleeper(&self) -> ManualSleeper {
        ManualSleeper { clock: self.clone(), waits: true }
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        ManualClock::now(self)
    }
    fn sleep(&self, duration: Duration) {
        self.advance(duration);
        lock(&self.0).pauses.push(duration);
    }
}

impl fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManualClock").field("now", &self.now()).finish_non_exhaustive()
    }
}

/// Makes the pauses of async calls by a [`ManualClock`].
#[derive(Clone, Debug)]
pub struct ManualSleeper {
    clock: ManualClock,
    waits: bool,
}

impl Sleeper for ManualSleeper {
    fn sleep(&self, duration: Duration) -> Pause {
        let end = self.waits.then(|| self.clock.now().saturating_add(duration));
        Box::pin(ManualPause { clock: self.clock.clone(), duration, end, over: false })
    }
}

struct ManualPause {
    clock: ManualClock,
    duration: Duration,
    /// When it is over by itself; otherwise it moves the clock.
    end: Option<Duration>,
    over: bool,
}

impl Future for ManualPause {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.over {
            return Poll::Ready(());
        }
        match self.end {
            None => self.clock.advance(self.duration),
            Some(end) => {
                let mut time = lock(&self.clock.0);
                if time.now < end {
                    time.waiting.push(cx.waker().clone());
                    return Poll::Pending;
                }
            }
        }
        lock(&self.clock.0).pauses.push(self.duration);
        self.over = true;
        Poll::Ready(())
    }
}

impl Drop for ManualPause {
    fn drop(&mut self) {
        if !self.over {
            lock(&self.clock.0).cancelled.push(self.duration);
        }
    }
}
