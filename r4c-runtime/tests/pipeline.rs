//! The builder of pipelines and what the tables of `scenarios` do not say of the pipeline itself.
use r4c::config::{ConfigSource, PolicyKind};
use r4c::pipeline::{AnyError, Pausing};
use r4c::testing::{Callee, EventLog, ManualClock, now_or_never};
use r4c::{
    CallNotPermitted, CircuitBreaker, Classifier, ConfigError, ExhaustedResult, Failure, FailureKind, Outcome,
    Pipeline, Registry, ResultRejected, Retry, State, classify_fn, on_value,
};
use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
struct Response(u16);

#[derive(Clone, Debug, PartialEq)]
enum ApiError {
    Down,
    Invalid,
    Open,
    GaveUp(u16),
}
impl From<CallNotPermitted> for ApiError {
    fn from(_: CallNotPermitted) -> Self {
        Self::Open
    }
}
impl From<ResultRejected<Response>> for ApiError {
    fn from(rejected: ResultRejected<Response>) -> Self {
        Self::GaveUp(rejected.into_result().0)
    }
}

/// A status of 500 or more is a failure; counts how often it is asked.
#[derive(Clone, Debug, Default)]
struct StatusClassifier(Arc<AtomicU32>);
impl Classifier<Response, ApiError> for StatusClassifier {
    fn classify(&self, result: Result<&Response, &ApiError>) -> Outcome {
        self.0.fetch_add(1, SeqCst);
        match result {
            Ok(Response(500..)) | Err(ApiError::Down) => Outcome::Failure,
            Ok(_) => Outcome::Success,
            Err(_) => Outcome::Ignore,
        }
    }
}

fn on_manual_clock() -> (Registry, ManualClock) {
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock.clone()).sleeper(clock.sleeper()).build().unwrap();
    (registry, clock)
}

fn bad(count: usize) -> Callee<Result<Response, ApiError>> {
    Callee::returning(vec![Ok(Response(503)); count])
}

// ---------------------------------------------------------------- the builder

#[test]
fn the_order_of_the_calls_does_not_matter() {
    let (registry, _) = on_manual_clock();
    let builder = || Pipeline::builder(&registry, "orders");
    let reject = ExhaustedResult::Reject;
    let pipelines = [
        builder()
            .retry(|r| r)
            .circuit_breaker(|b| b)
            .classifier(StatusClassifier::default())
            .on_exhausted_result(reject),
        builder()
            .on_exhausted_result(reject)
            .classifier(StatusClassifier::default())
            .circuit_breaker(|b| b)
            .retry(|r| r),
        builder()
            .classifier(StatusClassifier::default())
            .retry(|r| r)
            .on_exhausted_result(reject)
            .circuit_breaker(|b| b),
    ]
    .map(|builder| builder.build().unwrap());
    for pipeline in pipelines {
        let callee = bad(3);
        let failure = pipeline.execute(|| callee.call()).unwrap_err();
        assert_eq!((callee.calls(), failure.attempts()), (3, 3));
        assert_eq!(failure.into_error::<ApiError>(), ApiError::GaveUp(503));
    }
}

#[test]
fn a_list_before_or_after_the_classifier_wins_over_it() {
    let (registry, _) = on_manual_clock();
    let invalid = |error: &ApiError| *error == ApiError::Invalid;
    let down = |error: &ApiError| *error == ApiError::Down;
    let judging = |classifier| Pipeline::builder(&registry, "orders").retry(|r| r).retry_classifier(classifier);
    let asked = StatusClassifier::default();
    let after = judging(asked.clone()).abort_on(down).build().unwrap();
    let before = Pipeline::builder(&registry, "orders").abort_on(down).retry(|r| r);
    let before = before.retry_classifier(asked.clone()).build().unwrap();
    let twice = judging(asked.clone()).abort_on(invalid).abort_on(down).build().unwrap();
    let answers = || Callee::returning([Err(ApiError::Down)]);
    let callees = [answers(), answers(), answers()];
    assert!(after.execute(|| callees[0].call()).is_err());
    assert!(before.execute(|| callees[1].call()).is_err());
    assert!(twice.execute(|| callees[2].call()).is_err());
    assert_eq!((callees.map(|callee| callee.calls()), asked.0.load(SeqCst)), ([1; 3], 0));
}

#[test]
fn a_policy_with_a_rule_of_its_own_leaves_the_common_classifier_to_the_other() {
    let (registry, _) = on_manual_clock();
    let (common, own) = (StatusClassifier::default(), StatusClassifier::default());
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r.max_attempts(1)).circuit_breaker(|b| b);
    let pipeline = pipeline.classifier(common.clone()).retry_classifier(own.clone()).build().unwrap();
    assert!(pipeline.execute(|| Ok(Response(200))).is_ok());
    assert_eq!((common.0.load(SeqCst), own.0.load(SeqCst)), (1, 1));
}

#[test]
fn settings_that_do_not_work_out_are_an_error_when_it_is_built() {
    let registry = Registry::new();
    let error = Pipeline::builder(&registry, "orders").retry(|r| r.max_attempts(0)).build().unwrap_err();
    assert_eq!(error.code(), "R4C-CFG-003");
    let error = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b.minimum_calls(0)).build().unwrap_err();
    assert_eq!(error.code(), "R4C-CFG-003");
}

#[cfg(not(feature = "tokio"))]
#[test]
fn a_pause_that_cannot_be_made_is_an_error_when_it_is_built() {
    let registry = Registry::new();
    let error = Pipeline::builder(&registry, "orders").retry(|r| r).build_async().unwrap_err();
    assert_eq!(error.code(), "R4C-CFG-012");
    assert!(error.to_string().contains("tests/pipeline.rs:"), "{error}");
    // Sync calls need no sleeper, and neither do async ones without a retry.
    assert!(Pipeline::builder(&registry, "sync").retry(|r| r).build().is_ok());
    let pipeline = Pipeline::builder(&registry, "single").circuit_breaker(|b| b).build().unwrap();
    let call = pipeline.execute_async(|| async { Ok::<u8, ApiError>(7) });
    assert_eq!(now_or_never(call).and_then(Result::ok), Some(7));
    assert!(Pipeline::builder(&registry, "single").circuit_breaker(|b| b).build_async().is_ok());
}

#[test]
fn the_registry_configures_it_and_says_who_declared_it() {
    let source = ConfigSource::from_pairs("r4c.toml", [("r4c.retry.orders.max-attempts", "2")]).unwrap();
    let registry = Registry::builder().config(source).build().unwrap();
    let built = Pipeline::builder(&registry, "orders").retry(|r| r.max_attempts(9).delay(Duration::ZERO)).build();
    let pipeline = built.unwrap();
    let callee = bad(2);
    let judging = Pipeline::builder(&registry, "orders").retry(|r| r).classifier(StatusClassifier::default());
    assert_eq!(judging.build().unwrap().execute(|| callee.call()).ok(), Some(Response(503)));
    assert_eq!(callee.calls(), 2);
    assert_eq!(pipeline.retry().unwrap().config().max_attempts(), 2);
    let report = registry.report();
    let declared = report.instance(PolicyKind::Retry, "orders").unwrap().declared().to_string();
    assert!(declared.contains("tests/pipeline.rs:"), "{declared}");
}

#[test]
fn pipelines_of_one_name_and_the_registry_share_their_breaker() {
    let (registry, _) = on_manual_clock();
    let first = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b).build().unwrap();
    let second = Pipeline::builder(&registry, "orders").retry(|r| r).circuit_breaker(|b| b).build().unwrap();
    registry.circuit_breaker("orders").unwrap().force_open().unwrap();
    let refused = first.execute(|| Ok::<u8, ApiError>(7)).unwrap_err();
    assert!(matches!(refused.kind(), FailureKind::NotPermitted(refusal) if refusal.state() == State::ForcedOpen));
    assert_eq!(second.clone().execute(|| Ok::<u8, ApiError>(7)).unwrap_err().attempts(), 0);
    assert_eq!(second.circuit_breaker().unwrap().state(), State::ForcedOpen);
    assert!(first.retry().is_none() && second.name() == "orders");
}

// ---------------------------------------------------------------- its type

#[test]
fn a_pipeline_can_be_named_shared_and_shown() {
    fn holds<T: Clone + Debug + Send + Sync + 'static>(_: &T) {}
    let (registry, _) = on_manual_clock();
    let builder = || Pipeline::builder(&registry, "orders");
    let judging: Pipeline<Retry, CircuitBreaker, StatusClassifier> =
        builder().retry(|r| r).circuit_breaker(|b| b).classifier(StatusClassifier::default()).build().unwrap();
    let plain: Pipeline<Pausing<Retry>, ()> = builder().retry(|r| r).build_async().unwrap();
    let breaker: Pipeline<(), CircuitBreaker, AnyError> = builder().circuit_breaker(|b| b).build_async().unwrap();
    holds(&judging);
    holds(&plain);
    holds(&breaker);
    assert!(format!("{judging:?}").starts_with("Pipeline { name: \"orders\", retry: "), "{judging:?}");
    fn not_cloned<T>(_: &Pipeline<(), CircuitBreaker, T>) -> bool {
        true
    }
    // A clone shares the classifier, which need not be `Clone`.
    struct Unclonable;
    let classified = builder().circuit_breaker(|b| b).classifier(Unclonable).build().unwrap();
    assert!(not_cloned(&classified.clone()));
}

#[test]
fn a_future_is_send_where_its_parts_are_and_need_not_be() {
    fn send<T: Send>(value: T) -> T {
        value
    }
    let (registry, _) = on_manual_clock();
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).circuit_breaker(|b| b).build_async().unwrap();
    let call = send(pipeline.execute_async(|| async { Ok::<_, ApiError>("sent".to_owned()) }));
    assert_eq!(now_or_never(call).and_then(Result::ok).as_deref(), Some("sent"));
    let local = Rc::new(Cell::new(0));
    let call = pipeline.execute_async(|| {
        let local = Rc::clone(&local);
        async move {
            local.set(local.get() + 1);
            Ok::<_, Rc<str>>(local)
        }
    });
    assert_eq!(now_or_never(call).and_then(Result::ok).map(|value| value.get()), Some(1));
}

#[test]
fn nothing_happens_before_the_first_poll() {
    let (registry, _) = on_manual_clock();
    let pipeline = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b).build().unwrap();
    let callee = bad(1);
    drop(pipeline.execute_async(|| callee.call_async()));
    assert_eq!((callee.calls(), pipeline.circuit_breaker().unwrap().metrics().recorded()), (0, 0));
}

// ---------------------------------------------------------------- calls

#[test]
fn plain_values_are_judged_rejected_and_refused() -> Result<(), ConfigError> {
    let (registry, clock) = on_manual_clock();
    let wants_some =
        || on_value(|found: &Option<u8>| if found.is_some() { Outcome::Success } else { Outcome::Failure });
    let builder = || {
        let builder = Pipeline::builder(&registry, "lookup").retry(|r| r.max_attempts(2));
        builder.circuit_breaker(|b| b.minimum_calls(4)).on_exhausted_result(ExhaustedResult::Reject)
    };
    let pipeline = builder().classifier(wants_some()).build()?;
    let failure = pipeline.execute_value(|| None).unwrap_err();
    assert!(matches!(failure.kind(), FailureKind::Rejected(rejected) if rejected.result().is_none()));
    let pipeline = builder().classifier(wants_some()).build_async()?;
    assert_eq!(now_or_never(pipeline.execute_value_async(|| async { Some(7) })).and_then(Result::ok), Some(Some(7)));
    let refused = now_or_never(pipeline.execute_value_async(|| async { None })).unwrap().unwrap_err();
    assert!(matches!(refused.kind(), FailureKind::NotPermitted(_)), "the fourth result opens it: {refused}");
    assert_eq!((refused.attempts(), clock.pauses().len()), (1, 2));
    Ok(())
}

#[test]
fn one_closure_may_change_what_it_captures() {
    let (registry, _) = on_manual_clock();
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).build().unwrap();
    let mut requests = vec!["third", "second", "first"];
    let result = pipeline.execute(|| match requests.pop() {
        Some("third") => Ok("third"),
        other => Err(other),
    });
    assert_eq!(result.ok(), Some("third"));
    assert!(requests.is_empty());
}

#[test]
fn a_failure_is_one_error_type_or_falls_back() {
    let (registry, _) = on_manual_clock();
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r.max_attempts(2)).build().unwrap();
    let down = || Err::<Response, _>(ApiError::Down);
    assert_eq!(pipeline.execute(down).map_err(Failure::into_error::<ApiError>), Err(ApiError::Down));
    let answered = pipeline.execute(down).or_else(|failure| match failure.into_kind() {
        FailureKind::Error(ApiError::Down) => Ok(Response(204)),
        other => Err(other),
    });
    assert!(matches!(answered, Ok(Response(204))));
}

#[test]
fn a_panic_of_a_classifier_comes_back_as_a_value_with_its_message() {
    let (registry, _) = on_manual_clock();
    let panicking = classify_fn(|_: Result<&u8, &ApiError>| panic!("no verdict"));
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).classifier(panicking).build().unwrap();
    let log = EventLog::new();
    log.watch_retry(pipeline.retry().unwrap());
    let failure = pipeline.execute(|| Ok(7)).unwrap_err();
    let FailureKind::ClassifierFailed(failed) = failure.kind() else { panic!("{failure:?}") };
    assert_eq!(failed.message().as_deref(), Some("no verdict"));
    assert_eq!(log.lines(), ["GaveUp(ClassifierFailed,1)"]);
    assert!(format!("{:?}", log.events()).contains("no verdict"));
}

/// Panics when it is read for the `n`-th time, once.
#[derive(Debug)]
struct PanickingClock {
    until_panic: AtomicU32,
    time: ManualClock,
}
impl r4c::Clock for PanickingClock {
    fn now(&self) -> Duration {
        if self.until_panic.fetch_sub(1, SeqCst) == 1 {
            std::panic::panic_any("a clock");
        }
        self.time.now()
    }
    fn sleep(&self, duration: Duration) {
        self.time.sleep(duration);
    }
}

#[test]
fn whichever_reading_of_the_clock_panics_no_permit_is_lost() {
    for (reading, form) in (1..9).flat_map(|reading| [(reading, "sync"), (reading, "async")]) {
        let time = ManualClock::new();
        let clock = Arc::new(PanickingClock { until_panic: AtomicU32::new(u32::MAX), time: time.clone() });
        let registry = Registry::builder().clock(Shared(Arc::clone(&clock))).sleeper(time.sleeper()).build().unwrap();
        let pipeline = Pipeline::builder(&registry, "orders")
            .retry(|r| r.max_attempts(2).max_duration(Duration::from_secs(9)))
            .circuit_breaker(|b| b.half_open_calls(1).minimum_calls(1).slow_call_duration(Duration::from_secs(1)));
        let pipeline = pipeline.build_async().unwrap();
        let breaker = pipeline.circuit_breaker().unwrap();
        breaker.transition_to_open().unwrap();
        time.advance(Duration::from_secs(60));
        clock.until_panic.store(reading, SeqCst);
        let call = || match form {
            "sync" => pipeline.execute(|| Err::<u8, _>(ApiError::Down)).is_ok(),
            _ => now_or_never(pipeline.execute_async(|| async { Err::<u8, _>(ApiError::Down) })).unwrap().is_ok(),
        };
        let _: std::thread::Result<bool> = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
        clock.until_panic.store(u32::MAX, SeqCst);
        time.advance(Duration::from_secs(60));
        assert_eq!(pipeline.execute(|| Ok::<_, ApiError>(7)).ok(), Some(7), "{form}, reading {reading}");
        assert_eq!(breaker.state(), State::Closed, "{form}, reading {reading}");
    }
}

#[derive(Debug)]
struct Shared<C>(Arc<C>);
impl<C: r4c::Clock> r4c::Clock for Shared<C> {
    fn now(&self) -> Duration {
        self.0.now()
    }
    fn sleep(&self, duration: Duration) {
        self.0.sleep(duration);
    }
}

// ---------------------------------------------------------------- the tools for tests

#[test]
fn a_manual_clock_refuses_to_go_back() {
    let clock = ManualClock::new();
    clock.advance_to(Duration::from_secs(5));
    let back = clock.clone();
    let refused = std::panic::catch_unwind(move || back.advance_to(Duration::from_secs(4))).unwrap_err();
    assert_eq!(refused.downcast_ref::<String>().unwrap(), "a clock never goes back: it is 5s already, not 4s");
    assert_eq!(clock.now(), Duration::from_secs(5));
}

#[test]
fn a_waiting_sleeper_lets_a_call_be_seen_in_its_pause() {
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock.clone()).sleeper(clock.waiting_sleeper()).build().unwrap();
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).build_async().unwrap();
    let callee = Callee::returning([Err(ApiError::Down), Ok(7)]);
    let mut call = Box::pin(pipeline.execute_async(|| callee.call_async()));
    for elapsed in [0, 499] {
        clock.advance_to(Duration::from_millis(elapsed));
        assert!(now_or_never(call.as_mut()).is_none());
        assert_eq!(callee.calls(), 1);
    }
    clock.advance(Duration::from_millis(1));
    assert_eq!(now_or_never(call.as_mut()).and_then(Result::ok), Some(7));
    assert_eq!((clock.pauses(), clock.cancelled_pauses()), (vec![Duration::from_millis(500)], vec![]));
}

#[test]
fn a_callee_says_when_its_script_is_over() {
    let callee = Callee::returning([1, 2]);
    assert_eq!((callee.call(), callee.clone().call(), callee.calls()), (1, 2, 2));
    let over = callee.clone();
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| over.call())).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().unwrap(), "call 3 of a callee whose script has 2 results");
    assert_eq!(format!("{callee:?}"), "Callee { calls: 3, .. }");
}

#[test]
fn the_tools_can_be_shared() {
    fn holds<T: Send + Sync + Debug + 'static>() {}
    holds::<ManualClock>();
    holds::<r4c::testing::ManualSleeper>();
    holds::<Callee<Result<u8, ApiError>>>();
    holds::<EventLog>();
    holds::<r4c::testing::Event>();
}
