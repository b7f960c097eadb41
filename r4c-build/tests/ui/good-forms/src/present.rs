use super::Judge as Mine;
#[r4c::retry(classifier = Mine)]
pub fn fetch() -> Result<u8, String> {
    Ok(1)
}
r4c::include_wrappers!("present");
