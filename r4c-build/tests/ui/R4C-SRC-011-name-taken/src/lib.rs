pub struct ResilientApi;
pub trait Api {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
#[r4c::retry]
pub fn fetch() -> Result<u8, String> {
    Ok(1)
}
pub fn resilient_fetch() {}
r4c::include_wrappers!();

impl Client {
    #[r4c::retry(name = "client")]
    pub fn new(&self) -> Result<Client, String> {
        Ok(Client)
    }
}
