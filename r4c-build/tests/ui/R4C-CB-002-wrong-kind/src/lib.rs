pub trait Api {
    #[r4c::circuit_breaker(failure_rate_threshold = "50%")]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(auto_half_open = 1)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = true)]
    fn m2(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(half_open_calls = 2.5)]
    fn m3(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
