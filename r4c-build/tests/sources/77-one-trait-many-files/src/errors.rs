//! Errors.
/// What can go wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failed {
    /// The breaker is open.
    Open,
}
/// A result.
pub type Answer<T, E = Failed> = std::result::Result<T, E>;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed::Open
    }
}
