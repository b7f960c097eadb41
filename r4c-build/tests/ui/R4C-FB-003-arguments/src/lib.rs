pub trait Api {
    #[r4c::retry]
    #[r4c::fallback(cached)]
    fn get(&self, id: &str) -> Result<u8, String>;
    fn cached(&self, id: &str) -> Result<u8, String>;
    #[r4c::retry]
    #[r4c::fallback(free)]
    fn put(&self, id: &str) -> Result<u8, String>;
    fn free(id: &str, error: String) -> Result<u8, String>;
}
#[r4c::retry]
#[r4c::fallback(fetch_cached)]
pub fn fetch(id: &str) -> Result<u8, String> {
    Ok(1)
}
fn fetch_cached() -> Result<u8, String> {
    Ok(2)
}
r4c::include_wrappers!();
