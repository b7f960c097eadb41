pub struct StatusClassifier;
impl<T, E> r4c::Classifier<T, E> for StatusClassifier {
    fn classify(&self, _: Result<&T, &E>) -> r4c::Outcome {
        r4c::Outcome::Success
    }
}

pub trait OrdersApi {
    #[r4c::retry(max_attempts = 3, classifier = StatusClasifier)]
    fn get(&self, id: &str) -> Result<u8, String>;
    #[r4c::retry(classifier = crate::orders::Absent)]
    fn put(&self, id: &str) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "delete", classifier = self::inner::Absent)]
    fn delete(&self, id: &str) -> Result<u8, String>;
}
mod inner {}
r4c::include_wrappers!("orders");
