//! The client.
use crate::prelude::*;
/// A client.
pub trait Api {
    /// Gets.
    #[retry(max_attempts = 3, classifier = ByStatus)]
    #[guarded(name = "api", classifier = judges::by_status::ByStatus)]
    fn get(&self) -> Answer<u8>;
    /// Lists.
    #[r4c::retry(classifier = Aliased, abort_on = Failed::Open)]
    fn list(&self) -> Answer<Vec<u8>>;
}
r4c::include_wrappers!("api");
