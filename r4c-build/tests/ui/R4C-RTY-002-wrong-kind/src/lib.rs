pub trait Api {
    #[r4c::retry(max_attempts = "3")]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = COUNT)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::retry(delay = true)]
    fn m2(&self) -> Result<u8, String>;
    #[r4c::retry(jitter = "half")]
    fn m3(&self) -> Result<u8, String>;
    #[r4c::retry(name = 5)]
    fn m4(&self) -> Result<u8, String>;
    #[r4c::retry(on_exhausted_result = Rejct)]
    fn m5(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts)]
    fn m6(&self) -> Result<u8, String>;
    #[r4c::retry(delay =)]
    fn m7(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
