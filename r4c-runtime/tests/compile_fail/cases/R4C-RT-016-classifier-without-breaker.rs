use r4c::{Classifier, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders")
        .circuit_breaker_classifier(StatusClassifier)
        .retry(|r| r)
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-RT-016: this pipeline has a circuit breaker classifier (or `record_on`, `ignore_on`) and no circuit breaker
//~ label: has no circuit breaker
//~ note: write `.circuit_breaker(|b| b)` before `build`, or leave the `.circuit_breaker_classifier(..)` away
