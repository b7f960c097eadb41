#![deny(warnings)]
//! Attributes of the same names that belong to somebody else.
use others::*;
mod own {
    pub(crate) use others::circuit_breaker;
}
/// A client.
pub trait Api {
    /// Theirs, by a glob.
    #[others::retry(3 times)]
    fn a(&self) -> Result<u8, String>;
    /// Theirs, by a path.
    #[own::circuit_breaker(whatever you like)]
    fn b(&self) -> Result<u8, String>;
    /// Ours.
    #[r4c::retry(max_attempts = 2)]
    #[others::fallback]
    fn c(&self) -> Result<u8, String>;
    /// Theirs as a derive's helper or a tool's: `#[rustfmt::skip]`.
    #[rustfmt::skip]
    fn d(&self) -> Result<u8, String>;
}
/// Named by them.
#[derive(Marked)]
#[retry(for_the_derive)]
#[allow(dead_code)]
pub struct Options {
    #[fallback]
    field: u8,
}
r4c::include_wrappers!();
