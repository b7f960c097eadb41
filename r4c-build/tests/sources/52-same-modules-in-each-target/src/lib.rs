#![deny(warnings)]
//! The library.
pub mod net;
/// A client.
pub trait Root {
    /// Gets.
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
