pub trait Api {
    fn get(&self) -> Result<u8, String>;
}
pub struct Client;
impl Api for Client {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
}
