#![deny(warnings)]
use std::future::Future;
use trait_variant::make as promise;
#[derive(Debug)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Self
    }
}
#[promise(Send)]
pub trait Api {
    #[r4c::retry(max_attempts = 3)]
    #[r4c::circuit_breaker(name = "api")]
    async fn get(&self, id: &str, body: Vec<u8>) -> Result<u8, Failed>;
    #[r4c::retry]
    async fn put(&mut self, id: String);
    #[r4c::retry]
    fn later(&self) -> impl Future<Output = Option<u8>>;
    async fn plain(&self) -> u8;
    fn name(&self) -> &str;
}
#[cfg_attr(all(), trait_variant::make(Send + Sync))]
pub trait Both {
    #[r4c::retry]
    async fn both<T: Clone + Send + Sync>(&self, item: T) -> Result<T, Failed>;
}
#[cfg_attr(any(), trait_variant::make(Send))]
#[trait_variant::make(Remote: Send)]
#[allow(async_fn_in_trait)]
pub trait Local {
    #[r4c::retry]
    async fn local(&self, item: std::rc::Rc<u8>) -> Result<u8, Failed>;
}
r4c::include_wrappers!();
/// What a server asks for.
pub fn spawned<C: Api + Send + Sync + 'static>(api: ResilientApi<C>) -> impl Future<Output = u8> + Send + 'static {
    async move {
        let got = api.get("id", Vec::new()).await;
        got.unwrap_or_default() + api.later().await.unwrap_or_default() + api.plain().await
    }
}
