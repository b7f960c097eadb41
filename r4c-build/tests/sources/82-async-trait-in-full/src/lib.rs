#![deny(warnings)]
//! Forms of async.
use async_trait::async_trait;
use std::collections::HashMap;
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

/// A client with everything under `async_trait`.
#[async_trait]
pub trait Api<K: Send + Sync + 'static = String>: std::fmt::Debug + Send + Sync {
    /// An item.
    type Item: Send + Clone;
    /// A constant.
    const NAME: &'static str = "api";
    /// References of references.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "a", classifier = Cls)]
    async fn a(&self, keys: &[&str], map: HashMap<String, &str>, out: Option<&K>) -> Result<Vec<Self::Item>, Failed>;
    /// Generic.
    #[r4c::retry]
    async fn b<T>(&self, value: T, key: K) -> Result<T, Failed>
    where
        T: Clone + Send + Sync + 'static,
        K: Clone,
        Self: Sized;
    /// A default that calls another.
    #[r4c::retry]
    #[r4c::fallback(c_else)]
    async fn c(&self, id: &str) -> Result<Self::Item, Failed> {
        let all = self.a(&[id], HashMap::new(), None).await?;
        all.into_iter().next().ok_or(Failed)
    }
    /// Is fallen back to.
    async fn c_else(&self, _id: &str, failed: Failed) -> Result<Self::Item, Failed> {
        Err(failed)
    }
    /// Mutable.
    #[r4c::retry]
    async fn d(&mut self, id: u8) -> Result<(), Failed>;
    /// Lends.
    #[r4c::circuit_breaker(name = "a")]
    async fn e<'a, 'b>(&'a self, one: &'b str, two: &'a str) -> Result<&'a str, Failed>
    where
        'b: 'a;
    /// Lends, with a fallback.
    #[r4c::retry(name = "lent")]
    #[r4c::fallback(lent_else)]
    async fn lent(&self, keys: (u8, String)) -> Result<Vec<&str>, Failed>;
    /// Is fallen back to.
    async fn lent_else(&self, keys: (u8, String), failed: Failed) -> Result<Vec<&str>, Failed>;
    /// Gives something dynamic, with a fallback.
    #[r4c::retry(name = "dynamic")]
    #[r4c::fallback(dynamic_else)]
    async fn dynamic(&mut self) -> Result<Box<dyn std::fmt::Debug + Send>, Failed>;
    /// Is fallen back to.
    async fn dynamic_else(&mut self, failed: Failed) -> Result<Box<dyn std::fmt::Debug + Send>, Failed>;
    /// Not async.
    fn f(&self) -> &str;
    /// Once.
    async fn g(self: Box<Self>, id: String) -> Result<u8, Failed>
    where
        Self: Sized;
    /// No receiver.
    async fn h() -> u8
    where
        Self: Sized,
    {
        1
    }
}
r4c::include_wrappers!();
