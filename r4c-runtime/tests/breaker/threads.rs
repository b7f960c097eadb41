//! Real threads, more of them than slots, while the state, the settings and the audience change.
use crate::clock::ManualClock;
use r4c::{CircuitBreaker, CircuitBreakerEvent, CircuitBreakerSettings, Outcome, State};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

const THREADS: u64 = 8;

/// A different sequence for each seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
    /// Mostly successes; what is `None` is a dropped permit.
    fn outcome(&mut self) -> Option<Outcome> {
        match self.below(64) {
            0..3 => Some(Outcome::Failure),
            3 => Some(Outcome::Permanent),
            4 => Some(Outcome::Ignore),
            5 => None,
            _ => Some(Outcome::Success),
        }
    }
}

/// What the callers know.
#[derive(Debug, Default)]
struct Tally {
    successful: AtomicU64,
    failed: AtomicU64,
    ignored: AtomicU64,
    refused: AtomicU64,
}

impl Tally {
    fn call(&self, breaker: &CircuitBreaker, dice: &mut Dice) {
        let Ok(permit) = breaker.try_acquire() else {
            self.refused.fetch_add(1, Relaxed);
            return;
        };
        let Some(outcome) = dice.outcome() else { return };
        match outcome {
            Outcome::Success => &self.successful,
            Outcome::Ignore => &self.ignored,
            _ => &self.failed,
        }
        .fetch_add(1, Relaxed);
        permit.record(outcome);
    }
    fn event(&self, event: &CircuitBreakerEvent) {
        match event {
            CircuitBreakerEvent::Success => &self.successful,
            CircuitBreakerEvent::Failure => &self.failed,
            CircuitBreakerEvent::Ignored => &self.ignored,
            CircuitBreakerEvent::NotPermitted => &self.refused,
            _ => return,
        }
        .fetch_add(1, Relaxed);
    }
    fn read(&self) -> [u64; 4] {
        [&self.successful, &self.failed, &self.ignored, &self.refused].map(|count| count.load(Relaxed))
    }
}

fn totals(breaker: &CircuitBreaker) -> [u64; 4] {
    let totals = breaker.metrics().totals();
    [totals.successful(), totals.failed(), totals.ignored(), totals.not_permitted()]
}

fn settings(window: u32) -> CircuitBreakerSettings {
    CircuitBreakerSettings::new().sliding_window(window).minimum_calls(4).failure_rate_threshold(100)
}
fn breaker(settings: CircuitBreakerSettings) -> CircuitBreaker {
    CircuitBreaker::new("threads", settings.build().unwrap(), Arc::new(ManualClock::default()))
}

/// Runs `call` on all threads until each has done its share, and `meanwhile` on one more for as long.
fn together(calls: u64, call: impl Fn(&mut Dice) + Sync, meanwhile: impl Fn(&mut Dice) + Sync) {
    let (working, start) = (AtomicU64::new(THREADS), Barrier::new(THREADS as usize + 1));
    thread::scope(|scope| {
        for seed in 1..=THREADS {
            let (call, working, start) = (&call, &working, &start);
            scope.spawn(move || {
                let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                start.wait();
                (0..calls).for_each(|_| call(&mut dice));
                working.fetch_sub(1, Relaxed);
            });
        }
        let mut dice = Dice(4711);
        start.wait();
        while working.load(Relaxed) > 0 {
            meanwhile(&mut dice);
            thread::yield_now();
        }
    });
}

#[test]
fn without_a_transition_every_call_is_in_the_totals() {
    let breaker = breaker(settings(1000));
    let tally = Tally::default();
    together(
        20_000,
        |dice| tally.call(&breaker, dice),
        |dice| {
            let listening = (dice.below(2) == 0).then(|| breaker.on_event(|_| ()));
            let threshold = 90 + u32::try_from(dice.below(10)).unwrap();
            breaker.reconfigure(settings(1000).failure_rate_threshold(threshold).build().unwrap());
            let metrics = breaker.metrics();
            assert!(metrics.failed() <= metrics.recorded() && metrics.recorded() <= 1000);
            drop(listening);
        },
    );
    let [successful, failed, ignored, refused] = tally.read();
    assert_eq!(totals(&breaker), [successful, failed, ignored, refused]);
    assert_eq!((refused, breaker.state()), (0, State::Closed));
    assert_eq!(breaker.metrics().recorded(), 1000);
}

#[test]
fn more_threads_than_slots_lose_nothing() {
    let breaker = breaker(settings(100));
    let waves = 3;
    for wave in 1..=waves {
        let all_here = Barrier::new(80);
        thread::scope(|scope| {
            for _ in 0..80 {
                scope.spawn(|| {
                    breaker.try_acquire().unwrap().success();
                    // Every one has asked for a slot now, and nobody has given one back.
                    all_here.wait();
                    (0..199).for_each(|_| breaker.try_acquire().unwrap().success());
                    breaker.try_acquire().unwrap().failure();
                });
            }
        });
        assert_eq!(totals(&breaker)[..2], [wave * 80 * 200, wave * 80]);
    }
}

/// A thread that ends may call once more, before its slot is given back or after.
#[test]
fn calls_of_a_thread_that_ends_are_counted() {
    struct Farewell(CircuitBreaker);
    impl Drop for Farewell {
        fn drop(&mut self) {
            (0..2).for_each(|_| self.0.try_acquire().unwrap().success());
        }
    }
    thread_local! {
        static BEFORE: Cell<Option<Farewell>> = const { Cell::new(None) };
        static AFTER: Cell<Option<Farewell>> = const { Cell::new(None) };
    }
    let breaker = breaker(settings(100));
    for threads in 1..=10 {
        let (own, before, after) = (breaker.clone(), breaker.clone(), breaker.clone());
        let ending = thread::spawn(move || {
            BEFORE.set(Some(Farewell(before)));
            (0..6).for_each(|_| own.try_acquire().unwrap().success());
            AFTER.set(Some(Farewell(after)));
        });
        ending.join().unwrap();
        assert_eq!(totals(&breaker)[0], threads * 10);
    }
}

#[test]
fn every_record_of_a_breaker_in_turmoil_is_told_once() {
    let breaker = breaker(settings(10).failure_rate_threshold(20).open_duration(Duration::ZERO).half_open_calls(3));
    let (called, told) = (Tally::default(), Arc::new(Tally::default()));
    let log = Arc::clone(&told);
    let subscription = breaker.on_event(move |event| log.event(event));
    together(10_000, |dice| called.call(&breaker, dice), |dice| disturb(&breaker, dice));
    let (called, told, counted) = (called.read(), told.read(), totals(&breaker));
    assert_eq!(counted[..3], told[..3]);
    // What was settled too late counts nowhere; a refusal is never late, and forced open it is not told.
    assert!((0..3).all(|kind| counted[kind] <= called[kind]), "{counted:?} {called:?}");
    assert_eq!(counted[3], called[3]);
    assert!(told[3] <= called[3]);
    drop(subscription);
    is_as_good_as_new(&breaker);
}

#[test]
fn a_breaker_in_turmoil_that_nobody_listens_to_counts_at_most_what_was_called() {
    let breaker = breaker(settings(10).failure_rate_threshold(20).open_duration(Duration::ZERO).half_open_calls(3));
    let called = Tally::default();
    together(
        10_000,
        |dice| called.call(&breaker, dice),
        |dice| {
            let listening = (dice.below(4) == 0).then(|| breaker.on_event(|_| ()));
            disturb(&breaker, dice);
            drop(listening);
        },
    );
    let (called, counted) = (called.read(), totals(&breaker));
    assert!((0..3).all(|kind| counted[kind] <= called[kind]), "{counted:?} {called:?}");
    assert_eq!(counted[3], called[3]);
    is_as_good_as_new(&breaker);
}

fn disturb(breaker: &CircuitBreaker, dice: &mut Dice) {
    let _ = match dice.below(8) {
        0 => breaker.transition_to_open(),
        1 => breaker.transition_to_half_open(),
        2 => breaker.force_open(),
        3 => breaker.disable(),
        4 => breaker.metrics_only(),
        5 => {
            let window = 5 + u32::try_from(dice.below(10)).unwrap();
            breaker.reconfigure(settings(window).minimum_calls(window / 2).build().unwrap());
            Ok(())
        }
        6 => breaker.transition_to_closed(),
        _ => {
            breaker.reset();
            Ok(())
        }
    };
    let metrics = breaker.metrics();
    assert!(metrics.failed() <= metrics.recorded() && metrics.recorded() <= 15, "{metrics:?}");
}

/// Whatever has happened to it.
fn is_as_good_as_new(breaker: &CircuitBreaker) {
    breaker.reset();
    breaker.reconfigure(settings(4).build().unwrap());
    for _ in 0..100 {
        breaker.try_acquire().unwrap().success();
    }
    for failed in 1..=4 {
        breaker.try_acquire().unwrap().failure();
        assert_eq!((breaker.metrics().recorded(), breaker.metrics().failed()), (4, failed));
    }
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn probes_in_flight_are_never_more_than_allowed() {
    let breaker = breaker(settings(10).half_open_calls(3));
    breaker.transition_to_open().unwrap();
    breaker.transition_to_half_open().unwrap();
    let (out, seen_three) = (AtomicUsize::new(0), AtomicBool::new(false));
    together(
        5_000,
        |_| {
            if let Ok(permit) = breaker.try_acquire() {
                let now = out.fetch_add(1, Relaxed) + 1;
                assert!(now <= 3, "{now}");
                seen_three.fetch_or(now == 3, Relaxed);
                thread::yield_now();
                out.fetch_sub(1, Relaxed);
                drop(permit);
            }
        },
        |_| (),
    );
    assert!(seen_three.load(Relaxed));
    assert_eq!(breaker.state(), State::HalfOpen);
    let probes: Vec<_> = (0..3).map(|_| breaker.try_acquire().unwrap()).collect();
    assert!(breaker.try_acquire().is_err());
    drop(probes);
}
