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

#[derive(Clone)]
pub struct Client<T> {
    base: T,
}
impl<T: AsRef<str> + Clone + Send + Sync> Client<T> {
    #[r4c::retry(max_attempts = 3)]
    pub fn free(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> {
        let length = id.len();
        async move { Ok(length) }
    }
    #[r4c::retry(max_attempts = 3)]
    pub fn half<'a>(&'a self, id: &str) -> impl Future<Output = Result<usize, Failed>> + Send + 'a {
        let length = id.len();
        async move { Ok(length + self.base.as_ref().len()) }
    }
    #[r4c::retry(max_attempts = 3)]
    pub fn longer<'a, 'b: 'a>(&'a self, id: &'b str) -> impl Future<Output = Result<usize, Failed>> + 'a {
        async move { Ok(id.len() + self.base.as_ref().len()) }
    }
    #[r4c::circuit_breaker(name = "a")]
    pub fn typed<X: Clone>(&self, id: Option<&str>, x: X, of: impl AsRef<str>) -> impl Future<Output = Result<X, Failed>> {
        let length = id.map_or(0, str::len) + of.as_ref().len();
        async move { if length > 0 { Ok(x) } else { Err(Failed) } }
    }
    #[r4c::retry]
    #[r4c::fallback(other)]
    pub fn backed(&self, id: &str) -> impl Future<Output = Result<usize, Failed>> + Send {
        let length = id.len();
        async move { Ok(length) }
    }
    pub async fn other(&self, id: &str, _: Failed) -> Result<usize, Failed> {
        Ok(id.len())
    }
    #[r4c::retry]
    pub fn lent<'a>(&self, id: &'a str) -> impl Future<Output = Result<&'a str, Failed>> + Send {
        async move { Ok(id) }
    }
}
pub struct Reader<'x> {
    text: &'x str,
}
impl<'x> Reader<'x> {
    #[r4c::retry]
    pub fn read(&self) -> impl Future<Output = Result<usize, Failed>> + '_ {
        async move { Ok(self.text.len()) }
    }
}
impl Reader<'_> {
    #[r4c::retry]
    pub fn find(&self, what: &str) -> impl Future<Output = Result<Option<usize>, Failed>> + '_ {
        let at = self.text.find(what);
        async move { Ok(at) }
    }
}
#[r4c::retry]
pub fn fetch(id: &str) -> impl Future<Output = Result<usize, Failed>> + Send {
    let length = id.len();
    async move { Ok(length) }
}
#[r4c::retry]
pub fn all<'a, T: Clone + 'a>(name: &'a str, first: &T, rest: &[T]) -> impl Future<Output = Result<(T, usize), Failed>> + 'a {
    let (first, count) = (first.clone(), rest.len());
    async move { Ok((first, count + name.len())) }
}
r4c::include_wrappers!();
