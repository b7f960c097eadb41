pub trait Api {
    #[r4c::retry]
    #[r4c::fallback(unavailabel)]
    fn get(&self, id: &str) -> Result<u8, String>;
    fn unavailable(&self, id: &str, error: String) -> Result<u8, String>;
}
pub struct Client;
impl Client {
    #[r4c::retry]
    #[r4c::fallback(cache)]
    pub fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
    #[r4c::retry]
    #[r4c::fallback(elsewhere)]
    pub fn put(&self) -> Result<u8, String> {
        Ok(1)
    }
    fn cached(&self, _: String) -> Result<u8, String> {
        Ok(2)
    }
}
impl Client {
    fn elsewhere(&self, _: String) -> Result<u8, String> {
        Ok(2)
    }
}
#[r4c::retry]
#[r4c::fallback(fetch_cache)]
pub fn fetch() -> Result<u8, String> {
    Ok(1)
}
fn fetch_cached(_: String) -> Result<u8, String> {
    Ok(2)
}
r4c::include_wrappers!();
