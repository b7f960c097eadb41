pub trait Broken {
    #[r4c::retry(delay = "5 parsecs", delay = "1s")]
    fn a(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts 3)]
    fn b(&self) -> Result<u8, String>;
    #[r4c::fallback]
    fn c(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = 0)]
    fn d(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("b");
