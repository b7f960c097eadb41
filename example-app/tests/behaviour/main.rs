//! What generated wrappers do, sync and async, under a manual clock: each scenario is data.
#![forbid(unsafe_code)]
#![allow(unreachable_pub)] // the traits under test are public, as those of a library
mod letters;

use letters::{
    ASKED, Answer, Async, COUNTED, Letter, LetterError, ResilientAsync, ResilientCounting, ResilientSync, Sync,
};
use r4c::testing::{EventLog, ManualClock, now_or_never};
use r4c::{Registry, State};
use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;
use std::time::Duration;

/// Answers by the letters of a script: see [`letters::ByLetter`]. `P` panics; `X` is pending for ever (async).
#[derive(Debug)]
struct Script {
    letters: Vec<char>,
    calls: Mutex<u32>,
}

impl Script {
    fn new(letters: &str) -> Self {
        Self { letters: letters.chars().collect(), calls: Mutex::new(0) }
    }
    fn calls(&self) -> u32 {
        *self.calls.lock().expect("nobody panics with it")
    }
    fn next(&self) -> Letter {
        let mut calls = self.calls.lock().expect("nobody panics with it");
        *calls += 1;
        Letter(self.letters[*calls as usize - 1], *calls)
    }
    fn call(&self) -> Answer {
        match self.next() {
            Letter('P', n) => panic!("panic({n})"),
            letter @ Letter('E' | 'I' | 'T' | 'N', _) => Err(LetterError::Call(letter)),
            letter => Ok(letter),
        }
    }
    async fn call_async(&self) -> Answer {
        if self.letters.get(self.calls() as usize) == Some(&'X') {
            self.next();
            poll_fn(|_| Poll::<()>::Pending).await;
        }
        self.call()
    }
}

impl Sync for Script {
    fn both(&self) -> Answer {
        self.call()
    }
    fn reject(&self) -> Answer {
        self.call()
    }
    fn with_fallback(&self) -> Answer {
        self.call()
    }
    fn guarded(&self) -> Answer {
        self.call()
    }
}

impl Async for Script {
    async fn both(&self) -> Answer {
        self.call_async().await
    }
    async fn reject(&self) -> Answer {
        self.call_async().await
    }
    async fn with_fallback(&self) -> Answer {
        self.call_async().await
    }
}

/// Which method is called.
#[derive(Clone, Copy, Debug)]
enum Method {
    Both,
    Reject,
    Fallback,
}

/// What one call came to, as text.
fn shown(result: std::thread::Result<Option<Answer>>) -> String {
    match result {
        Ok(Some(Ok(letter))) => format!("Ok({})", letter.1),
        Ok(Some(Err(LetterError::Call(letter)))) => format!("Err({})", letter.1),
        Ok(Some(Err(LetterError::NotPermitted(refusal)))) => format!("NotPermitted({})", refusal.name()),
        Ok(Some(Err(LetterError::Rejected(rejected)))) => {
            format!("Rejected({},{},{})", rejected.instance_id(), rejected.attempts(), rejected.result().1)
        }
        Ok(Some(Err(LetterError::Fallback(text)))) => format!("Fallback({text})"),
        Ok(None) => "cancelled".to_owned(),
        Err(payload) => payload.downcast::<String>().map_or_else(|_| "another panic".to_owned(), |text| *text),
    }
}

struct Surroundings {
    registry: Registry,
    clock: ManualClock,
}

fn surroundings() -> Surroundings {
    let clock = ManualClock::new();
    let registry = Registry::builder().clock(clock.clone()).sleeper(clock.sleeper()).build().expect("a registry");
    Surroundings { registry, clock }
}

/// Plays `script` through one method, sync and async, call by call, until it is used up; a step `+1s` moves the clock. The
/// results, the events of the method's policies, and how often the classifier was asked are the same both times.
#[track_caller]
fn check(method: Method, script: &str, steps: &[&str], events: &[&str], asked: u32) {
    for form in ["sync", "async"] {
        if form == "sync" && script.contains('X') {
            continue;
        }
        let Surroundings { registry, clock } = surroundings();
        let sync = ResilientSync::new(Script::new(script), &registry).expect("a wrapper");
        let wrapped = ResilientAsync::new(Script::new(script), &registry).expect("a wrapper");
        let log = EventLog::new();
        let name = match method {
            Method::Both => "both",
            Method::Reject => "reject",
            Method::Fallback => "fallback",
        };
        log.watch_retry(&registry.retry(name).expect("the wrapper declares it"));
        if let Some(breaker) = registry.circuit_breaker(if name == "both" { "shared" } else { name }) {
            log.watch_circuit_breaker(&breaker);
        }
        ASKED.set(0);
        for step in steps {
            if let Some(seconds) = step.strip_prefix('+') {
                clock.advance(Duration::from_secs(seconds.trim_end_matches('s').parse().expect("seconds")));
                continue;
            }
            let result = catch_unwind(AssertUnwindSafe(|| match (form, method) {
                ("sync", Method::Both) => Some(sync.both()),
                ("sync", Method::Reject) => Some(sync.reject()),
                ("sync", Method::Fallback) => Some(sync.with_fallback()),
                (_, Method::Both) => now_or_never(wrapped.both()),
                (_, Method::Reject) => now_or_never(wrapped.reject()),
                (_, Method::Fallback) => now_or_never(wrapped.with_fallback()),
            }));
            assert_eq!(shown(result), *step, "{form}, {script}");
        }
        assert_eq!(log.lines(), events, "{form}, {script}");
        assert_eq!(ASKED.get(), asked, "{form}, {script}: how often the classifier was asked");
        let calls = if form == "sync" { sync.get_ref().calls() } else { wrapped.get_ref().calls() };
        assert_eq!(calls as usize, script.len(), "{form}, {script}: every letter was called for");
    }
}

#[test]
fn a_success_is_returned_at_once() {
    check(Method::Both, "S", &["Ok(1)"], &["Success"], 1);
}

#[test]
fn a_failing_value_is_retried_and_counted_and_the_last_one_is_returned() {
    let events = ["Failure", "Retrying(1)", "Failure", "Retrying(2)", "Failure", "GaveUp(MaxAttempts,3)"];
    check(Method::Both, "BBB", &["Ok(3)"], &events, 3);
}

#[test]
fn a_failing_error_is_retried_until_it_succeeds() {
    check(Method::Both, "ES", &["Ok(2)"], &["Failure", "Retrying(1)", "Success", "Succeeded(2)"], 2);
}

#[test]
fn an_ignored_value_or_error_is_neither_retried_nor_counted() {
    check(Method::Both, "J", &["Ok(1)"], &["Ignored", "Ignored(1)"], 1);
    check(Method::Both, "I", &["Err(1)"], &["Ignored", "Ignored(1)"], 1);
}

#[test]
fn an_error_that_is_a_success_reaches_the_caller_and_counts_as_one() {
    check(Method::Both, "T", &["Err(1)"], &["Success"], 1);
}

#[test]
fn a_permanent_failure_is_counted_and_not_retried() {
    check(Method::Both, "M", &["Ok(1)"], &["Failure", "GaveUp(Permanent,1)"], 1);
    check(Method::Both, "N", &["Err(1)"], &["Failure", "GaveUp(Permanent,1)"], 1);
}

#[test]
fn an_open_breaker_stops_the_retries_at_once() {
    let events = [
        "Failure",
        "Retrying(1)",
        "Failure",
        "Retrying(2)",
        "Failure",
        "GaveUp(MaxAttempts,3)",
        "Failure",
        "FailureRateExceeded",
        "StateTransition(CLOSED>OPEN)",
        "Retrying(1)",
        "NotPermitted",
        "GaveUp(NotPermitted,1)",
        "NotPermitted",
        "GaveUp(NotPermitted,0)",
    ];
    check(Method::Both, "EEEE", &["Err(3)", "NotPermitted(shared)", "NotPermitted(shared)"], &events, 4);
}

#[test]
fn a_breaker_recovers_through_one_probe() {
    let opening = ["Failure", "GaveUp(Permanent,1)"].repeat(3);
    let events = opening.into_iter().chain([
        "Failure",
        "FailureRateExceeded",
        "StateTransition(CLOSED>OPEN)",
        "GaveUp(Permanent,1)",
        "StateTransition(OPEN>HALF_OPEN)",
        "Success",
        "StateTransition(HALF_OPEN>CLOSED)",
    ]);
    let steps = ["Err(1)", "Err(2)", "Err(3)", "Err(4)", "+1s", "Ok(5)"];
    check(Method::Both, "NNNNS", &steps, &events.collect::<Vec<_>>(), 5);
}

#[test]
fn reject_gives_the_last_value_the_attempts_and_the_instance() {
    let events = ["Retrying(1)", "Retrying(2)", "GaveUp(MaxAttempts,3)"];
    check(Method::Reject, "BBB", &["Rejected(reject,3,3)"], &events, 3);
    check(Method::Reject, "EEE", &["Err(3)"], &events, 3);
    check(Method::Reject, "M", &["Rejected(reject,1,1)"], &["GaveUp(Permanent,1)"], 1);
}

#[test]
fn a_fallback_gets_the_rejected_value_with_the_attempts() {
    let events = ["Failure", "Retrying(1)", "Failure", "GaveUp(MaxAttempts,2)"];
    let rejected = r#"Fallback(Rejected(ResultRejected { instance_id: "fallback", attempts: 2, .. }) after 2)"#;
    check(Method::Fallback, "BB", &[rejected], &events, 2);
    check(Method::Fallback, "EE", &["Fallback(Error(Call(Letter('E', 2))) after 2)"], &events, 2);
}

#[test]
fn a_fallback_gets_a_success_that_is_an_error_too() {
    check(Method::Fallback, "T", &["Fallback(Error(Call(Letter('T', 1))) after 1)"], &["Success"], 1);
}

#[test]
fn a_classifier_that_panics_is_a_failure_and_ends_the_call_with_its_payload() {
    check(Method::Both, "C", &["classifier-panic(1)"], &["Failure", "GaveUp(ClassifierFailed,1)"], 1);
    let events = ["Failure", "Retrying(1)", "Failure", "GaveUp(ClassifierFailed,2)"];
    check(Method::Both, "BC", &["classifier-panic(2)"], &events, 2);
    check(Method::Reject, "BC", &["classifier-panic(2)"], &["Retrying(1)", "GaveUp(ClassifierFailed,2)"], 2);
    let taken = r#"Fallback(ClassifierFailed(ClassifierFailed { message: Some("classifier-panic(1)"), .. }) after 1)"#;
    check(Method::Fallback, "C", &[taken], &["Failure", "GaveUp(ClassifierFailed,1)"], 1);
}

#[test]
fn the_event_of_a_panicking_classifier_carries_its_message() {
    let Surroundings { registry, .. } = surroundings();
    let orders = ResilientSync::new(Script::new("C"), &registry).expect("a wrapper");
    let seen = std::sync::Arc::new(Mutex::new(None));
    let told = std::sync::Arc::clone(&seen);
    let retry = registry.retry("both").expect("the wrapper declares it");
    let _subscription = retry.on_event(move |event| {
        if let r4c::RetryEvent::GaveUp { reason, attempts, failure, .. } = event {
            *told.lock().expect("alone") = Some((*reason, *attempts, failure.clone()));
        }
    });
    assert!(catch_unwind(AssertUnwindSafe(|| orders.both())).is_err());
    let expected = (r4c::GaveUpReason::ClassifierFailed, 1, Some("classifier-panic(1)".into()));
    assert_eq!(*seen.lock().expect("alone"), Some(expected));
}

#[test]
fn a_call_that_panics_is_a_failure_and_passes_every_fallback() {
    check(Method::Both, "P", &["panic(1)"], &["Failure", "GaveUp(CallPanicked,1)"], 0);
    check(Method::Fallback, "P", &["panic(1)"], &["Failure", "GaveUp(CallPanicked,1)"], 0);
}

#[test]
fn a_hint_of_the_other_side_replaces_the_delay() {
    let Surroundings { registry, clock } = surroundings();
    let orders = ResilientSync::new(Script::new("GES"), &registry).expect("a wrapper");
    assert_eq!(orders.both(), Ok(Letter('S', 3)));
    assert_eq!(clock.pauses(), [Duration::from_secs(3), Duration::from_millis(10)]);
}

#[test]
fn a_future_that_is_dropped_half_open_gives_its_permit_back() {
    let steps = ["Err(1)", "Err(2)", "Err(3)", "Err(4)", "+1s", "cancelled", "Ok(6)"];
    let opening = ["Failure", "GaveUp(Permanent,1)"].repeat(3);
    let events = opening.into_iter().chain([
        "Failure",
        "FailureRateExceeded",
        "StateTransition(CLOSED>OPEN)",
        "GaveUp(Permanent,1)",
        "StateTransition(OPEN>HALF_OPEN)",
        "Success",
        "StateTransition(HALF_OPEN>CLOSED)",
    ]);
    check(Method::Both, "NNNNXS", &steps, &events.collect::<Vec<_>>(), 5);
}

#[test]
fn a_future_that_is_never_polled_does_nothing() {
    let Surroundings { registry, .. } = surroundings();
    let orders = ResilientAsync::new(Script::new(""), &registry).expect("a wrapper");
    drop(orders.both());
    assert_eq!(orders.get_ref().calls(), 0);
}

#[test]
fn one_classifier_is_made_for_each_method_and_shared_by_its_policies_and_by_clones() {
    let Surroundings { registry, .. } = surroundings();
    let wrapper = ResilientCounting::new((), &registry).expect("a wrapper");
    drop(wrapper.clone());
    assert_eq!(COUNTED.load(Relaxed), 2, "one for each of two methods");
}

#[test]
fn two_wrappers_that_name_the_same_breaker_share_it() {
    let Surroundings { registry, .. } = surroundings();
    let sync = ResilientSync::new(Script::new("NNNN"), &registry).expect("a wrapper");
    let other = ResilientAsync::new(Script::new(""), &registry).expect("a wrapper");
    (0..4).for_each(|_| drop(sync.both()));
    assert_eq!(registry.circuit_breaker("shared").expect("declared").state(), State::Open);
    assert!(matches!(now_or_never(other.both()), Some(Err(LetterError::NotPermitted(_)))));
    assert!(matches!(sync.guarded(), Err(LetterError::NotPermitted(_))));
}

#[test]
fn a_wrapper_is_what_its_inner_is() {
    fn is<T: Clone + std::fmt::Debug + Send + std::marker::Sync>(_: &T) {}
    let Surroundings { registry, .. } = surroundings();
    let wrapper = ResilientSync::new(std::sync::Arc::new(7), &registry).expect("a wrapper");
    is(&wrapper);
    assert!(format!("{wrapper:?}").contains('7'));
    assert_eq!(**wrapper.get_ref(), 7);
    assert_eq!(*wrapper.clone().into_inner(), 7);
    let local = ResilientSync::new(std::rc::Rc::new(Cell::new(7)), &registry).expect("a wrapper");
    assert_eq!(local.into_inner().get(), 7);
}

#[test]
fn a_wrapped_future_is_send() {
    fn is_send<F: Future + Send>(_: &F) {}
    let Surroundings { registry, .. } = surroundings();
    let orders = ResilientAsync::new(Script::new(""), &registry).expect("a wrapper");
    is_send(&orders.both());
}

#[test]
fn an_async_retry_without_a_sleeper_is_an_error_when_the_wrapper_is_made() {
    let registry = Registry::builder().clock(ManualClock::new()).build().expect("a registry");
    // With the feature `tokio` a registry has tokio's timer; without any, the wrapper says so.
    match ResilientAsync::new(Script::new(""), &registry) {
        Ok(_) => assert!(registry.retry("both").expect("declared").has_sleeper()),
        Err(error) => assert_eq!(error.code(), "R4C-CFG-012"),
    }
}
