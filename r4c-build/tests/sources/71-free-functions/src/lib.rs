#![deny(warnings)]
//! Functions without a type.
use std::fmt::Debug;
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}

/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}

/// Generic.
#[r4c::retry(classifier = Cls, delay = "1ms")]
#[r4c::circuit_breaker(classifier = Cls)]
pub fn generic<T: Debug + Clone, const N: usize>(value: [T; N]) -> Result<T, Failed> {
    value.first().cloned().ok_or(Failed)
}
/// With lifetimes.
#[r4c::retry]
pub(crate) fn lent<'a, 'b: 'a>(one: &'a str, two: &'b str) -> Result<&'a str, Failed> {
    if one.is_empty() { Ok(two) } else { Err(Failed) }
}
/// Uses it.
pub fn use_lent() -> Result<String, Failed> {
    resilient_lent("", "x").map(str::to_owned)
}
/// Later.
#[r4c::retry]
pub async fn later(id: &str, body: Vec<u8>) -> Result<usize, Failed> {
    Ok(id.len() + body.len())
}
/// Later, and sent.
#[r4c::circuit_breaker]
pub fn sent(id: String) -> impl Future<Output = Result<usize, Failed>> + Send + 'static {
    async move { Ok(id.len()) }
}
/// Unsafe.
///
/// # Safety
/// None.
#[allow(unsafe_code)]
#[r4c::retry]
pub unsafe fn dangerous(pointer: *const u8) -> Result<usize, Failed> {
    if pointer.is_null() { Err(Failed) } else { Ok(1) }
}
/// Hidden, old, and more.
#[doc(hidden)]
#[deprecated(note = "use another")]
#[must_use]
#[inline(never)]
#[track_caller]
#[cold]
#[r4c::retry(classifier = Cls)]
pub fn old(mut count: u8, (a, b): (u8, u8), _: u8) -> Option<u8> {
    count += a + b;
    Some(count)
}
/// Without arguments and without a value.
#[r4c::retry(classifier = Cls)]
pub fn nothing() {}
r4c::include_wrappers!();
/// Spawned by a runtime that wants `Send` and `'static`.
pub fn spawn() {
    fn take<F: Future + Send + 'static>(future: F) {
        drop(future);
    }
    take(resilient_sent(String::new()));
    take(async { resilient_later("", Vec::new()).await });
}
