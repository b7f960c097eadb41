#[r4c::retry]
fn fetch() -> Result<u8, String> {
    Ok(1)
}
fn main() {}
