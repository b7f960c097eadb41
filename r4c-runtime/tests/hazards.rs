//! What must hold although the user's code panics or the settings change at the worst moment: each was seen to go wrong once.
#![cfg(feature = "test-util")]
use r4c::generated::{Argument, Method, ToCaller, call_mut};
use r4c::testing::ManualClock;
use r4c::{
    CallNotPermitted, Clock, FailureKind, Outcome, Pipeline, Registry, Retry, RetryConfig, RetryEnvironment,
    RetrySettings, State, classify_fn,
};
use std::future::{Future, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Panics at the n-th reading from now, counted down to zero.
#[derive(Clone, Debug, Default)]
struct BadClock(Arc<AtomicU32>);

impl Clock for BadClock {
    fn now(&self) -> Duration {
        match self.0.load(Relaxed) {
            0 => Duration::ZERO,
            1 => panic!("clock"),
            n => {
                self.0.store(n - 1, Relaxed);
                Duration::ZERO
            }
        }
    }
    fn sleep(&self, _duration: Duration) {}
}

#[test]
fn a_success_that_a_panicking_clock_keeps_from_being_recorded_reaches_the_caller() {
    let clock = BadClock::default();
    let registry = Registry::builder().clock(clock.clone()).build().expect("a registry");
    let pipeline = Pipeline::builder(&registry, "orders").circuit_breaker(|b| b).build().expect("a pipeline");
    assert!(pipeline.execute(|| Err::<u8, _>("down")).is_err());
    // Below the minimum, with a failure there: this success might open the breaker, so it wants the time.
    let answer = pipeline.execute(|| {
        clock.0.store(1, Relaxed);
        Ok::<_, &str>(7)
    });
    assert_eq!(answer.expect("the call's own result"), 7);
}

#[test]
fn a_permit_whose_settling_panics_is_given_back_once() {
    let clock = BadClock::default();
    let registry = Registry::builder().clock(clock.clone()).circuit_breaker("orders", |b| b.half_open_calls(2)).build();
    let registry = registry.expect("a registry");
    let breaker = registry.circuit_breaker("orders").expect("declared");
    breaker.transition_to_open().expect("legal");
    breaker.transition_to_half_open().expect("legal");
    let held = breaker.try_acquire().expect("the first of two");
    let broken = breaker.try_acquire().expect("the second of two");
    clock.0.store(1, Relaxed);
    assert!(catch_unwind(AssertUnwindSafe(|| broken.success())).is_err());
    clock.0.store(0, Relaxed);
    let again = breaker.try_acquire().expect("the one that was given back");
    assert!(breaker.try_acquire().is_err(), "no third one");
    drop((held, again));
}

#[test]
fn arguments_that_were_given_away_stay_so_whatever_a_reload_says_meanwhile() {
    let settings = |attempts| RetrySettings::new().max_attempts(attempts).build().expect("settings");
    let retry = Retry::new("orders", settings(1), RetryEnvironment::new(Arc::new(ManualClock::new())));
    let method = Method::new(retry.clone(), (), ());
    let (mut first, mut second) = (Argument::new("a".to_owned()), Argument::new("b".to_owned()));
    let mut calls = 0;
    let result = call_mut(
        &method,
        r4c::returns!(Result<(), String>),
        |attempt| {
            let first = first.next(attempt.may_repeat());
            retry.reconfigure(settings(3));
            let second = second.next(attempt.may_repeat());
            calls += 1;
            let result = Err(first + &second);
            attempt.settle(&result);
            result
        },
        ToCaller,
    );
    assert_eq!((result, calls), (Err("ab".to_owned()), 1));
    assert_eq!(retry.metrics().failed_without_retry, 1);
}

struct PanicsWhenDropped;
impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn a_rejected_result_whose_drop_panics_ends_the_call_and_is_counted() {
    let registry = Registry::builder().clock(ManualClock::new()).build().expect("a registry");
    let always = classify_fn(|_: Result<&PanicsWhenDropped, &()>| Outcome::Failure);
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).classifier(always).build().expect("a pipeline");
    let run = || drop(pipeline.execute(|| Ok::<_, ()>(PanicsWhenDropped)));
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    let metrics = registry.retry("orders").expect("declared").metrics();
    assert_eq!((metrics.failed_without_retry, metrics.attempts), (1, 1));
}

#[test]
fn a_call_that_was_refused_does_not_run_when_it_is_polled_again() {
    let registry = Registry::builder().clock(ManualClock::new()).sleeper(|_| ready(())).build().expect("a registry");
    let pipeline = Pipeline::builder(&registry, "orders").retry(|r| r).circuit_breaker(|b| b).build_async();
    let pipeline = pipeline.expect("a pipeline");
    let breaker = registry.circuit_breaker("orders").expect("declared");
    breaker.transition_to_open().expect("legal");
    let calls = AtomicU32::new(0);
    let mut call = pin!(pipeline.execute_async(|| {
        calls.fetch_add(1, Relaxed);
        ready(Ok::<_, CallNotPermitted>(7))
    }));
    let mut poll = || catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(&mut Context::from_waker(Waker::noop()))));
    let Ok(Poll::Ready(Err(failure))) = poll() else { panic!("refused at once") };
    assert!(matches!(failure.kind(), FailureKind::NotPermitted(refusal) if refusal.state() == State::Open));
    breaker.reset();
    assert!(poll().is_err(), "a future that has ended panics");
    assert_eq!(calls.load(Relaxed), 0);
    assert_eq!(registry.retry("orders").expect("declared").metrics().failed_without_retry, 1);
}

#[test]
fn two_threads_can_move_a_manual_clock_at_once() {
    let clock = ManualClock::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..5_000).for_each(|_| clock.advance(Duration::from_nanos(1))));
        }
    });
    assert_eq!(clock.now(), Duration::from_nanos(20_000));
}

#[test]
fn a_listener_whose_captures_panic_when_dropped_is_gone_all_the_same() {
    let retry = Retry::new("orders", RetryConfig::default(), RetryEnvironment::new(Arc::new(ManualClock::new())));
    let method = Method::new(retry.clone(), (), ());
    let call = || {
        let attempt = |attempt: r4c::generated::Attempt<'_, _, _, _, _, _>| {
            let result = Ok::<_, ()>(7);
            attempt.settle(&result);
            result
        };
        call_mut(&method, r4c::returns!(Result<u8, ()>), attempt, ToCaller)
    };
    let captured = PanicsWhenDropped;
    drop(retry.on_event(move |_| {
        let _ = &captured;
    }));
    assert_eq!(call(), Ok(7));
    assert_eq!(retry.metrics().attempts, 0, "nobody observes it any more");
}
