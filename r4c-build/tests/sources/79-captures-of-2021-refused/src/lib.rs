#![allow(dead_code)]
//! Edition 2021: a returned future that keeps less than another attempt needs.
use std::future::Future;
/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}

pub struct Client {
    base: String,
}
impl Client {
    #[r4c::retry(max_attempts = 3)]
    pub fn free(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> {
        let length = id.len();
        async move { Ok(length) }
    }
    #[r4c::retry(max_attempts = 3)]
    pub fn half<'a>(&'a self, id: &str) -> impl Future<Output = Result<usize, Failed>> + Send + 'a {
        let length = id.len();
        async move { Ok(length + self.base.len()) }
    }
    #[r4c::circuit_breaker(name = "a")]
    pub fn fixed(&self) -> impl Future<Output = Result<usize, Failed>> + 'static {
        async move { Ok(1) }
    }
}
#[r4c::retry]
pub fn fetch(id: &str) -> impl Future<Output = Result<usize, Failed>> + Send {
    let length = id.len();
    async move { Ok(length) }
}
r4c::include_wrappers!();
