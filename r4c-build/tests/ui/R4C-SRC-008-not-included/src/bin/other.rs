mod inner {
    #[r4c::retry]
    pub fn load() -> Result<u8, String> {
        Ok(1)
    }
    r4c::include_wrappers!("inner");
}
#[r4c::retry]
fn save() -> Result<u8, String> {
    Ok(1)
}
fn main() {}
r4c::include_wrappers!(bin "other");
