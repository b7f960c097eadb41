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
        .circuit_breaker_classifier(StatusClassifier)
        .ignore_on(|error: &String| error.is_empty())
        .record_on(|error: &String| error.is_empty())
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-CLS-011: this policy of the pipeline has a rule of its own already
//~ label: the second rule
//~ note: a policy has one of `retry_classifier` and `retry_on`, one of `circuit_breaker_classifier` and `record_on`: a classifier replaces the list
