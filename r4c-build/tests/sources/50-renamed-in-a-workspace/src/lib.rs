#![deny(warnings)]
//! The runtime under another name, by the workspace.
use judges::by_error;
use resil_ience::{self as resilience, Outcome, retry as again};
/// What can go wrong.
#[derive(Debug)]
pub enum Failed {
    /// The breaker is open.
    Open,
    /// Anything else.
    Other,
}
impl From<resil_ience::CallNotPermitted> for Failed {
    fn from(_: resil_ience::CallNotPermitted) -> Self {
        Failed::Open
    }
}
/// Judges here.
#[derive(Debug)]
pub struct Own;
impl<T> resilience::Classifier<T, Failed> for Own {
    fn classify(&self, call: Result<&T, &Failed>) -> Outcome {
        match call {
            Err(Failed::Other) => Outcome::Failure,
            _ => Outcome::Success,
        }
    }
}
/// A client.
pub trait Api {
    /// By a path.
    #[resil_ience::retry(max_attempts = 3, classifier = by_error::Judge)]
    fn a(&self) -> Result<u8, Failed>;
    /// By an import.
    #[again(classifier = Own)]
    #[resilience::circuit_breaker(name = "b", classifier = judges::prelude::Judge)]
    fn b(&self) -> Result<u8, Failed>;
    /// Without a classifier.
    #[::resil_ience::circuit_breaker(name = "c", ignore_on = Failed::Open)]
    fn c(&self) -> Result<u8, Failed>;
}
resil_ience::include_wrappers!();
