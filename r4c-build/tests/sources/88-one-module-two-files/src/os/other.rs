//! Another.
/// A client.
pub trait Os {
    /// Gets.
    #[r4c::retry(max_attempts = 0)]
    fn get(&self) -> Result<u16, String>;
}
r4c::include_wrappers!("os");
