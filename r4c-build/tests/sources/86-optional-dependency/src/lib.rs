#![deny(warnings)]
//! Resilience is a feature; without it the crate does not know r4c.
/// What can go wrong.
#[derive(Debug)]
pub struct Failed;
#[cfg(feature = "resilience")]
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}
/// A client.
pub trait Api {
    /// Gets.
    #[cfg_attr(feature = "resilience", r4c::retry(max_attempts = 3), r4c::circuit_breaker(name = "api"))]
    fn get(&self) -> Result<u8, Failed>;
}
#[cfg(feature = "resilience")]
r4c::include_wrappers!();
#[cfg(feature = "resilience")]
pub mod extra;
