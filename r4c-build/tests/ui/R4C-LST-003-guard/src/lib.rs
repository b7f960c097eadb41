pub trait Api {
    #[r4c::retry(retry_on = dyn std::io::Error if true)]
    fn get(&self) -> Result<u8, Box<dyn std::error::Error>>;
    #[r4c::retry(retry_on = source dyn std::io::Error | dyn std::fmt::Error)]
    fn put(&self) -> Result<u8, Box<dyn std::error::Error>>;
}
r4c::include_wrappers!();
