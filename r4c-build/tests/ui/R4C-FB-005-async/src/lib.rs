pub trait Api {
    #[r4c::retry]
    #[r4c::fallback(cached)]
    fn get(&self) -> Result<u8, String>;
    async fn cached(&self, error: String) -> Result<u8, String>;
}
r4c::include_wrappers!();
