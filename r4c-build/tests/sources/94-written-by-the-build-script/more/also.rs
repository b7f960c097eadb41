/// Elsewhere.
pub trait Also {
    /// Gets.
    #[r4c::retry]
    fn get(&self) -> Result<u8, u8>;
}
