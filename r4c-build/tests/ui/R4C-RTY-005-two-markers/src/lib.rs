pub trait Api {
    #[r4c::retry(max_attempts = 3)]
    #[r4c::retry(max_attempts = 4)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
