#![allow(dead_code)]
//! Precise captures.
use std::pin::Pin;
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
    fn c<'a>(&'a self, id: &str) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + Send + 'a>>;
    #[r4c::retry]
    fn d(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> + Send + 'static;
    #[r4c::retry]
    fn e(&'static self, id: &'static str) -> Pin<Box<dyn Future<Output = Result<usize, Failed>> + Send>>;
}
r4c::include_wrappers!();
