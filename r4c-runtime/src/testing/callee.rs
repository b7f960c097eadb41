use crate::sync::{Mutex, lock};
use std::fmt;
use std::sync::Arc;

/// Something to call that answers by a script, and counts. Clones are the same callee.
///
/// ```
/// use r4c::testing::Callee;
/// let callee = Callee::returning([Err("down"), Ok(7)]);
/// assert_eq!((callee.call(), callee.call()), (Err("down"), Ok(7)));
///
/// let always_down = Callee::from_fn(|call| Err::<u8, _>(format!("call {call} failed")));
/// assert_eq!(always_down.call(), Err("call 1 failed".to_owned()));
/// assert_eq!((callee.calls(), always_down.calls()), (2, 1));
/// ```
pub struct Callee<R>(Arc<Mutex<Script<R>>>);

struct Script<R> {
    calls: u32,
    answer: Answer<R>,
}

type Answer<R> = Arc<std::sync::Mutex<dyn FnMut(u32) -> R + Send>>;

impl<R: 'static> Callee<R> {
    /// Answers call after call with these results. A call after the last one panics.
    pub fn returning<I>(results: I) -> Self
    where
        I: IntoIterator<Item = R>,
        I::IntoIter: Send + 'static,
    {
        let mut results = results.into_iter();
        Self::from_fn(move |call| {
            results.next().unwrap_or_else(|| panic!("call {call} of a callee whose script has {} results", call - 1))
        })
    }

    /// Answers each call by a closure, which is given the call's number, from 1: it may move a clock, or panic.
    pub fn from_fn(answer: impl FnMut(u32) -> R + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Script { calls: 0, answer: Arc::new(std::sync::Mutex::new(answer)) })))
    }

    /// The next answer.
    pub fn call(&self) -> R {
        let mut script = lock(&self.0);
        script.calls += 1;
        let (call, answer) = (script.calls, Arc::clone(&script.answer));
        // The count can be read while the answer is made, and after it has panicked.
        drop(script);
        let mut answer = answer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        answer(call)
    }

    /// The next answer, from a future that is ready at once. Counted when it is polled.
    pub async fn call_async(&self) -> R {
        self.call()
    }
}

impl<R> Callee<R> {
    /// How often it was called.
    #[must_use]
    pub fn calls(&self) -> u32 {
        lock(&self.0).calls
    }
}

impl<R> Clone for Callee<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R> fmt::Debug for Callee<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callee").field("calls", &self.calls()).finish_non_exhaustive()
    }
}
