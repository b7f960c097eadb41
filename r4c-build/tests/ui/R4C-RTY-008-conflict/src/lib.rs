pub trait Api {
    #[r4c::retry(name = "orders", max_attempts = 3)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry(name = "orders", max_attempts = 3, delay = "1s")]
    fn head(&self) -> Result<u8, String>;
    #[r4c::retry(name = "orders", max_attempts = 4)]
    fn put(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
