//! What the sources do not show and rustc does.
use judges::*;
pub struct Plain;
pub trait Api {
    /// Not for these types.
    #[r4c::retry(classifier = ForStrings)]
    fn a(&self) -> Result<u8, Plain>;
    /// Not for an option as a whole.
    #[r4c::circuit_breaker(name = "b", classifier = judges::ForStrings)]
    #[r4c::fallback(empty)]
    fn b(&self) -> Option<String>;
    fn empty(&self, _: r4c::CallNotPermitted) -> Option<String>;
    /// Cannot be made.
    #[r4c::retry(classifier = judges::Made)]
    fn c(&self) -> Result<u8, Plain>;
    /// Rejected, and no room.
    #[r4c::retry(classifier = judges::Any, on_exhausted_result = Reject)]
    fn d(&self) -> Result<u8, Plain>;
    /// Later.
    #[r4c::retry(classifier = judges::ForStrings)]
    fn e(&self) -> impl Future<Output = Result<u8, Plain>> + Send;
    /// Not cloned.
    #[r4c::retry(max_attempts = 2)]
    fn f(&self, plain: Plain) -> Result<u8, Plain>;
    /// Is no classifier at all.
    #[r4c::retry(classifier = judges::Nothing)]
    fn g(&self) -> Result<u8, Plain>;
}
r4c::include_wrappers!();
