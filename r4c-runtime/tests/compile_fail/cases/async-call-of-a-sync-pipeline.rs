use r4c::{Classifier, ExhaustedResult, Outcome, Pipeline, Registry};

struct StatusClassifier;
impl Classifier<u16, String> for StatusClassifier {
    fn classify(&self, _: Result<&u16, &String>) -> Outcome {
        Outcome::Success
    }
}

pub fn pipeline(registry: &Registry) -> Result<(), r4c::ConfigError> {
    let pipeline = Pipeline::builder(registry, "orders")
        .retry(|r| r)
        .build()?;
    drop(pipeline.execute_async(|| async { Ok::<u16, String>(200) }));
    Ok(())
}

//~ error: this pipeline has a retry and was built for sync calls only
//~ label: cannot make the pauses of an async call
//~ note: write `.build_async()?` instead of `.build()?`: it makes sure that the registry has a sleeper
