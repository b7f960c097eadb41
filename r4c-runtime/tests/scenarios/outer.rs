//! What a row calls: a pipeline, or a wrapper written as the generator writes it, with its types hidden.
use super::letters::{Answer, Callee, Error, Letters, Value};
use super::row::{Fallback, Policy, Row};
use super::settings;
use r4c::{
    CallNotPermitted, Classifier, ClassifierFailed, ExhaustedResult, Failure, FailureKind, Pipeline, Registry,
    ResultRejected,
};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// Sync or async.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Sync,
    Async,
    /// As the generator writes it for arguments by value; for a pipeline the same as sync.
    SyncMut,
    /// As the generator writes it for `&mut self`; likewise.
    SyncInTurn,
    /// Likewise.
    AsyncInTurn,
}

impl Form {
    pub(crate) fn is_async(self) -> bool {
        matches!(self, Self::Async | Self::AsyncInTurn)
    }
}

/// One outer call.
pub(crate) enum Outer {
    Sync(Box<dyn Fn(&Callee) -> Answer>),
    Async(Box<dyn Fn(Callee) -> BoxedCall>),
}
pub(crate) type BoxedCall = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// The name of a row's policies.
pub(crate) const NAME: &str = "row";

/// What all the outer calls of a row have in common.
#[derive(Clone)]
pub(crate) struct Shared {
    /// The classifier of both, or of the only one.
    pub(crate) letters: Letters,
    /// Two different ones: the retry's and the breaker's.
    pub(crate) own: (Letters, Letters),
    pub(crate) fallback: Option<Fallback>,
    pub(crate) fallback_calls: Arc<AtomicU32>,
}

impl Shared {
    pub(crate) fn of(row: &Row) -> Self {
        let letters = Letters::default();
        let calm = |calm| Letters { calm, ..letters.clone() };
        let own = (calm(row.calm.0), calm(row.calm.1));
        Self { letters, own, fallback: row.fallback.clone(), fallback_calls: Arc::default() }
    }

    /// The fallback's end, for what it took.
    pub(crate) fn answer(&self, taken: &str) -> Answer {
        self.fallback_calls.fetch_add(1, SeqCst);
        match self.fallback.as_ref().map_or('S', |fallback| fallback.outcome) {
            'S' => Ok(Value::Fallback(taken.to_owned())),
            'E' => Err(Error::Fallback),
            _ => std::panic::panic_any("panic(fallback)".to_owned()),
        }
    }

    /// The end of a pipeline's call: its failure to the fallback, if there is one and it takes it, else to the caller.
    fn finish(&self, result: Result<Value, Failure<Value, Error>>) -> Answer {
        let failure = match result {
            Ok(value) => return Ok(value),
            Err(failure) => failure,
        };
        let kind = match failure.kind() {
            FailureKind::Error(_) => "E",
            FailureKind::NotPermitted(_) => "CallNotPermitted",
            FailureKind::Rejected(_) => "ResultRejected",
            FailureKind::ClassifierFailed(_) => "ClassifierFailed",
        };
        match &self.fallback {
            Some(fallback) if fallback.takes == kind || fallback.takes == "Failure" => {
                self.answer(&failure.described())
            }
            _ => Err(failure.into_error()),
        }
    }
}

/// What a fallback took, as text.
pub(crate) trait Described {
    fn described(&self) -> String;
}
impl Described for Error {
    fn described(&self) -> String {
        self.text()
    }
}
impl Described for CallNotPermitted {
    fn described(&self) -> String {
        assert_eq!(self.name(), NAME);
        "NotPermitted".to_owned()
    }
}
impl Described for ResultRejected<Value> {
    fn described(&self) -> String {
        assert_eq!(self.instance_id(), NAME);
        format!("ResultRejected({},{})", self.attempts(), self.result().text())
    }
}
impl Described for ClassifierFailed {
    fn described(&self) -> String {
        self.message().unwrap_or_default()
    }
}
impl Described for Failure<Value, Error> {
    fn described(&self) -> String {
        match self.kind() {
            FailureKind::Error(error) => error.described(),
            FailureKind::NotPermitted(refusal) => refusal.described(),
            FailureKind::Rejected(rejected) => rejected.described(),
            FailureKind::ClassifierFailed(failed) => failed.described(),
        }
    }
}

/// The pipeline that the builder makes, in the row's form. A failure knows how often the callee ran in its call.
macro_rules! erased {
    ($builder:expr, $form:expr, $shared:expr) => {{
        let shared = $shared.clone();
        match $form.is_async() {
            false => {
                let pipeline = $builder.build().unwrap();
                Outer::Sync(Box::new(move |callee| {
                    let before = callee.calls.load(SeqCst);
                    let result = pipeline.execute(|| callee.call());
                    shared.finish(counted(result, callee.calls.load(SeqCst) - before))
                }))
            }
            true => {
                let pipeline = $builder.build_async().unwrap();
                Outer::Async(Box::new(move |callee| {
                    let (pipeline, shared) = (pipeline.clone(), shared.clone());
                    Box::pin(async move {
                        let before = callee.calls.load(SeqCst);
                        let result = pipeline.execute_async(|| callee.call_async()).await;
                        shared.finish(counted(result, callee.calls.load(SeqCst) - before))
                    })
                }))
            }
        }
    }};
}

fn counted(result: Result<Value, Failure<Value, Error>>, calls: u32) -> Result<Value, Failure<Value, Error>> {
    if let Err(failure) = &result {
        assert_eq!(failure.attempts(), calls);
    }
    result
}

/// A list of letters as a predicate.
fn named(list: Vec<String>) -> impl Fn(&Error) -> bool + Send + Sync + 'static {
    move |error| error.is_in(&list)
}

pub(crate) fn pipeline(row: &Row, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    match (&row.retry, &row.breaker) {
        (Some(retry), None) => retry_alone(retry, form, registry, shared),
        (None, Some(breaker)) => breaker_alone(breaker, form, registry, shared),
        (Some(retry), Some(breaker)) if row.breaker_outside => nested(retry, breaker, form, registry, shared),
        (Some(retry), Some(breaker)) => both((retry, breaker, row.shared), form, registry, shared),
        (None, None) => panic!("{}: no policy", row.id),
    }
}

fn retry_alone(policy: &Policy, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    let builder = Pipeline::builder(registry, NAME).retry(settings::of_retry(policy));
    let letters = shared.letters.clone();
    match (policy.classifier, policy.rejects, policy.listed.clone(), policy.excepted.clone()) {
        (false, false, None, None) => erased!(builder, form, shared),
        (false, false, None, Some(aborted)) => erased!(builder.abort_on(named(aborted)), form, shared),
        (false, false, Some(listed), None) => erased!(builder.retry_on(named(listed)), form, shared),
        (false, false, Some(listed), Some(aborted)) => {
            erased!(builder.abort_on(named(aborted)).retry_on(named(listed)), form, shared)
        }
        (true, false, None, None) => erased!(builder.classifier(letters), form, shared),
        (true, false, None, Some(aborted)) => {
            erased!(builder.retry_classifier(letters).abort_on(named(aborted)), form, shared)
        }
        (true, true, None, None) => {
            let builder = builder.on_exhausted_result(ExhaustedResult::Reject);
            erased!(builder.retry_classifier(letters), form, shared)
        }
        _ => panic!("a combination of judges that no row has had so far"),
    }
}

fn breaker_alone(policy: &Policy, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    let builder = Pipeline::builder(registry, NAME).circuit_breaker(settings::of_breaker(policy));
    let letters = shared.letters.clone();
    match (policy.classifier, policy.listed.clone(), policy.excepted.clone()) {
        (false, None, None) => erased!(builder, form, shared),
        (false, Some(recorded), None) => erased!(builder.record_on(named(recorded)), form, shared),
        (true, None, None) => erased!(builder.classifier(letters), form, shared),
        (true, None, Some(ignored)) => erased!(builder.classifier(letters).ignore_on(named(ignored)), form, shared),
        _ => panic!("a combination of judges that no row has had so far"),
    }
}

fn both(policies: (&Policy, &Policy, bool), form: Form, registry: &Registry, shared: &Shared) -> Outer {
    let (retry, breaker, one_classifier) = policies;
    let builder = Pipeline::builder(registry, NAME)
        .circuit_breaker(settings::of_breaker(breaker))
        .retry(settings::of_retry(retry));
    let letters = shared.letters.clone();
    let rejecting = retry.rejects;
    let lists = (retry.listed.clone(), retry.excepted.clone(), breaker.listed.clone(), breaker.excepted.clone());
    match (retry.classifier, breaker.classifier, lists) {
        (false, false, (None, None, None, None)) => erased!(builder, form, shared),
        (false, false, (Some(listed), None, None, None)) => erased!(builder.retry_on(named(listed)), form, shared),
        (false, false, (Some(listed), None, Some(recorded), None)) => {
            erased!(builder.record_on(named(recorded)).retry_on(named(listed)), form, shared)
        }
        (false, false, (None, Some(aborted), None, Some(ignored))) => {
            erased!(builder.ignore_on(named(ignored)).abort_on(named(aborted)), form, shared)
        }
        (true, true, (None, None, None, None)) if one_classifier && rejecting => {
            erased!(builder.classifier(letters).on_exhausted_result(ExhaustedResult::Reject), form, shared)
        }
        (true, true, (None, None, None, None)) if one_classifier => erased!(builder.classifier(letters), form, shared),
        (true, true, (None, Some(aborted), None, Some(ignored))) if one_classifier => {
            erased!(builder.abort_on(named(aborted)).classifier(letters).ignore_on(named(ignored)), form, shared)
        }
        (true, true, (None, None, None, None)) => {
            let (retry, breaker) = shared.own.clone();
            erased!(builder.circuit_breaker_classifier(breaker).retry_classifier(retry), form, shared)
        }
        (false, true, (None, None, None, None)) => {
            erased!(builder.circuit_breaker_classifier(letters), form, shared)
        }
        (true, false, (None, None, None, None)) => erased!(builder.retry_classifier(letters), form, shared),
        _ => panic!("a combination of judges that no row has had so far"),
    }
}

/// `circuit_breaker(retry(call))`: two pipelines.
fn nested(retry: &Policy, breaker: &Policy, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    if retry.classifier {
        nest(retry, breaker, form, registry, shared, shared.letters.clone())
    } else {
        nest(retry, breaker, form, registry, shared, r4c::pipeline::AnyError)
    }
}

fn nest<C>(retry: &Policy, breaker: &Policy, form: Form, registry: &Registry, shared: &Shared, classifier: C) -> Outer
where
    C: Classifier<Value, Error> + Clone + Send + Sync + 'static,
{
    let inner = || Pipeline::builder(registry, NAME).retry(settings::of_retry(retry)).classifier(classifier.clone());
    let outer = Pipeline::builder(registry, NAME).circuit_breaker(settings::of_breaker(breaker)).build().unwrap();
    let shared = shared.clone();
    match form.is_async() {
        false => {
            let inner = inner().build().unwrap();
            Outer::Sync(Box::new(move |callee| {
                let result = outer.execute(|| inner.execute(|| callee.call()).map_err(Failure::into_error::<Error>));
                shared.finish(result)
            }))
        }
        true => {
            let inner = inner().build_async().unwrap();
            Outer::Async(Box::new(move |callee| {
                let (outer, inner, shared) = (outer.clone(), inner.clone(), shared.clone());
                Box::pin(async move {
                    let call = || {
                        let attempt = inner.execute_async(|| callee.call_async());
                        async { attempt.await.map_err(Failure::into_error::<Error>) }
                    };
                    shared.finish(outer.execute_async(call).await)
                })
            }))
        }
    }
}
