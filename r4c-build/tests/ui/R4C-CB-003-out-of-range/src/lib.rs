pub trait Api {
    #[r4c::circuit_breaker(failure_rate_threshold = 0)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(failure_rate_threshold = 100.5)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = 0)]
    fn m2(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = "1500ms")]
    fn m3(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = "0s")]
    fn m4(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(minimum_calls = 0)]
    fn m5(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(slow_call_duration = "0ms")]
    fn m6(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
