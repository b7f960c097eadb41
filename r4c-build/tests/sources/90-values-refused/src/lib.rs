//! Values that are none, in odd spellings.
pub const LIMIT: u32 = 3;
macro_rules! three { () => { 3 }; }
pub trait Api {
    #[r4c::retry(max_attempts = three!())]
    fn a(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = LIMIT)]
    fn b(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = 1 + 2)]
    fn c(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = 3.0)]
    fn d(&self) -> Result<u8, String>;
    #[r4c::retry(max_attempts = 99999999999999999999)]
    fn e(&self) -> Result<u8, String>;
    #[r4c::retry(delay = "1 fortnight")]
    fn f(&self) -> Result<u8, String>;
    #[r4c::retry(delay = 100)]
    fn g(&self) -> Result<u8, String>;
    #[r4c::retry(delay = Duration::from_secs(1))]
    fn h(&self) -> Result<u8, String>;
    #[r4c::retry(multiplier = 0.5)]
    fn i(&self) -> Result<u8, String>;
    #[r4c::retry(on_exhausted_result = Rejekt, classifier = Cls)]
    fn j(&self) -> Result<u8, String>;
    #[r4c::retry(on_exhausted_result = Reject)]
    fn k(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(failure_rate_threshold = 0)]
    fn l(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(failure_rate_threshold = 100.5)]
    fn m(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(sliding_window = "1500ms")]
    fn n(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(auto_half_open = yes)]
    fn o(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "")]
    fn p(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = orders)]
    fn q(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(record_on = "io")]
    fn r(&self) -> Result<u8, String>;
    #[r4c::circuit_breaker(minimum_calls = 10 sliding_window = 10)]
    fn s(&self) -> Result<u8, String>;
    #[r4c::retry(r#delay = "1s", delay = "2s")]
    fn t(&self) -> Result<u8, String>;
}
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}
r4c::include_wrappers!();
