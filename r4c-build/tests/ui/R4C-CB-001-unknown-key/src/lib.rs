pub trait Api {
    #[r4c::circuit_breaker(failure_rate = 50)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(max_attempts = 3)]
    fn m1(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
