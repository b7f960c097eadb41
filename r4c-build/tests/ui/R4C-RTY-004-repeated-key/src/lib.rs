pub trait Api {
    #[r4c::retry(max_attempts = 2, delay = "1s", max_attempts = 3)]
    fn m0(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
