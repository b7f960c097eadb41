pub trait Api {
    #[r4c::retry]
    #[r4c::fallback]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry]
    #[r4c::fallback("cached")]
    fn put(&self) -> Result<u8, String>;
    #[r4c::retry]
    #[r4c::fallback(cached, stale)]
    fn post(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
