//! How a call can end without a result of its own: refused, rejected, or with a classifier that panicked.
use crate::State;
use std::any::Any;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// An open circuit breaker's answer: the call was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallNotPermitted {
    name: Arc<str>,
    state: State,
    retry_after: Option<Duration>,
}

impl CallNotPermitted {
    pub(crate) fn new(name: &Arc<str>, state: State, retry_after: Option<Duration>) -> Self {
        Self { name: Arc::clone(name), state, retry_after }
    }
    /// The circuit breaker's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The state that refused: `Open`, `HalfOpen` (all its permits are taken) or `ForcedOpen`.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }
    /// How long until the breaker lets a call through again; `None` where no clock decides that.
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }
}

impl fmt::Display for CallNotPermitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "circuit breaker `{}` is {} and does not permit the call", self.name, self.state)
    }
}

impl Error for CallNotPermitted {}

/// What `on_exhausted_result = Reject` makes of a value that the classifier still called a failure when the retry ended.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResultRejected<T> {
    instance_id: Arc<str>,
    attempts: u32,
    result: T,
}

impl<T> ResultRejected<T> {
    pub(crate) fn new(instance_id: &Arc<str>, attempts: u32, result: T) -> Self {
        Self { instance_id: Arc::clone(instance_id), attempts, result }
    }
    /// The retry's name.
    #[must_use]
    pub fn instance_id(&self) -> &str {
        &self.instance_id
    }
    /// How often the method ran, the first time included.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }
    /// The last rejected value.
    #[must_use]
    pub const fn result(&self) -> &T {
        &self.result
    }
    /// The last rejected value, owned.
    #[must_use]
    pub fn into_result(self) -> T {
        self.result
    }
}

impl<T> fmt::Debug for ResultRejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResultRejected")
            .field("instance_id", &self.instance_id)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}

impl<T> fmt::Display for ResultRejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.attempts == 1 { "" } else { "s" };
        write!(f, "retry `{}` gave up on a rejected result after {} attempt{plural}", self.instance_id, self.attempts)
    }
}

impl<T> Error for ResultRejected<T> {}

/// A classifier that panicked, as a value: for a fallback that takes it, and for what a pipeline returns.
pub struct ClassifierFailed {
    // A payload is `Send` but not `Sync`; the lock lends it `Sync` and is never contended.
    payload: Mutex<Box<dyn Any + Send>>,
}

impl ClassifierFailed {
    pub(crate) fn new(payload: Box<dyn Any + Send>) -> Self {
        Self { payload: Mutex::new(payload) }
    }
    /// The panic's message, if it was a string.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        let payload = self.payload.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        panic_message(&**payload).map(str::to_owned)
    }
    /// The panic's payload, to inspect or to [`resume_unwind`](std::panic::resume_unwind) with.
    #[must_use]
    pub fn into_payload(self) -> Box<dyn Any + Send> {
        self.payload.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// What `panic!` was given, where that was text.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<&'static str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

impl fmt::Debug for ClassifierFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassifierFailed").field("message", &self.message()).finish_non_exhaustive()
    }
}

impl fmt::Display for ClassifierFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message() {
            Some(message) => write!(f, "the classifier panicked: {message}"),
            None => f.write_str("the classifier panicked"),
        }
    }
}

impl Error for ClassifierFailed {}

/// Every way in which a call can fail. A fallback that takes this takes all of them.
#[non_exhaustive]
pub struct Failure<T, E> {
    kind: FailureKind<T, E>,
    attempts: u32,
}

/// Which failure a [`Failure`] is.
pub enum FailureKind<T, E> {
    /// The call's own error.
    Error(E),
    /// An open circuit breaker refused.
    NotPermitted(CallNotPermitted),
    /// The retry ended on a rejected value, under `on_exhausted_result = Reject`.
    Rejected(ResultRejected<T>),
    /// The classifier panicked.
    ClassifierFailed(ClassifierFailed),
}

impl<T, E> Failure<T, E> {
    pub(crate) const fn new(kind: FailureKind<T, E>, attempts: u32) -> Self {
        Self { kind, attempts }
    }
    /// How often the method ran in this call: 0 if it was refused at once.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }
    /// Which failure it is.
    #[must_use]
    pub const fn kind(&self) -> &FailureKind<T, E> {
        &self.kind
    }
    /// Which failure it is, owned.
    #[must_use]
    pub fn into_kind(self) -> FailureKind<T, E> {
        self.kind
    }
    /// As one error type, by its `From` conversions.
    ///
    /// # Panics
    /// With the classifier's own panic, if it was one.
    #[must_use]
    pub fn into_error<F>(self) -> F
    where
        F: From<E> + From<CallNotPermitted> + From<ResultRejected<T>>,
    {
        match self.kind {
            FailureKind::Error(error) => error.into(),
            FailureKind::NotPermitted(refusal) => refusal.into(),
            FailureKind::Rejected(rejected) => rejected.into(),
            FailureKind::ClassifierFailed(failed) => std::panic::resume_unwind(failed.into_payload()),
        }
    }
}

impl<T, E: fmt::Display> fmt::Display for Failure<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FailureKind::Error(error) => error.fmt(f),
            FailureKind::NotPermitted(refusal) => refusal.fmt(f),
            FailureKind::Rejected(rejected) => rejected.fmt(f),
            FailureKind::ClassifierFailed(failed) => failed.fmt(f),
        }
    }
}

impl<T, E: Error + 'static> Error for Failure<T, E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let FailureKind::Error(error) = &self.kind { error.source() } else { None }
    }
}

/// A ready-made error for methods under a circuit breaker: their own error, a refusal, or a rejected value.
///
/// `?` and `From` make it of a refusal and a rejected value; [`CallError::call`] makes it of the own error.
#[non_exhaustive]
pub enum CallError<E, T = Infallible> {
    /// The call's own error.
    Call(E),
    /// An open circuit breaker refused.
    NotPermitted(CallNotPermitted),
    /// The retry ended on a rejected value.
    Rejected(ResultRejected<T>),
}

impl<E, T> CallError<E, T> {
    /// The call's own error.
    pub const fn call(error: E) -> Self {
        Self::Call(error)
    }
}

impl<E, T> From<CallNotPermitted> for CallError<E, T> {
    fn from(refusal: CallNotPermitted) -> Self {
        Self::NotPermitted(refusal)
    }
}

impl<E, T> From<ResultRejected<T>> for CallError<E, T> {
    fn from(rejected: ResultRejected<T>) -> Self {
        Self::Rejected(rejected)
    }
}

impl<E: fmt::Display, T> fmt::Display for CallError<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(error) => error.fmt(f),
            Self::NotPermitted(refusal) => refusal.fmt(f),
            Self::Rejected(rejected) => rejected.fmt(f),
        }
    }
}

impl<E: Error + 'static, T> Error for CallError<E, T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Self::Call(error) = self { error.source() } else { None }
    }
}

// By hand, as a rejected value need not be `Debug`.
impl<T, E: fmt::Debug> fmt::Debug for FailureKind<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => f.debug_tuple("Error").field(error).finish(),
            Self::NotPermitted(refusal) => f.debug_tuple("NotPermitted").field(refusal).finish(),
            Self::Rejected(rejected) => f.debug_tuple("Rejected").field(rejected).finish(),
            Self::ClassifierFailed(failed) => f.debug_tuple("ClassifierFailed").field(failed).finish(),
        }
    }
}

impl<T, E: fmt::Debug> fmt::Debug for Failure<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure").field("kind", &self.kind).field("attempts", &self.attempts).finish()
    }
}

impl<E: fmt::Debug, T> fmt::Debug for CallError<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(error) => f.debug_tuple("Call").field(error).finish(),
            Self::NotPermitted(refusal) => f.debug_tuple("NotPermitted").field(refusal).finish(),
            Self::Rejected(rejected) => f.debug_tuple("Rejected").field(rejected).finish(),
        }
    }
}
