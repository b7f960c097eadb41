use r4c::{Classifier, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}
impl Classifier<u8, String> for StatusClassifier {
    fn classify(&self, _: Result<&u8, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders").retry(|r| r).retry_classifier(StatusClassifier).build()?;
    drop(pipeline.execute(|| Ok::<u64, std::fmt::Error>(200)));
    Ok(())
}

//~ error: R4C-CLS-009: `StatusClassifier` does not classify calls that give a value `u64` and an error `std::fmt::Error`
//~ label: needs `impl r4c::Classifier<u64, std::fmt::Error> for StatusClassifier`
