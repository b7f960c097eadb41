#[r4c::retry]
pub fn order() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!("orders");
