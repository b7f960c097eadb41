pub struct Client;
impl Client {
    #[r4c::circuit_breaker]
    pub fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
}
pub mod other {
    pub struct Client;
    impl Client {
        #[r4c::circuit_breaker]
        pub fn get(&self) -> Result<u8, String> {
            Ok(1)
        }
    }
    r4c::include_wrappers!("other");
}
r4c::include_wrappers!();
