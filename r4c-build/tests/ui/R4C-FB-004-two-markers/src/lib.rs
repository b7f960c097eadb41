pub trait Api {
    #[r4c::fallback(cached)]
    #[r4c::fallback(cached)]
    fn get(&self) -> Result<u8, String>;
    fn cached(&self, error: String) -> Result<u8, String>;
}
r4c::include_wrappers!();
