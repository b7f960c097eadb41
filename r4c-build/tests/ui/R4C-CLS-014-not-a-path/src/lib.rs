pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, result: Result<&T, &E>) -> r4c::Outcome {
        if result.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}
pub trait Api {
    #[r4c::retry(classifier = "Cls")]
    fn string(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = )]
    fn empty(&self) -> Result<u8, String>;
    #[r4c::retry(classifier)]
    fn bare(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Vec<u8>, max_attempts = 2)]
    fn arguments(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = <u8 as Iterator>::Item)]
    fn qualified(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = |result| result.is_ok())]
    fn closure(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Cls::new())]
    fn call(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
