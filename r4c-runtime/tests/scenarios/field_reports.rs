//! Faults that users of other libraries reported, by their symptoms.
//!
//! | entries | where |
//! |---|---|
//! | half-open, permits, generations (1 to 10) | rows CB-030 to CB-073 of `circuit-breaker.toml`, run in `tests/breaker`; here 9, for the report |
//! | results, retries, events (11 to 15), policies together (16 to 18) | here |
//! | bases and cycles (19), growth set in another place than the delay (21), a clamped minimum (22), one name with two settings (23) | `tests/configuration.rs` |
//! | a reload that forgets the lists (20) | here |
//! | the window's lock as the hot spot (24) | `tests/alloc.rs` and the counts of the benches |
//! | a wall clock that is set back (25) | cannot happen: no time comes from a wall clock. `tests/pipeline.rs` for the manual one |
//! | wishes (26 to 31, 33 to 35) | here |
//! | what is not idempotent must not be repeated (32) | cannot happen in a pipeline, which repeats only the closure that it is given; for wrappers see the generator's tests |
//! | a window that fills on a success (36), a breaker that keeps flapping (37) | rows CB-006 and CB-030, run in `tests/breaker` |
use super::letters::{Answer, Callee, Error, Letters, Log, text};
use super::row::{self, Row};
use super::{COMPOSITION, PIPELINES, RETRY, Through, WRAPPERS, run_row};
use r4c::config::{ConfigSource, PolicyKind};
use r4c::generated::{Argument, Method, ToCaller, call_mut, call_once};
use r4c::testing::ManualClock;
use r4c::{Classifier, Outcome, Pipeline, Registry, RetrySettings, State, returns};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

/// These rows of the tables hold, in every form.
fn hold(ids: &[&str]) {
    let tables = || row::rows(RETRY).into_iter().chain(row::rows(COMPOSITION));
    for id in ids {
        let row = tables().find(|row| row.id == *id).unwrap_or_else(|| panic!("no row {id}"));
        holds(&row);
    }
}

fn holds(row: &Row) {
    super::quiet();
    let wrappers: &[Through] = if row.breaker_outside { &[] } else { &[WRAPPERS] };
    for through in [PIPELINES].iter().chain(wrappers) {
        run_row(row, through);
    }
}

/// A row that is not in the tables.
fn holds_too(case: &str) {
    row::rows(case).iter().for_each(holds);
}

// ---------------------------------------------------------------- half-open

#[test]
fn nobody_knows_after_how_many_probes_half_open_decides() {
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock.clone()).build().unwrap();
    let pipeline = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b.minimum_calls(2).half_open_calls(10));
    let pipeline = pipeline.build().unwrap();
    let breaker = pipeline.circuit_breaker().unwrap();
    breaker.transition_to_open().unwrap();
    clock.advance(Duration::from_secs(60));
    assert!(pipeline.execute(|| Ok::<_, ()>(1)).is_ok());
    assert_eq!(breaker.state(), State::HalfOpen);
    assert!(pipeline.execute(|| Ok::<_, ()>(2)).is_ok());
    assert_eq!(breaker.state(), State::Closed);
    let report = registry.report();
    let instance = report.instance(PolicyKind::CircuitBreaker, "orders").unwrap();
    assert!(instance.notes().any(|note| note.contains('2')), "{report}");
}

// ---------------------------------------------------------------- results, retries, events

#[test]
fn judging_values_works_through_some_entry_points_only() {
    holds_too(
        r#"
        [[case]]
        id = "B four times"
        config = { circuit_breaker = { sliding_window = 4, minimum_calls = 4, classifier = true } }
        callee = ["B", "..."]
        steps = ["call*3", "look => CLOSED 3/3/0/0", "call => Ok(4) | OPEN 4/4/0/0 100/0", "call => NotPermitted"]
        expect = { callee_calls = 4, asked = 4 }
        [[case]]
        id = "B four times, retried"
        config = { retry = { max_attempts = 1, classifier = true }, circuit_breaker = { sliding_window = 4, minimum_calls = 4, classifier = true } }
        callee = ["B", "..."]
        steps = ["call*3", "look => CLOSED 3/3/0/0", "call => Ok(4) | OPEN 4/4/0/0 100/0", "call => NotPermitted"]
        expect = { callee_calls = 4, asked = 4 }
        "#,
    );
}

#[test]
fn after_the_last_retry_a_bad_value_comes_back_as_if_it_were_good_or_is_lost() {
    hold(&["RT-014", "CO-021", "RT-017", "CO-022"]);
}

#[test]
fn the_option_for_values_changes_how_errors_end() {
    hold(&["RT-018"]);
}

#[test]
fn one_exhausted_call_publishes_two_terminal_events_and_is_counted_twice() {
    hold(&["RT-017", "RT-019"]);
}

#[test]
fn a_listener_that_panics_makes_the_retry_run_a_successful_call_again() {
    hold(&["RT-046", "CO-030"]);
}

// ---------------------------------------------------------------- policies together

#[test]
fn a_fallback_on_the_inner_layer_turns_failures_into_successes() {
    hold(&["CO-018", "CO-024"]);
}

#[test]
fn the_retry_hammers_an_open_breaker_with_a_pause_before_each_refusal() {
    hold(&["CO-002", "CO-004", "CO-005"]);
}

#[test]
fn it_is_unclear_whether_each_attempt_is_recorded_or_each_call() {
    hold(&["CO-001", "CO-016"]);
}

// ---------------------------------------------------------------- configuration

#[test]
fn a_reload_of_the_numbers_forgets_what_is_recorded() {
    let registry = Registry::new();
    let builder = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b.minimum_calls(10));
    let pipeline = builder.record_on(|error: &&str| *error == "down").build().unwrap();
    let source = ConfigSource::from_pairs("r4c.toml", [("r4c.circuit-breaker.orders.minimum-calls", "3")]).unwrap();
    registry.reload(source).unwrap();
    let breaker = pipeline.circuit_breaker().unwrap();
    assert_eq!(breaker.config().minimum_calls(), 3);
    for (error, failed) in [("not found", 0), ("down", 1)] {
        assert!(pipeline.execute(|| Err::<(), _>(error)).is_err());
        assert_eq!(breaker.metrics().failed(), failed, "{error}");
    }
    assert_eq!(breaker.metrics().totals().successful(), 1);
}

/// Every key with a value that changes the outcome of a small run: what the callee gives, and a value that is not that of
/// [`BASE`].
const KEYS: [(&str, &str, &str); 17] = [
    ("retry.run.max-attempts", "2", "EEEEEEEE"),
    ("retry.run.delay", "50ms", "ES"),
    ("retry.run.multiplier", "3.0", "EEES"),
    ("retry.run.max-delay", "150ms", "EEES"),
    ("retry.run.jitter", "0.5", "ES"),
    ("retry.run.max-duration", "250ms", "EEEE"),
    ("circuit-breaker.run.failure-rate-threshold", "80.0", "NNSNSN"),
    ("circuit-breaker.run.sliding-window", "2", "SSSSNN"),
    ("circuit-breaker.run.minimum-calls", "2", "NNNN"),
    ("circuit-breaker.run.open-duration", "3s", "NNNNN+S"),
    ("circuit-breaker.run.open-multiplier", "5.0", "NNNNN+N+N+S+S"),
    ("circuit-breaker.run.open-max-duration", "1s", "NNNNN+N+N+S"),
    ("circuit-breaker.run.half-open-calls", "2", "NNNNN+SSS"),
    ("circuit-breaker.run.half-open-max-duration", "500ms", "NNNNN+I+S"),
    ("circuit-breaker.run.auto-half-open", "true", "NNNNN+"),
    ("circuit-breaker.run.slow-call-duration", "200ms", "ssssss"),
    ("circuit-breaker.run.slow-call-rate-threshold", "40.0", "SSmmSS"),
];

const BASE: [(&str, &str); 10] = [
    ("retry.run.max-attempts", "4"),
    ("retry.run.delay", "100ms"),
    ("retry.run.multiplier", "2.0"),
    ("circuit-breaker.run.failure-rate-threshold", "50.0"),
    ("circuit-breaker.run.sliding-window", "6"),
    ("circuit-breaker.run.minimum-calls", "5"),
    ("circuit-breaker.run.open-duration", "1s"),
    ("circuit-breaker.run.open-multiplier", "2.0"),
    ("circuit-breaker.run.half-open-calls", "1"),
    ("circuit-breaker.run.slow-call-duration", "400ms"),
];

#[test]
fn settings_are_read_logged_and_never_applied() {
    for (key, value, script) in KEYS {
        let without = small_run(None, script);
        assert_ne!(without, small_run(Some((key, value)), script), "{key} = {value} changes nothing: {without:?}");
    }
}

/// What a call for each letter gives, with the state after it and the time: `+` waits for a second, `s` and `m` are successes
/// that take 300 and 500 ms.
fn small_run(other: Option<(&str, &str)>, script: &str) -> Vec<String> {
    let clock = ManualClock::new();
    let values = BASE.into_iter().filter(|(key, _)| Some(*key) != other.map(|(key, _)| key)).chain(other);
    let source =
        ConfigSource::from_pairs("r4c.toml", values.map(|(key, value)| (format!("r4c.{key}"), value))).unwrap();
    let registry = Registry::builder().config(source).clock(clock.clone()).jitter_seed(1).build().unwrap();
    let builder = Pipeline::builder(&registry, "run").retry(|r| r).circuit_breaker(|b| b);
    let pipeline = builder.classifier(Letters::default()).build().unwrap();
    let entry = |letter| {
        let (letter, takes) = match letter {
            's' => ('S', 300),
            'm' => ('S', 500),
            other => (other, 0),
        };
        row::entry(letter, Duration::from_millis(takes))
    };
    let entries = script.chars().filter(|letter| *letter != '+').map(entry).collect();
    let callee = Callee::new(entries, true, Log::default(), clock.clone());
    let step = |letter: char| {
        let answer: Option<Answer> =
            (letter != '+').then(|| pipeline.execute(|| callee.call()).map_err(r4c::Failure::into_error::<Error>));
        if answer.is_none() {
            clock.advance(Duration::from_secs(1));
        }
        let state = pipeline.circuit_breaker().unwrap().state();
        format!("{:?} {state} {:?}", answer.as_ref().map(text), clock.now())
    };
    script.chars().map(step).collect()
}

// ---------------------------------------------------------------- wishes

#[test]
fn a_503_in_an_ok_is_no_error() {
    holds_too(
        r#"
        [[case]]
        id = "503 in Ok"
        config = { retry = { max_attempts = 1 }, circuit_breaker = { sliding_window = 4, minimum_calls = 4, classifier = true } }
        callee = ["B", "..."]
        steps = ["call => Ok(1)", "call => Ok(2)", "call => Ok(3)", "call => Ok(4) | OPEN 4/4/0/0 100/0"]
        expect = { callee_calls = 4 }
        "#,
    );
}

#[test]
fn errors_of_the_caller_trip_or_heal() {
    holds_too(
        r#"
        [[case]]
        id = "400 between outages"
        config = { circuit_breaker = { sliding_window = 4, minimum_calls = 4, classifier = true } }
        callee = ["E", "I", "E", "I", "E", "I", "E"]
        steps = ["call*6", "look => CLOSED 3/3/0/0 -/-", "call => Err(7) | OPEN 4/4/0/0 100/0"]
        expect = { callee_calls = 7 }
        "#,
    );
    hold(&["CO-013"]);
}

#[test]
fn the_server_says_how_long_to_wait_and_nobody_listens() {
    hold(&["CO-015", "RT-026", "RT-027", "RT-029"]);
}

#[test]
fn the_limit_counts_the_pauses_and_not_the_calls() {
    hold(&["RT-037", "RT-038", "RT-039"]);
}

#[test]
fn jitter_pushes_a_delay_over_its_maximum_or_gets_too_small_later() {
    hold(&["RT-035", "RT-036"]);
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock.clone()).jitter_seed(1).build().unwrap();
    let settings = |r: RetrySettings| r.max_attempts(4).delay(Duration::from_millis(100)).multiplier(2.0).jitter(0.5);
    let pipeline = Pipeline::builder(&registry, "orders").retry(settings).build().unwrap();
    for _ in 0..200 {
        assert!(pipeline.execute(|| Err::<(), _>(())).is_err());
    }
    let pauses = clock.pauses();
    for (number, delay) in [100.0, 200.0, 400.0].into_iter().enumerate() {
        let parts = || pauses.iter().skip(number).step_by(3).map(|pause| pause.as_secs_f64() * 1000.0 / delay);
        assert!(parts().all(|part| (0.5..=1.5).contains(&part)));
        // Both ends of the range occur, as far from the middle for the third delay as for the first.
        assert!(parts().any(|part| part < 0.6) && parts().any(|part| part > 1.4), "delay {}", number + 1);
    }
}

#[test]
fn own_rules_for_a_foreign_type_need_a_fork() {
    struct Loopback;
    impl Classifier<std::net::IpAddr, std::net::AddrParseError> for Loopback {
        fn classify(&self, result: Result<&std::net::IpAddr, &std::net::AddrParseError>) -> Outcome {
            if result.is_ok_and(std::net::IpAddr::is_loopback) { Outcome::Success } else { Outcome::Permanent }
        }
    }
    let registry = Registry::new();
    let builder = Pipeline::builder(&registry, "addresses").circuit_breaker(|b| b);
    let pipeline = builder.classifier(Loopback).build().unwrap();
    for address in ["127.0.0.1", "10.0.0.1", "nowhere"] {
        drop(pipeline.execute(|| address.parse()));
    }
    let metrics = pipeline.circuit_breaker().unwrap().metrics();
    assert_eq!((metrics.recorded(), metrics.failed()), (3, 2));
}

/// Counts its clones.
struct Body(Arc<AtomicU32>);
impl Clone for Body {
    fn clone(&self) -> Self {
        self.0.fetch_add(1, SeqCst);
        Self(Arc::clone(&self.0))
    }
}

#[test]
fn arguments_are_cloned_for_attempts_that_cannot_follow() {
    type Returned = Result<(), u32>;
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock).build().unwrap();
    // (attempts allowed, attempts that fail) -> clones
    for (allowed, failing, clones) in [(1, 0, 0), (1, 1, 0), (3, 0, 1), (3, 1, 2), (3, 2, 2), (3, 3, 2)] {
        let settings = RetrySettings::new().max_attempts(allowed);
        let retry = r4c::generated::retry(&registry, &format!("{allowed}-{failing}"), "here", settings).unwrap();
        let (method, cloned, mut attempts) = (Method::new(retry, (), ()), Arc::default(), 0);
        let mut argument = Argument::new(Body(Arc::clone(&cloned)));
        let result = call_mut(
            &method,
            returns!(Returned),
            |attempt| {
                let Body(_) = argument.next(attempt.may_repeat());
                attempts += 1;
                let result = if attempts <= failing { Err(attempts) } else { Ok(()) };
                attempt.settle(&result);
                result
            },
            ToCaller,
        );
        assert_eq!(result.is_ok(), failing < allowed, "{allowed} allowed, {failing} failing");
        assert_eq!(cloned.load(SeqCst), clones, "{allowed} allowed, {failing} failing");
    }
    // Under a breaker alone the argument is moved, whether or not it is `Clone`.
    struct Unclonable;
    let settings = r4c::CircuitBreakerSettings::new();
    let breaker = r4c::generated::circuit_breaker(&registry, "orders", "here", settings).unwrap();
    let (method, argument) = (Method::new((), breaker, ()), Unclonable);
    let result = call_once(
        &method,
        returns!(Result<(), Error>),
        |attempt| {
            let Unclonable = argument;
            let result = Ok(());
            attempt.settle(&result);
            result
        },
        ToCaller,
    );
    assert!(result.is_ok());
}

#[test]
fn a_breaker_cannot_be_forced_or_read_from_outside() {
    let registry = Registry::new();
    let first = Pipeline::builder(&registry, "x").circuit_breaker(|b| b).build().unwrap();
    let second = Pipeline::builder(&registry, "x").retry(|r| r).circuit_breaker(|b| b).build().unwrap();
    let from_outside = registry.clone();
    let outside = std::thread::spawn(move || {
        let breaker = from_outside.circuit_breaker("x").expect("two pipelines have declared it");
        breaker.force_open().unwrap();
        breaker.state()
    });
    assert_eq!(outside.join().unwrap(), State::ForcedOpen);
    assert!(first.execute(|| Ok::<_, ()>(1)).is_err() && second.execute(|| Ok::<_, ()>(1)).is_err());
    assert_eq!(registry.circuit_breaker("x").unwrap().metrics().not_permitted(), 2);
}
