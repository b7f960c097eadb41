//! A file that only the macro mentions.
/// A client.
pub trait Net {
    /// Gets.
    #[r4c::retry(classifier = super::Cls)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!("net");
