pub trait Api {
    #[r4c::circuit_breaker(open_duration = 60)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = "60")]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(slow_call_duration = "fast")]
    fn m2(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
