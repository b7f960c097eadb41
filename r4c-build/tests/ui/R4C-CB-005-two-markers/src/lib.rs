pub trait Api {
    #[r4c::circuit_breaker(name = "a")]
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "b")]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
