//! A module with a reserved name.
/// Tries.
pub trait Try {
    /// Runs.
    #[r4c::retry(max_attempts = 2)]
    fn run(&self) -> Result<u8, crate::Failed>;
}
r4c::include_wrappers!("try");
