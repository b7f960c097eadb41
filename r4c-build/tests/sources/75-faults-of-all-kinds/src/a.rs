pub struct Client;
impl Client {
    #[r4c::retry(max_attempts = "3", delay = 5, jitter = 1.5)]
    pub fn a(&self) -> Result<u8, String> { Ok(1) }
    #[r4c::circuit_breaker(failure_rate_treshold = 50)]
    #[r4c::fallback(missing)]
    pub fn b(&self) -> Result<u8, String> { Ok(1) }
    #[r4c::retry]
    pub fn c() -> Result<u8, String> { Ok(1) }
    #[r4c::retry]
    pub fn d(&self) -> Self { Client }
    fn other(&self, _: u8) {}
}
r4c::include_wrappers!("a");
