#[r4c::retry]
pub fn help() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!(example "demo", "helper");
