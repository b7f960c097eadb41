#[resil::retry(max_attempts = 2, classifier = renamed_dependency::Own)]
fn fetch() -> Result<u8, String> {
    Ok(1)
}
fn main() {}
