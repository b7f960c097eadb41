#![deny(warnings)]
//! One module per system.
#[cfg(unix)]
#[path = "os/unix.rs"]
pub mod os;
#[cfg(not(unix))]
#[path = "os/other.rs"]
pub mod os;
#[cfg_attr(unix, path = "os/more_unix.rs")]
#[cfg_attr(not(unix), path = "os/missing.rs")]
pub mod more;
pub mod imported {
    //! The macro by another name.
    use r4c::include_wrappers as wrappers;
    /// A client.
    pub trait Imported {
        /// Gets.
        #[r4c::retry(max_attempts = 3)]
        fn get(&self) -> Result<u8, String>;
    }
    wrappers!("imported");
}
