#[r4c::retry]
pub(super) fn help() -> Result<u8, String> {
    Ok(3)
}
r4c::include_wrappers!("tests.support");
