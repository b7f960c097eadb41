//! A client with a module file of the old kind.
mod errors;
use crate::judges::Status as Judge;
use errors::Failed;
#[derive(Debug, Clone)]
pub(crate) struct Http;
impl Http {
    #[r4c::retry(max_attempts = 2, classifier = Judge)]
    #[r4c::circuit_breaker(name = "http", classifier = crate::judges::Status)]
    pub(crate) fn get(&self, path: &str) -> Result<u16, Failed> {
        if path.is_empty() { Err(Failed::Empty) } else { Ok(200) }
    }
}
r4c::include_wrappers!("client");
