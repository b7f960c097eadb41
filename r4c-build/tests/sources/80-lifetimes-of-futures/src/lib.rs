#![allow(dead_code)]
//! Precise captures.
use std::path::Path;
use std::pin::Pin;
/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}

/// Lives for one borrow.
pub type Lent<'f, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + Send + 'f>>;
/// Lives for ever.
pub type Owned<T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + Send + Sync>>;

#[derive(Clone)]
pub struct Client {
    base: String,
}
impl Client {
    #[r4c::retry(max_attempts = 3)]
    pub fn free(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> + use<> {
        let length = id.len();
        async move { Ok(length) }
    }
}
pub trait Api {
    #[r4c::retry]
    fn a(&self) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + Send>>;
    #[r4c::retry]
    fn b(&self, id: &str) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + Send + '_>>;
    #[r4c::retry]
    fn c<'a>(&'a self, id: &Path, of: Option<&[u8]>) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + 'a>>;
    #[r4c::retry]
    fn d(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> + Send + 'static;
    #[r4c::retry]
    fn e(&'static self, id: &'static str) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + Send>>;
    #[r4c::retry]
    fn f(&self, id: &str) -> Owned<usize>;
    #[r4c::retry]
    fn g<'a>(&'a self, ids: &'a [&str]) -> Lent<'a, usize>;
    #[r4c::retry]
    fn h<T: Send>(&self, id: &str) -> Lent<'_, T>;
    #[r4c::retry]
    fn j<'a>(&self, id: String) -> Lent<'_, &'a str>;
    #[r4c::circuit_breaker(name = "api")]
    fn i(&'static mut self, id: impl Into<String>) -> Lent<'static, &'static str>;
}
pub trait Repo<K: Clone + Send + Sync, V>: Send + Sync {
    type Key: Clone + Send + Sync;
    #[r4c::retry]
    fn get(&self, key: K) -> Lent<'_, V>;
    #[r4c::retry]
    fn find(&self, key: &K, of: &Self::Key) -> Lent<'_, Self::Key>;
    #[r4c::circuit_breaker(name = "api")]
    fn first(&self) -> Lent<'_, Vec<V>>;
}
r4c::include_wrappers!();
