//! More.
use crate::Failed;
/// A function.
#[r4c::retry]
pub fn fetch() -> Result<u8, Failed> {
    Err(Failed)
}
r4c::include_wrappers!("extra");
