#![deny(warnings)]
//! Included files.
/// Written by the build script.
pub mod written {
    include!(concat!(env!("OUT_DIR"), "/written.rs"));
    r4c::include_wrappers!("written");
}
/// Elsewhere in the package.
pub mod also {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/more", "/also.rs"));
    r4c::include_wrappers!("also");
}
/// Here.
pub trait Here: written::There {
    /// Asks.
    #[r4c::retry]
    fn ask(&self) -> Result<u8, u8>;
}
r4c::include_wrappers!();
