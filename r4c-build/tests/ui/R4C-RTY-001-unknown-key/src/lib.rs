pub trait Api {
    #[r4c::retry(max_attempt = 4)]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(dealy = "1s", max_attempts = 2)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::retry(timeout = "1s")]
    fn m2(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
