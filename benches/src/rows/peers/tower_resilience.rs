//! tower-resilience: tower layers that judge the whole result, the state in an async mutex.
use super::async_row;
use super::judged::fails;
use crate::libraries::version;
use crate::plain::{Answer, Error, Response, Upstream};
use crate::row::{Batch, Row};
use crate::{WARM_UP, ready};
use r4c_bench_record::Library;
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tower::{Service, ServiceBuilder, ServiceExt as _};
use tower_resilience_circuitbreaker::{CircuitBreakerError, CircuitBreakerLayer};
use tower_resilience_retry::RetryLayer;

pub(super) fn library() -> Library {
    Library {
        name: "tower-resilience".to_owned(),
        version: version("tower-resilience-circuitbreaker"),
        reads_clock: "four times; its retry once".to_owned(),
        judges_values: "yes".to_owned(),
        third_outcome: "no, success or failure".to_owned(),
        sliding_window: "calls since the last change of state; or seconds, as a list".to_owned(),
        limits_half_open: "yes, by a semaphore".to_owned(),
    }
}

type Guarded = CircuitBreakerError<Error>;

pub(super) fn rows() -> Vec<Row> {
    let row = |name, call| async_row(name, call).of("tower-resilience");
    let breaker = || CircuitBreakerLayer::builder().failure_rate_threshold(0.5).sliding_window_size(100);
    let classified = || breaker().failure_classifier(fails).build().expect("a layer");
    let retry = RetryLayer::<&'static str, Response, Error>::builder()
        .max_attempts(3)
        .exponential_backoff(Duration::from_millis(100));
    let retry_classified = RetryLayer::<&'static str, Response, Guarded>::builder()
        .max_attempts(3)
        .exponential_backoff(Duration::from_millis(100))
        .retry_on(|error: &Guarded| matches!(error, CircuitBreakerError::Inner(Error::Io(_))))
        .retry_on_response(|response: &Response| response.status >= 500 || response.status == 429);
    vec![
        row("breaker", service(ServiceBuilder::new().layer(breaker().build().expect("a layer")).service_fn(fetch))),
        row("breaker + classifier", service(ServiceBuilder::new().layer(classified()).service_fn(fetch))),
        row("retry", service(ServiceBuilder::new().layer(retry.build()).service_fn(fetch))),
        row(
            "retry + breaker + classifier",
            service(ServiceBuilder::new().layer(retry_classified.build()).layer(classified()).service_fn(fetch)),
        ),
    ]
}

async fn fetch(id: &'static str) -> Answer {
    Upstream.answer(id)
}

/// A service is called by `&mut`: each batch has a clone of its own, which shares the breaker.
fn service<S>(service: S) -> Batch
where
    S: Service<&'static str, Response: Send, Error: Send, Future: Send> + Clone + Send + 'static,
{
    #[inline(never)]
    fn call<S: Service<&'static str>>(service: &mut S, id: &'static str) -> Result<S::Response, S::Error> {
        ready(async { service.ready().await?.call(id).await })
    }
    let service = Mutex::new(service);
    let calls: Batch = Box::new(move |calls| {
        let mut service = service.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (0..calls).for_each(|_| drop(black_box(call(&mut service, black_box("o-1")))));
    });
    calls(WARM_UP.into());
    calls
}
