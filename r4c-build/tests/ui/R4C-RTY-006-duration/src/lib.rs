pub trait Api {
    #[r4c::retry(delay = 500)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(delay = "500")]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::retry(max_delay = "5 parsecs")]
    fn m2(&self) -> Result<u8, String>;
    #[r4c::retry(max_duration = "")]
    fn m3(&self) -> Result<u8, String>;
    #[r4c::retry(delay = 1.5)]
    fn m4(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
