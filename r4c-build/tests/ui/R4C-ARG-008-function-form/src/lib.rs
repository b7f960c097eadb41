#[r4c::retry]
pub const fn constant() -> Result<u8, u8> {
    Ok(1)
}
#[r4c::retry]
pub extern "C" fn foreign() -> Result<u8, u8> {
    Ok(1)
}
r4c::include_wrappers!();
