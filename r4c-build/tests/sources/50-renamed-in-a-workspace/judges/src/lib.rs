#![deny(warnings)]
//! Classifiers for the workspace.
pub mod by_error {
    //! By the error alone.
    /// Judges.
    #[derive(Debug, Clone, Copy, Default)]
    pub struct Judge;
    impl<T: ?Sized, E: ?Sized> r4c::Classifier<T, E> for Judge {
        fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
            if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
        }
    }
}
pub mod prelude {
    //! Everything.
    pub use crate::by_error::*;
}
