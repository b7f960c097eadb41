//! What logs and dashboards see, and that observers see instances that are declared after them.
#![cfg(all(feature = "tracing", feature = "metrics", feature = "test-util"))]
use metrics_util::debugging::{DebugValue, DebuggingRecorder};
use r4c::integrations::{metrics, tracing};
use r4c::testing::ManualClock;
use r4c::{CircuitBreakerEvent, CircuitBreakerSettings, Observer, Registry, RetryEvent};
use std::io;
use std::sync::{Arc, Mutex};

/// Opens one breaker, and lets one retry try twice.
fn play(registry: &Registry) {
    let settings = CircuitBreakerSettings::new().sliding_window(2).minimum_calls(2);
    let breaker = registry.declare_circuit_breaker("orders", "here", settings).expect("a breaker");
    breaker.try_acquire().expect("closed").success();
    breaker.try_acquire().expect("closed").failure();
    assert!(breaker.try_acquire().is_err());
    let pipeline = r4c::Pipeline::builder(registry, "stock").retry(|retry| retry.max_attempts(2)).build();
    let mut answers = [Err("down"), Ok(7)].into_iter();
    let result = pipeline.expect("a pipeline").execute(|| answers.next().expect("two attempts"));
    assert_eq!(result.expect("the second one"), 7);
}

fn registry() -> Registry {
    Registry::builder().clock(ManualClock::new()).build().expect("a registry")
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn push(&self, line: String) {
        self.0.lock().expect("nobody panics with it").push(line);
    }
    fn all(&self) -> Vec<String> {
        self.0.lock().expect("nobody panics with it").clone()
    }
}

impl Observer for Lines {
    fn retry(&self, name: &str, event: &RetryEvent) {
        let what = match event {
            RetryEvent::Retrying { .. } => "retrying",
            RetryEvent::Succeeded { .. } => "succeeded",
            _ => "another event",
        };
        self.push(format!("{name}: {what}"));
    }
    fn circuit_breaker(&self, name: &str, event: &CircuitBreakerEvent) {
        self.push(format!("{name}: {event:?}"));
    }
}

#[test]
fn an_observer_is_told_of_instances_that_are_declared_later_and_of_no_success() {
    let (registry, lines) = (registry(), Lines::default());
    let watching = registry.observe(lines.clone());
    play(&registry);
    let expected = [
        "orders: Failure",
        "orders: FailureRateExceeded { rate: 50.0 }",
        "orders: StateTransition { from: Closed, to: Open }",
        "orders: NotPermitted",
        "stock: retrying",
        "stock: succeeded",
    ];
    assert_eq!(lines.all(), expected);
    drop(watching);
    registry.circuit_breaker("orders").expect("declared").reset();
    assert_eq!(lines.all().len(), expected.len(), "nothing after the subscription has ended");
}

#[test]
fn an_observation_that_was_detached_goes_on() {
    let (registry, lines) = (registry(), Lines::default());
    registry.observe(lines.clone()).detach();
    play(&registry);
    assert_eq!(lines.all().len(), 6);
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(String::from_utf8_lossy(bytes).trim().to_owned());
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn events_become_log_records() {
    let (registry, lines) = (registry(), Lines::default());
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(::tracing::Level::DEBUG)
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    ::tracing::subscriber::with_default(subscriber, || {
        let logging = tracing::log(&registry);
        play(&registry);
        drop(logging);
    });
    let expected = [
        r#"WARN r4c: failure rate exceeded instance="orders" rate=50.0"#,
        r#"WARN r4c: circuit breaker opened instance="orders" from=CLOSED to=OPEN"#,
        r#"DEBUG r4c: call not permitted instance="orders""#,
        r#"DEBUG r4c: attempt failed, another one follows instance="stock" attempts=1 delay=500ms"#,
        r#"DEBUG r4c: succeeded after a retry instance="stock" attempts=2"#,
    ];
    assert_eq!(lines.all(), expected);
}

#[test]
fn totals_become_counters_and_gauges() {
    let registry = registry();
    play(&registry);
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    ::metrics::with_local_recorder(&recorder, || metrics::publish(&registry));
    let mut shown: Vec<String> = snapshotter
        .snapshot()
        .into_vec()
        .into_iter()
        .map(|(key, _, _, value)| {
            let labels: Vec<&str> = key.key().labels().map(|label| label.value()).collect();
            let value = match value {
                DebugValue::Counter(count) => count.to_string(),
                DebugValue::Gauge(gauge) => gauge.to_string(),
                DebugValue::Histogram(_) => "a histogram".to_owned(),
            };
            format!("{} {} {value}", key.key().name(), labels.join(" "))
        })
        .collect();
    shown.sort();
    let expected = "r4c.circuitbreaker.buffered.calls orders failed 1
r4c.circuitbreaker.buffered.calls orders successful 1
r4c.circuitbreaker.calls orders failed 1
r4c.circuitbreaker.calls orders ignored 0
r4c.circuitbreaker.calls orders successful 1
r4c.circuitbreaker.failure.rate orders 50
r4c.circuitbreaker.not.permitted.calls orders 1
r4c.circuitbreaker.slow.call.rate orders 0
r4c.circuitbreaker.slow.calls orders 0
r4c.circuitbreaker.state orders closed 0
r4c.circuitbreaker.state orders disabled 0
r4c.circuitbreaker.state orders forced_open 0
r4c.circuitbreaker.state orders half_open 0
r4c.circuitbreaker.state orders metrics_only 0
r4c.circuitbreaker.state orders open 1
r4c.retry.calls stock cancelled 0
r4c.retry.calls stock failed_with_retry 0
r4c.retry.calls stock failed_without_retry 0
r4c.retry.calls stock successful_with_retry 1
r4c.retry.calls stock successful_without_retry 0";
    assert_eq!(shown, expected.lines().collect::<Vec<_>>());
}
