use std::pin::Pin;
pub trait Api {
    #[r4c::retry]
    fn iterator(&self) -> impl Iterator<Item = Result<u8, String>>;
    #[r4c::retry]
    fn boxed(&self) -> Box<dyn Iterator<Item = u8>>;
    #[r4c::circuit_breaker(name = "stream")]
    fn stream(&self) -> Pin<Box<dyn Stream<Item = u8> + Send + '_>>;
    #[r4c::retry]
    fn never(&self) -> ! {
        loop {}
    }
    #[r4c::retry]
    fn future(&self) -> impl Future<Output = Result<u8, String>> + Send;
    #[r4c::retry]
    async fn aliased(&self) -> updates::Updates<'_>;
}
mod updates {
    pub type Updates<'a> = Rows<'a>;
    type Rows<'a> = futures::stream::BoxStream<'a, u8>;
}
r4c::include_wrappers!();
