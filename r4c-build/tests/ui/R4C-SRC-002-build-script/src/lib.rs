#[r4c::retry]
pub fn fetch() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!();
