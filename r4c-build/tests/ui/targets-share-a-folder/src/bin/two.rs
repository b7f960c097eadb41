mod both {
#[r4c::retry]
pub fn second() -> Result<u8, String> {
    Ok(1)
}
    r4c::include_wrappers!(bin "two", "both");
}
fn main() {}
