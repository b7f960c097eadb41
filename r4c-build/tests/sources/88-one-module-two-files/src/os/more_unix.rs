//! More.
/// A function.
#[r4c::retry]
pub fn more() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!("more");
