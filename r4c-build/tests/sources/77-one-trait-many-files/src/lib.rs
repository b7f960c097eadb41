#![deny(warnings)]
//! Names through globs, re-exports and preludes.
mod api;
mod errors;
pub mod judges;
pub mod prelude {
    //! Everything.
    pub use crate::api::*;
    pub use crate::errors::*;
    pub use crate::judges::{self, by_status::*, *};
    pub use r4c::circuit_breaker as guarded;
    pub use r4c::retry;
    pub use r4c::{self, Classifier, Outcome};
}
pub use prelude::ResilientApi;
