//! Futures that only rustc knows enough of.
use std::future::{Future, Ready};
use std::pin::Pin;
use std::task::{Context, Poll};
pub struct Key(u8);
pub struct Answer;
impl Future for Answer {
    type Output = Result<u8, String>;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(Ok(1))
    }
}
pub trait Api {
    type Call<'a>: Future<Output = Result<u8, String>>
    where
        Self: 'a;
    #[r4c::retry]
    fn generic<'a>(&'a self, id: &'a str) -> Self::Call<'a>;
    #[r4c::retry]
    fn named(&mut self) -> Answer;
    #[r4c::retry]
    fn ready(&self) -> Ready<Result<u8, String>>;
    #[r4c::retry]
    fn keyed(&self, key: &Key) -> Pin<Box<dyn Future<Output = Result<u8, String>> + Send + '_>>;
}
pub struct Client(Key);
impl Client {
    #[r4c::retry]
    pub fn detached(&self) -> impl Future<Output = Result<u8, String>> + use<> {
        let key = self.0.0;
        async move { Ok(key) }
    }
}
r4c::include_wrappers!();
