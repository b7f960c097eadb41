//! Beside the module's file: a file with `#[path]` looks for modules where it lies.
/// A client.
pub trait Deep {
    /// Gets.
    #[r4c::retry(classifier = crate::Cls)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("net.deep");
