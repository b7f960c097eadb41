use super::Cls;
/// A client.
pub trait Net {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    fn get(&self) -> Result<u8, String>;
}
