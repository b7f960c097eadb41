use r4c::{Classifier, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders")
        .circuit_breaker(|b| b)
        .abort_on(|error: &String| error.is_empty())
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-RT-015: this pipeline has a retry classifier (or `retry_on`, `abort_on`) and no retry
//~ label: has no retry
//~ note: write `.retry(|r| r)` before `build`, or leave the `.retry_classifier(..)` away
