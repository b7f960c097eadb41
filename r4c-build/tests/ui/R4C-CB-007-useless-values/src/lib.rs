pub trait Api {
    #[r4c::circuit_breaker(sliding_window = 10, minimum_calls = 20)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(open_duration = "60s", open_max_duration = "30s")]
    fn m1(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
