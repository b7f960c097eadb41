mod orders {
    #[r4c::retry]
    pub fn load() -> Result<u8, String> {
        Ok(1)
    }
    r4c::include_wrappers!("orders");
}
fn main() {}
