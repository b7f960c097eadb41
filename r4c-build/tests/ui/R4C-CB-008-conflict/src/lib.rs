pub trait Api {
    #[r4c::circuit_breaker(name = "orders", sliding_window = 100, minimum_calls = 10)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "orders", sliding_window = "100s")]
    fn put(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
