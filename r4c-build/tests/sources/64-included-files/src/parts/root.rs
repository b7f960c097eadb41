/// A client.
pub trait Root {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    fn get(&self) -> Result<u8, String>;
}
