//! What no row of the table can say: types, listeners, new settings, late results.
use crate::clock::ManualClock;
use r4c::config::CircuitBreakerSettings;
use r4c::{
    CallNotPermitted, CircuitBreaker, CircuitBreakerConfig, CircuitBreakerEvent, CircuitBreakerMetrics,
    CircuitBreakerTotals, IllegalTransition, Outcome, Permit, State, Subscription,
};
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

fn small() -> CircuitBreakerSettings {
    CircuitBreakerSettings::new().sliding_window(4).minimum_calls(2).open_duration(SECOND)
}

fn on_manual_clock(settings: CircuitBreakerSettings) -> (CircuitBreaker, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::default());
    (CircuitBreaker::new("orders", settings.build().unwrap(), clock.clone()), clock)
}

fn call(breaker: &CircuitBreaker, outcome: Outcome) {
    breaker.try_acquire().unwrap().record(outcome);
}

/// Recorded and failed calls.
fn window(breaker: &CircuitBreaker) -> (State, u64, u64) {
    let metrics = breaker.metrics();
    (metrics.state(), metrics.recorded(), metrics.failed())
}

// ---------------------------------------------------------------- types

#[test]
fn every_public_type_can_be_shared_and_shown() {
    fn holds<T: Send + Sync + Debug + 'static>() {}
    holds::<CircuitBreaker>();
    holds::<Permit<'static>>();
    holds::<State>();
    holds::<IllegalTransition>();
    holds::<CircuitBreakerMetrics>();
    holds::<CircuitBreakerTotals>();
    holds::<CircuitBreakerConfig>();
    holds::<CircuitBreakerSettings>();
    holds::<CircuitBreakerEvent>();
    holds::<Subscription>();
    holds::<CallNotPermitted>();
    holds::<Outcome>();
}

#[test]
fn an_outcome_is_a_byte_and_a_permit_two_words() {
    assert_eq!(size_of::<Outcome>(), 1);
    assert_eq!(size_of::<Option<Outcome>>(), 1);
    assert_eq!(size_of::<Permit<'_>>(), 2 * size_of::<u64>());
    assert_eq!(size_of::<CircuitBreaker>(), size_of::<usize>());
}

#[test]
fn a_refusal_says_who_refuses_and_for_how_long() {
    let (breaker, clock) = on_manual_clock(small());
    breaker.transition_to_open().unwrap();
    clock.advance(Duration::from_millis(300));
    let refusal = breaker.try_acquire().unwrap_err();
    assert_eq!((refusal.name(), refusal.state()), ("orders", State::Open));
    assert_eq!(refusal.retry_after(), Some(Duration::from_millis(700)));
    breaker.force_open().unwrap();
    assert_eq!(breaker.try_acquire().unwrap_err().retry_after(), None);
}

#[test]
fn an_illegal_transition_says_which() {
    let (breaker, _) = on_manual_clock(small());
    let illegal = breaker.transition_to_half_open().unwrap_err();
    assert_eq!((illegal.from(), illegal.to()), (State::Closed, State::HalfOpen));
    breaker.metrics_only().unwrap();
    assert!(breaker.transition_to_open().is_err() && breaker.transition_to_half_open().is_err());
    assert_eq!(breaker.state(), State::MetricsOnly);
}

// ---------------------------------------------------------------- the clock

#[test]
fn a_healthy_call_reads_no_clock() {
    let (breaker, clock) = on_manual_clock(small());
    (0..10).for_each(|_| call(&breaker, Outcome::Success));
    let before = clock.reads();
    (0..1000).for_each(|_| call(&breaker, Outcome::Success));
    assert_eq!(clock.reads(), before);
    call(&breaker, Outcome::Failure);
    (0..1000).for_each(|_| call(&breaker, Outcome::Success));
    assert_eq!(clock.reads(), before + 1);
}

#[test]
fn a_refused_call_reads_the_clock_once() {
    let (breaker, clock) = on_manual_clock(small());
    breaker.transition_to_open().unwrap();
    let before = clock.reads();
    assert!(breaker.try_acquire().is_err());
    assert_eq!(clock.reads(), before + 1);
}

// ---------------------------------------------------------------- generations

#[test]
fn three_old_permits_that_are_dropped_add_none_to_half_open() {
    let (breaker, clock) = on_manual_clock(small().half_open_calls(1));
    let old: Vec<_> = (0..3).map(|_| breaker.try_acquire().unwrap()).collect();
    (0..2).for_each(|_| call(&breaker, Outcome::Failure));
    clock.advance(SECOND);
    drop(breaker.try_acquire().unwrap());
    drop(old);
    let probe = breaker.try_acquire();
    assert!(probe.is_ok() && breaker.try_acquire().is_err());
}

/// The cells know a generation by fifteen of its bits.
#[test]
fn a_generation_whose_cells_were_used_long_ago_begins_at_zero() {
    let (breaker, _) = on_manual_clock(small().minimum_calls(1));
    (0..10).for_each(|_| call(&breaker, Outcome::Success));
    for generation in 1..=32_768_u64 {
        breaker.reset();
        assert_eq!(breaker.metrics().recorded(), 0, "{generation}");
    }
    for recorded in 1..=3 {
        call(&breaker, Outcome::Success);
        assert_eq!(window(&breaker), (State::Closed, recorded, 0));
    }
    assert_eq!(breaker.metrics().totals().successful(), 13);
    call(&breaker, Outcome::Failure);
    assert_eq!(window(&breaker), (State::Closed, 4, 1));
}

#[test]
fn a_probe_that_ends_after_half_open_max_duration_is_late_whether_or_not_somebody_looked() {
    let settings = small().half_open_calls(1).half_open_max_duration(Duration::from_millis(300));
    let (breaker, clock) = on_manual_clock(settings);
    breaker.transition_to_open().unwrap();
    clock.advance(SECOND);
    let probe = breaker.try_acquire().unwrap();
    clock.advance(Duration::from_millis(300));
    probe.success();
    assert_eq!(window(&breaker), (State::Open, 0, 0));
    // It opened when the time was over, so that is when the wait began.
    clock.advance(SECOND);
    call(&breaker, Outcome::Success);
    assert_eq!(breaker.state(), State::Closed);
}

// ---------------------------------------------------------------- new settings

#[test]
fn a_lower_threshold_that_the_window_reaches_opens_at_once() {
    for listener in [false, true] {
        let (breaker, _) = on_manual_clock(small().failure_rate_threshold(80));
        let _subscription = listener.then(|| breaker.on_event(|_| ()));
        call(&breaker, Outcome::Failure);
        (0..3).for_each(|_| call(&breaker, Outcome::Success));
        breaker.reconfigure(small().failure_rate_threshold(25).build().unwrap());
        assert_eq!(window(&breaker), (State::Open, 4, 1));
        assert_eq!(breaker.try_acquire().unwrap_err().retry_after(), Some(SECOND));
    }
}

#[test]
fn a_window_of_another_size_starts_empty_and_the_totals_stay() {
    let (breaker, _) = on_manual_clock(small());
    (0..5).for_each(|_| call(&breaker, Outcome::Success));
    let held = breaker.try_acquire().unwrap();
    breaker.reconfigure(small().sliding_window(5).build().unwrap());
    assert_eq!(window(&breaker), (State::Closed, 0, 0));
    held.failure();
    assert_eq!(window(&breaker), (State::Closed, 0, 0));
    assert_eq!(breaker.metrics().totals().successful(), 5);
}

#[test]
fn a_higher_minimum_keeps_the_window() {
    let (breaker, _) = on_manual_clock(small().minimum_calls(1).failure_rate_threshold(40));
    (0..2).for_each(|_| call(&breaker, Outcome::Success));
    breaker.reconfigure(small().minimum_calls(4).failure_rate_threshold(40).build().unwrap());
    call(&breaker, Outcome::Failure);
    assert_eq!((window(&breaker), breaker.metrics().failure_rate()), ((State::Closed, 3, 1), None));
    call(&breaker, Outcome::Failure);
    assert_eq!(window(&breaker), (State::Open, 4, 2));
}

#[test]
fn half_open_decides_by_new_settings_with_the_probes_that_it_has() {
    let (breaker, _) = on_manual_clock(small().minimum_calls(10).half_open_calls(4));
    let half_open = |calls| {
        breaker.reconfigure(small().minimum_calls(10).half_open_calls(4).build().unwrap());
        breaker.transition_to_open().unwrap();
        breaker.transition_to_half_open().unwrap();
        (0..3).for_each(|_| call(&breaker, Outcome::Success));
        breaker.reconfigure(small().minimum_calls(10).half_open_calls(calls).build().unwrap());
    };
    half_open(3);
    assert_eq!(window(&breaker), (State::Closed, 0, 0));
    half_open(6);
    (0..2).for_each(|_| call(&breaker, Outcome::Success));
    assert_eq!(window(&breaker), (State::HalfOpen, 5, 0));
    call(&breaker, Outcome::Success);
    assert_eq!(window(&breaker), (State::Closed, 0, 0));
}

// ---------------------------------------------------------------- listeners

#[test]
fn a_listener_is_told_after_the_decision_and_may_use_the_breaker() {
    let (breaker, _) = on_manual_clock(small());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (log, own) = (Arc::clone(&seen), breaker.clone());
    let subscription = breaker.on_event(move |event| {
        if *event == CircuitBreakerEvent::Failure {
            log.lock().unwrap().push(own.state());
        }
    });
    (0..2).for_each(|_| call(&breaker, Outcome::Failure));
    assert_eq!(*seen.lock().unwrap(), [State::Closed, State::Open]);
    drop(subscription);
}

#[test]
fn a_listener_that_panics_changes_nothing() {
    let (breaker, _) = on_manual_clock(small());
    let told = Arc::new(AtomicUsize::new(0));
    let log = Arc::clone(&told);
    let panicking = breaker.on_event(|_| std::panic::resume_unwind(Box::new("listener")));
    let after = breaker.on_event(move |_| {
        log.fetch_add(1, Relaxed);
    });
    call(&breaker, Outcome::Success);
    call(&breaker, Outcome::Failure);
    assert_eq!(window(&breaker), (State::Open, 2, 1));
    // Success, failure, rate, transition.
    assert_eq!((breaker.listener_panics(), told.load(Relaxed)), (4, 4));
    drop((panicking, after));
}

#[test]
fn a_subscription_ends_when_it_is_dropped_and_stays_when_it_is_detached() {
    let (breaker, _) = on_manual_clock(small());
    let told = Arc::new(AtomicUsize::new(0));
    let count = || {
        let log = Arc::clone(&told);
        breaker.on_event(move |_| {
            log.fetch_add(1, Relaxed);
        })
    };
    drop(count());
    call(&breaker, Outcome::Success);
    assert_eq!(told.load(Relaxed), 0);
    count().detach();
    (0..5).for_each(|_| call(&breaker, Outcome::Success));
    assert_eq!(told.load(Relaxed), 5);
}
