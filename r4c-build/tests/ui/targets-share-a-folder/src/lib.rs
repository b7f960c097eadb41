pub mod orders;
pub mod net {
    r4c::include_wrappers!("net");
}
#[r4c::retry]
pub fn at_root() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!();
