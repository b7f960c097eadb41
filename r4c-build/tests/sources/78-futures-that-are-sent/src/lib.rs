#![deny(warnings)]
#![allow(async_fn_in_trait)]
//! Async traits with bounds that callers rely on.
use std::future::{Future, IntoFuture};
use std::sync::Arc;
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

/// A client that is sent about.
pub trait Api: Send + Sync + 'static {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    #[r4c::circuit_breaker(name = "api", classifier = Cls)]
    fn get(&self, id: &str) -> impl Future<Output = Result<String, Failed>> + Send;
    /// Gets, and captures less.
    #[r4c::circuit_breaker(name = "api")]
    fn pinned(&self) -> impl Future<Output = Result<String, Failed>> + Send + Unpin;
    /// Gets, for sharing.
    #[r4c::retry]
    fn shared(&self) -> impl Future<Output = Result<String, Failed>> + Send;
    /// With a default.
    #[r4c::retry]
    fn twice(&self, id: String) -> impl Future<Output = Result<String, Failed>> + Send {
        async move { self.get(&id).await }
    }
    /// Async with a generic argument.
    #[r4c::retry]
    fn generic<T>(&self, value: T) -> impl Future<Output = Result<T, Failed>> + Send
    where
        T: Clone + Send + Sync + 'static;
}
r4c::include_wrappers!();
/// Sends a call away.
pub fn send<A: Api>(api: Arc<A>, registry: &r4c::Registry) -> impl Future<Output = Result<String, Failed>> + Send + 'static {
    struct Shared<A>(Arc<A>);
    impl<A: Api> Api for Shared<A> {
        fn get(&self, id: &str) -> impl Future<Output = Result<String, Failed>> + Send {
            self.0.get(id)
        }
        fn pinned(&self) -> impl Future<Output = Result<String, Failed>> + Send + Unpin {
            self.0.pinned()
        }
        fn shared(&self) -> impl Future<Output = Result<String, Failed>> + Send {
            self.0.shared()
        }
        fn generic<T>(&self, value: T) -> impl Future<Output = Result<T, Failed>> + Send
        where
            T: Clone + Send + Sync + 'static,
        {
            self.0.generic(value)
        }
    }
    let wrapped = ResilientApi::new(Shared(api), registry).expect("no configuration");
    async move { wrapped.get("x").into_future().await }
}
