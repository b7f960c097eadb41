pub trait Api {
    #[r4c::retry]
    fn fill(&self, buffer: &mut Vec<u8>) -> Result<u8, String>;
    #[r4c::retry(reuse(buffer))]
    fn refill(&self, buffer: &mut Vec<u8>) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "once")]
    fn once(&self, buffer: &mut Vec<u8>) -> Result<u8, String>;
    #[r4c::retry(reuse(buffer))]
    fn for_ever(&self, buffer: &'static mut Vec<u8>) -> Result<u8, String>;
}
r4c::include_wrappers!();
