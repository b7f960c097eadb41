use r4c::{Classifier, ExhaustedResult, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders")
        .circuit_breaker(|b| b)
        .classifier(StatusClassifier)
        .on_exhausted_result(ExhaustedResult::Reject)
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-RT-017: this pipeline has `ExhaustedResult::Reject` and no retry classifier that could reject a value
//~ label: has no retry classifier
//~ note: write `.retry(|r| r)` and `.classifier(..)` or `.retry_classifier(..)` before `build`, or leave the `.on_exhausted_result(..)` away
