//! Beside the source folder.
pub mod deep;
/// A client.
pub trait Api {
    /// Gets.
    #[r4c::retry(classifier = super::Cls)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("net");
