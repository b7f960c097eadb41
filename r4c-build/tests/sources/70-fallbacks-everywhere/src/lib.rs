#![deny(warnings)]
//! Fallbacks of all forms.
use r4c::{CallNotPermitted, ClassifierFailed, Failure, ResultRejected};
use std::convert::Infallible;
use std::pin::Pin;
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

/// A part of `Failed`.
#[derive(Debug)]
pub struct Part;
impl TryFrom<Failed> for Part {
    type Error = Failed;
    fn try_from(failed: Failed) -> Result<Part, Failed> {
        Err(failed)
    }
}
/// A client.
pub trait Api: Sync {
    /// Everything.
    #[r4c::retry(classifier = Cls, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "a", classifier = Cls)]
    #[r4c::fallback(a_else)]
    fn a(&self, id: &str, body: Vec<u8>) -> Result<u8, Failed>;
    /// Is fallen back to.
    fn a_else(&self, id: &str, body: Vec<u8>, failure: Failure<u8, Failed>) -> Result<u8, Failed> {
        let _ = (id, body, failure);
        Ok(1)
    }
    /// A plain value.
    #[r4c::retry(classifier = Cls, on_exhausted_result = Reject)]
    #[r4c::fallback(b_else)]
    fn b(&self) -> u8;
    /// Is fallen back to.
    fn b_else(&self, failure: ResultRejected<u8>) -> u8 {
        failure.into_result()
    }
    /// Later.
    #[r4c::circuit_breaker(name = "a")]
    #[r4c::fallback(c_else)]
    fn c(&self, id: String) -> impl Future<Output = Option<u8>> + Send;
    /// Is fallen back to.
    fn c_else(&self, id: String, _: CallNotPermitted) -> impl Future<Output = Option<u8>> + Send;
    /// Later, with a sync fallback.
    #[r4c::circuit_breaker(name = "a")]
    #[r4c::fallback(sync_else)]
    fn d(&self) -> Pin<Box<dyn Future<Output = Result<u8, Failed>> + Send + '_>>;
    /// Is fallen back to.
    fn sync_else(&self, failed: Failed) -> Result<u8, Failed> {
        Err(failed)
    }
    /// A part.
    #[r4c::retry(classifier = Cls)]
    #[r4c::fallback(e_else)]
    fn e(&mut self) -> Result<u8, Failed>;
    /// Is fallen back to.
    fn e_else(&mut self, _: Part) -> Result<u8, Failed> {
        Ok(2)
    }
    /// Generic.
    #[r4c::retry(classifier = Cls)]
    #[r4c::fallback(f_else)]
    fn f<T: Clone + Default, const N: usize>(&self, value: [T; N]) -> Result<T, Failed>;
    /// Is fallen back to.
    fn f_else<T: Clone + Default, const N: usize>(&self, value: [T; N], _: ClassifierFailed) -> Result<T, Failed> {
        let _ = value;
        Ok(T::default())
    }
    /// A borrow.
    #[r4c::circuit_breaker(name = "a")]
    #[r4c::fallback(g_else)]
    fn g<'a>(&'a self, id: &'a str) -> &'a str;
    /// Is fallen back to.
    fn g_else<'a>(&'a self, id: &'a str, _: Failure<&'a str, Infallible>) -> &'a str {
        id
    }
}
/// A client.
#[derive(Debug, Clone)]
pub struct Client;
impl Client {
    /// Gets.
    #[r4c::retry]
    #[r4c::fallback(other)]
    pub async fn get(&self, id: String) -> Result<String, Failed> {
        Ok(id)
    }
    async fn other(&self, id: String, failed: Failed) -> Result<String, Failed> {
        if id.is_empty() { Err(failed) } else { Ok(id) }
    }
}
impl Client {
    /// Gets.
    #[r4c::circuit_breaker(name = "c")]
    #[r4c::fallback(no_more)]
    pub fn more(&self) -> Result<String, Failed> {
        Ok(String::new())
    }
}
impl Client {
    fn no_more(&self, _: CallNotPermitted) -> Result<String, Failed> {
        Err(Failed)
    }
}
/// A function.
#[r4c::retry]
#[r4c::circuit_breaker]
#[r4c::fallback(fetch_else)]
pub fn fetch<T: Clone>(value: T) -> Result<T, Failed> {
    Ok(value)
}
fn fetch_else<T: Clone>(value: T, _: Failure<T, Failed>) -> Result<T, Failed> {
    Ok(value)
}
r4c::include_wrappers!();
