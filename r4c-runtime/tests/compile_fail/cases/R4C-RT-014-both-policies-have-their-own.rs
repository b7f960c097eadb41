use r4c::{Classifier, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders")
        .retry(|r| r)
        .circuit_breaker(|b| b)
        .classifier(StatusClassifier)
        .retry_classifier(StatusClassifier)
        .circuit_breaker_classifier(StatusClassifier)
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-RT-014: this pipeline has a classifier and no policy that asks it
//~ label: has neither a retry nor a circuit breaker that judges by `.classifier(..)`
//~ note: write `.retry(|r| r)`, `.circuit_breaker(|b| b)` or both before `build`, or leave the `.classifier(..)` away
