pub trait Api {
    #[r4c::retry(max_attempts = 0)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = -1)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = 5_000_000_000)]
    fn m2(&self) -> Result<u8, String>;
    #[r4c::retry(multiplier = 0.5)]
    fn m3(&self) -> Result<u8, String>;
    #[r4c::retry(jitter = 1.5)]
    fn m4(&self) -> Result<u8, String>;
    #[r4c::retry(max_delay = "0s")]
    fn m5(&self) -> Result<u8, String>;
    #[r4c::retry(name = "")]
    fn m6(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
