//! Shared.
/// A client.
pub trait Shared {
    /// Gets.
    #[r4c::retry(max_attempts = 3)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("shared");
