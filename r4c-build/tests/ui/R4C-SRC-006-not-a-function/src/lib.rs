#[r4c::retry]
pub trait Api {
    fn get(&self) -> Result<u8, String>;
}
#[r4c::circuit_breaker(name = "x")]
pub struct Client;
#[r4c::retry]
impl Client {}
#[r4c::retry]
mod inner {}
unsafe extern "C" {
    #[r4c::retry]
    fn foreign() -> u8;
}
