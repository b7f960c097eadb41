//! Judges.
use crate::prelude::*;
pub mod by_status {
    //! By status.
    use super::*;
    /// Judges.
    #[derive(Debug)]
    pub struct ByStatus;
    impl<T> Classifier<T, Failed> for ByStatus {
        fn classify(&self, call: Result<&T, &Failed>) -> Outcome {
            if call.is_ok() { Outcome::Success } else { Outcome::Failure }
        }
    }
}
/// An alias.
pub type Aliased = self::by_status::ByStatus;
