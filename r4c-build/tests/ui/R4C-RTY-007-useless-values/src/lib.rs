pub trait Api {
    #[r4c::retry(delay = "2s", max_delay = "1s")]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(delay = "2s", max_duration = "1s")]
    fn m1(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
