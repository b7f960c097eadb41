pub trait Api {
    #[r4c::retry(max_attempts = 3 delay = "1s")]
    fn m0(&self) -> Result<u8, String>;
    #[r4c::retry(= 3, max_attempts = 2)]
    fn m1(&self) -> Result<u8, String>;
    #[r4c::retry(3)]
    fn m2(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
#[r4c::retry = 3]
pub fn named() -> Result<u8, String> {
    Ok(1)
}
