pub trait Api {
    #[r4c::circuit_breaker(minimum_calls = 2, minimum_calls = 3)]
    fn m0(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
