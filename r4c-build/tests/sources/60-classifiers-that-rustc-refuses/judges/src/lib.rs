use r4c::{Classifier, Outcome};
#[derive(Default)]
pub struct ForStrings;
impl<E> Classifier<String, E> for ForStrings {
    fn classify(&self, _: Result<&String, &E>) -> Outcome {
        Outcome::Success
    }
}
pub struct Made {
    pub limit: u8,
}
impl<T, E> Classifier<T, E> for Made {
    fn classify(&self, _: Result<&T, &E>) -> Outcome {
        Outcome::Success
    }
}
#[derive(Default)]
pub struct Any;
impl<T, E> Classifier<T, E> for Any {
    fn classify(&self, _: Result<&T, &E>) -> Outcome {
        Outcome::Success
    }
}
#[derive(Default)]
pub struct Nothing;
