mod alone {
#[r4c::retry]
pub fn alone() -> Result<u8, String> {
    Ok(1)
}
    r4c::include_wrappers!("alone");
}
mod both {
#[r4c::retry]
pub fn first() -> Result<u8, String> {
    Ok(1)
}
    r4c::include_wrappers!(bin "one", "both");
}
fn main() {}
