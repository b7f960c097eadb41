//! The same policies by other means: generated wrapper, pipeline, hand-held permit; sync, async, boxed. Each over its own
//! bare form, all of 24 bytes.
use crate::forms::{BoxedOrders, NativeOrders, ResilientBoxedOrders, ResilientNativeOrders};
use crate::plain::{self, Answer, Error, Response, StatusClassifier, Upstream};
use crate::row::{Base, Batch, Row, batch};
use crate::time::Time;
use crate::{WARM_UP, ready};
use r4c::{CircuitBreaker, CircuitBreakerSettings, Classifier, Failure, Pipeline, Retry, pipeline::Pausing};
use r4c_bench_record::Group::Form;

pub(super) fn rows(time: Time) -> Vec<Row> {
    const ALL: &str = "retry+breaker+classifier";
    let row = |name: &str, base: Base, call: Batch| Row::new(Form, name, plain::result(), base, call);
    vec![
        row("wrapper, sync", plain::bare(), plain::wrapped(time, |settings| settings, plain::both)),
        row("Pipeline::execute", plain::bare(), batch(move || pipeline(time), piped))
            .counted(format!("plain pipeline {ALL}")),
        row("hand-held permit (breaker + classifier)", plain::bare(), batch(move || breaker(time), permitted))
            .counted("plain permit breaker+classifier"),
        row(
            "wrapper, impl Future",
            plain::bare_async_call(),
            plain::wrapped(time, |settings| settings, plain::both_async),
        ),
        row("wrapper, async fn", native_bare(), batch(move || native(time), native_wrapped))
            .counted(format!("plain native async {ALL}")),
        row("wrapper, async_trait", boxed_bare(), batch(move || boxed(time), boxed_call))
            .counted(format!("plain async_trait {ALL}")),
        row("Pipeline::execute_async", plain::bare_async_call(), batch(move || pipeline_async(time), piped_async))
            .counted(format!("plain async pipeline {ALL}")),
    ]
}

type Piped = Pipeline<Retry, CircuitBreaker, StatusClassifier>;
type PipedAsync = Pipeline<Pausing<Retry>, CircuitBreaker, StatusClassifier>;

fn pipeline(time: Time) -> Piped {
    let registry = time.registry().build().expect("a registry");
    let builder = Pipeline::builder(&registry, "orders").retry(|retry| retry).circuit_breaker(|breaker| breaker);
    let pipeline = builder.classifier(StatusClassifier).build().expect("a pipeline");
    (0..WARM_UP).for_each(|_| drop(piped(&pipeline, "warm up")));
    pipeline
}

fn pipeline_async(time: Time) -> PipedAsync {
    let registry = time.registry().build().expect("a registry");
    let builder = Pipeline::builder(&registry, "orders").retry(|retry| retry).circuit_breaker(|breaker| breaker);
    let pipeline = builder.classifier(StatusClassifier).build_async().expect("a pipeline");
    (0..WARM_UP).for_each(|_| drop(piped_async(&pipeline, "warm up")));
    pipeline
}

#[inline(never)]
fn piped(pipeline: &Piped, id: &str) -> Result<Response, Failure<Response, Error>> {
    pipeline.execute(|| Upstream.answer(id))
}

#[inline(never)]
fn piped_async(pipeline: &PipedAsync, id: &str) -> Result<Response, Failure<Response, Error>> {
    use crate::plain::Orders as _;
    ready(pipeline.execute_async(|| Upstream.both_async(id)))
}

fn breaker(time: Time) -> CircuitBreaker {
    let registry = time.registry().build().expect("a registry");
    let breaker = registry.declare_circuit_breaker("orders", "by hand", CircuitBreakerSettings::new());
    let breaker = breaker.expect("a breaker");
    (0..WARM_UP).for_each(|_| drop(permitted(&breaker, "warm up")));
    breaker
}

#[inline(never)]
fn permitted(breaker: &CircuitBreaker, id: &str) -> Answer {
    let permit = breaker.try_acquire()?;
    let answer = Upstream.answer(id);
    permit.record(StatusClassifier.classify(answer.as_ref()));
    answer
}

fn native(time: Time) -> ResilientNativeOrders<Upstream> {
    let registry = time.registry().build().expect("a registry");
    let orders = ResilientNativeOrders::new(Upstream, &registry).expect("a wrapper");
    (0..WARM_UP).for_each(|_| drop(native_wrapped(&orders, "warm up")));
    orders
}

#[inline(never)]
fn native_wrapped(orders: &ResilientNativeOrders<Upstream>, id: &str) -> Answer {
    ready(orders.fetch(id))
}

fn native_bare() -> Base {
    #[inline(never)]
    fn call(upstream: &Upstream, id: &str) -> Answer {
        ready(NativeOrders::fetch(upstream, id))
    }
    Base::new("bare async fn", batch(|| Upstream, call)).counted("plain native async bare".to_owned())
}

/// As such traits are used: their methods can be called without knowing the type. (Where it is known, the compiler takes the
/// box out of the bare call.)
type Dyn = Box<dyn BoxedOrders + Send + Sync>;

fn boxed(time: Time) -> Dyn {
    let registry = time.registry().build().expect("a registry");
    let orders: Dyn = Box::new(ResilientBoxedOrders::new(Upstream, &registry).expect("a wrapper"));
    (0..WARM_UP).for_each(|_| drop(boxed_call(&orders, "warm up")));
    orders
}

#[inline(never)]
fn boxed_call(orders: &Dyn, id: &str) -> Answer {
    ready(orders.fetch(id))
}

fn boxed_bare() -> Base {
    let bare = || -> Dyn { Box::new(Upstream) };
    Base::new("bare async_trait call", batch(bare, boxed_call)).counted("plain async_trait bare".to_owned())
}
