#![deny(warnings)]
//! A byte order mark, both line ends, tabs and signs of two parts.
/// Größe: é
pub trait Größe {
	/// Gets.
	#[r4c::retry(max_attempts = 2)] /* é */ #[r4c::circuit_breaker(name = "日本")]
	fn länge(&self, größe: &str) -> Result<u8, Failed>;
}
/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}
r4c::include_wrappers!();
