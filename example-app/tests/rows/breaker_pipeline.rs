//! Pipelines that have a breaker and nothing else.
use super::client::Client;
use super::letters::{Answer, Error, Value};
use super::outer::{Form, NAME, Outer, Shared};
use super::row::Row;
use r4c::{Failure, FailureKind, Pipeline, Registry};

/// The pipeline that the builder makes, in the row's form.
macro_rules! erased {
    ($builder:expr, $form:expr, $shared:expr) => {{
        let client = Client::new($shared);
        if $form.is_async() {
            let pipeline = $builder.build_async().unwrap();
            Outer::Async(Box::new(move |callee| {
                let (pipeline, client) = (pipeline.clone(), client.clone());
                Box::pin(async move { end(pipeline.execute_async(|| callee.call_async()).await, &client) })
            }))
        } else {
            let pipeline = $builder.build().unwrap();
            Outer::Sync(Box::new(move |callee| end(pipeline.execute(|| callee.call()), &client)))
        }
    }};
}

/// The row's choices; its numbers are the registry's.
pub(crate) fn pipeline(row: &Row, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    let builder = Pipeline::builder(registry, NAME).circuit_breaker(|breaker| breaker);
    let policy = row.breaker.as_ref().expect("a row of the breaker's table");
    let letters = shared.letters.clone();
    match (policy.classifier, policy.excepted.clone().map(named), policy.listed.clone().map(named)) {
        (false, None, None) => erased!(builder, form, shared),
        (false, Some(ignored), None) => erased!(builder.ignore_on(ignored), form, shared),
        (false, None, Some(recorded)) => erased!(builder.record_on(recorded), form, shared),
        (false, Some(ignored), Some(recorded)) => erased!(builder.record_on(recorded).ignore_on(ignored), form, shared),
        (true, None, None) => erased!(builder.classifier(letters), form, shared),
        (true, Some(ignored), None) => erased!(builder.ignore_on(ignored).classifier(letters), form, shared),
        (true, _, Some(_)) => panic!("{}: a classifier and `record_on` exclude each other", row.id),
    }
}

/// A list of letters as a predicate.
fn named(list: Vec<String>) -> impl Fn(&Error) -> bool + Send + Sync + 'static {
    move |error| error.is_in(&list)
}

/// A refusal goes to the row's fallback, if it has one; all else to the caller.
fn end(result: Result<Value, Failure<Value, Error>>, client: &Client) -> Answer {
    let failure = match result {
        Ok(value) => return Ok(value),
        Err(failure) => failure,
    };
    match failure.kind() {
        FailureKind::NotPermitted(refusal) if client.has_fallback() => client.answer(refusal),
        _ => Err(failure.into_error()),
    }
}
