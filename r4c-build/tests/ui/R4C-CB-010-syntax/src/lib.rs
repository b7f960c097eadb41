pub trait Api {
    #[r4c::circuit_breaker(minimum_calls = 5 sliding_window = 10)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(minimum_calls: 5)]
    fn m1(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
