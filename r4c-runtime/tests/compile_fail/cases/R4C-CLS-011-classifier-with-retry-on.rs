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
        .retry_on(|error: &String| error.is_empty())
        .retry_classifier(StatusClassifier)
        .build()?;
    let value = pipeline.execute(|| Ok::<u16, String>(200));
    let _: Option<u16> = value.ok();
    Ok(())
}

//~ error: R4C-CLS-011: this policy of the pipeline has a rule of its own already
//~ label: the second rule
//~ note: a policy has one of `retry_classifier` and `retry_on`, one of `circuit_breaker_classifier` and `record_on`: a classifier replaces the list
