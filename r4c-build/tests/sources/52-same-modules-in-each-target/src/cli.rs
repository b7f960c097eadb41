//! The same names in each target.
/// A client.
pub trait Api {
    /// Gets.
    #[r4c::retry(name = "bin")]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("cli");
