//! Models: every interleaving of a few threads that the memory model allows.
//!
//! `RUSTFLAGS='--cfg loom' cargo test -p r4c-runtime --release --lib loom`. The largest models have a bound on the
//! preemptions, so that all of them end within two minutes; `R4C_LOOM_FULL=1` lifts it.
//!
//! There are two slots here, and a breaker counts from its first success on (`minimum_calls = 1`) where a model does not
//! say otherwise: so a handful of calls walks through every path.
use super::cells::leave;
use super::{CircuitBreaker, Settlement, State, Ticket};
use crate::clock::Clock;
use crate::config::{CircuitBreakerConfig, CircuitBreakerSettings};
use ::loom::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use ::loom::thread;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Nothing here depends on time: an open state whose wait is zero is over at once.
#[derive(Debug)]
struct NoTime;

impl Clock for NoTime {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
    fn sleep(&self, _: Duration) {}
}

/// How far a model is explored.
#[derive(Clone, Copy)]
enum Bound {
    None,
    Preemptions(usize),
}

/// Runs `model` in every way there is, or in every way that has so many preemptions.
fn explore(bound: Bound, settings: CircuitBreakerSettings, model: impl Fn(CircuitBreaker) + Send + Sync + 'static) {
    let config = settings.build().unwrap();
    let mut builder = ::loom::model::Builder::new();
    builder.max_branches = 20_000;
    if let (Bound::Preemptions(most), None) = (bound, std::env::var_os("R4C_LOOM_FULL")) {
        builder.preemption_bound = Some(most);
    }
    let ways = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = Arc::clone(&ways);
    builder.check(move || {
        counter.fetch_add(1, Relaxed);
        let _leaving = Leaving;
        model(breaker(config.clone()));
    });
    println!("{} ways", ways.load(Relaxed));
}

/// The end of a thread. (When a model fails, its threads are torn down outside of it: there is nothing to leave.)
struct Leaving;

impl Drop for Leaving {
    fn drop(&mut self) {
        if !thread::panicking() {
            leave();
        }
    }
}

fn breaker(config: CircuitBreakerConfig) -> CircuitBreaker {
    CircuitBreaker::new("model", config, Arc::new(NoTime))
}

fn settings(window: u32, minimum: u32, threshold: u32) -> CircuitBreakerSettings {
    CircuitBreakerSettings::new()
        .sliding_window(window)
        .minimum_calls(minimum)
        .failure_rate_threshold(threshold)
        .open_duration(Duration::ZERO)
        .half_open_calls(1)
}

fn run<T: 'static>(
    breaker: &CircuitBreaker,
    act: impl FnOnce(&CircuitBreaker) -> T + 'static,
) -> thread::JoinHandle<T> {
    let breaker = breaker.clone();
    thread::spawn(move || {
        let _leaving = Leaving;
        act(&breaker)
    })
}

fn succeed(breaker: &CircuitBreaker) {
    breaker.try_acquire().unwrap().success();
}
fn fail(breaker: &CircuitBreaker) {
    if let Ok(permit) = breaker.try_acquire() {
        permit.failure();
    }
}
/// Successes and failures of all times.
fn totals(breaker: &CircuitBreaker) -> (u64, u64) {
    let totals = breaker.metrics().totals();
    (totals.successful(), totals.failed())
}
/// Recorded and failed calls in the window.
fn window(breaker: &CircuitBreaker) -> (State, u64, u64) {
    let metrics = breaker.metrics();
    (metrics.state(), metrics.recorded(), metrics.failed())
}

// ---------------------------------------------------------------- counting

#[test]
fn no_record_is_lost_and_none_is_counted_twice() {
    explore(Bound::None, settings(3, 1, 100), |breaker| {
        succeed(&breaker);
        let failing = run(&breaker, |breaker| {
            fail(breaker);
            fail(breaker);
            // At most two successes come after it: it is in a window of three.
            assert!(window(breaker).2 >= 1);
        });
        let succeeding = run(&breaker, |breaker| {
            succeed(breaker);
            succeed(breaker);
        });
        failing.join().unwrap();
        succeeding.join().unwrap();
        assert_eq!(totals(&breaker), (3, 2));
        // S, then S S F F in some order: the last three hold one failure or two.
        let (state, recorded, failed) = window(&breaker);
        assert_eq!((state, recorded), (State::Closed, 3));
        assert!(failed == 1 || failed == 2, "{failed}");
    });
}

#[test]
fn a_failure_among_successes_of_two_threads_is_where_it_says() {
    explore(Bound::Preemptions(3), settings(3, 1, 60), |breaker| {
        succeed(&breaker);
        let succeeding = [(); 2].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                succeed(breaker);
            })
        });
        let failing = run(&breaker, fail);
        succeeding.into_iter().for_each(|thread| thread.join().unwrap());
        failing.join().unwrap();
        // S, then F and four successes in some order: the last three hold the failure or not.
        let (state, recorded, failed) = window(&breaker);
        assert_eq!((state, recorded), (State::Closed, 3));
        assert!(failed <= 1);
        assert_eq!(totals(&breaker), (5, 1));
        // What happened before a record comes before it in the window.
        fail(&breaker);
        let (state, recorded, now_failed) = window(&breaker);
        assert_eq!((recorded, state == State::Open), (3, now_failed == 2));
        assert!(now_failed == 1 || now_failed == 1 + failed);
    });
}

#[test]
fn failures_of_two_threads_stay_in_a_window_that_holds_them() {
    explore(Bound::Preemptions(3), settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        let failing = [(); 2].map(|()| run(&breaker, fail));
        let succeeding = run(&breaker, |breaker| {
            succeed(breaker);
            succeed(breaker);
        });
        failing.into_iter().for_each(|thread| thread.join().unwrap());
        succeeding.join().unwrap();
        assert_eq!(window(&breaker), (State::Closed, 5, 2));
    });
}

#[test]
fn two_failures_in_a_row_open_a_window_of_two_and_only_they_do() {
    explore(Bound::None, settings(2, 1, 100), |breaker| {
        succeed(&breaker);
        let failing = run(&breaker, |breaker| {
            fail(breaker);
            fail(breaker);
        });
        let succeeding = run(&breaker, |breaker| {
            let _ = breaker.try_acquire().map(super::Permit::success);
        });
        failing.join().unwrap();
        succeeding.join().unwrap();
        match window(&breaker) {
            (State::Open, recorded, failed) => assert_eq!((recorded, failed), (2, 2)),
            (state, recorded, failed) => {
                // S F S F, or the success probed a breaker that had opened and closed it.
                let closed_again = recorded == 0;
                assert!(
                    state == State::Closed && (closed_again || (recorded, failed) == (2, 1)),
                    "{recorded} {failed}"
                );
            }
        }
    });
}

#[test]
fn warming_up_decides_at_the_minimum_whoever_completes_it() {
    explore(Bound::None, settings(4, 2, 50).open_duration(Duration::from_secs(1)), |breaker| {
        let failing = run(&breaker, fail);
        let succeeding = run(&breaker, |breaker| breaker.try_acquire().unwrap().success());
        failing.join().unwrap();
        succeeding.join().unwrap();
        assert_eq!(window(&breaker), (State::Open, 2, 1));
    });
}

#[test]
fn a_breaker_that_passes_its_minimum_loses_nothing() {
    explore(Bound::None, settings(8, 3, 100), |breaker| {
        let threads = [(); 2].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                succeed(breaker);
            })
        });
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        succeed(&breaker);
        fail(&breaker);
        assert_eq!(window(&breaker), (State::Closed, 6, 1));
    });
}

#[test]
fn a_higher_minimum_is_never_completed_without_a_decision() {
    explore(Bound::None, settings(4, 1, 25), |breaker| {
        succeed(&breaker);
        let succeeding = run(&breaker, |breaker| {
            succeed(breaker);
            // It may be let through to count in the cell, and be the fourth.
            let _ = breaker.try_acquire().map(super::Permit::success);
        });
        let changing = run(&breaker, |breaker| {
            breaker.reconfigure(settings(4, 4, 25).open_duration(Duration::from_secs(1)).build().unwrap());
            fail(breaker);
        });
        succeeding.join().unwrap();
        changing.join().unwrap();
        let (state, recorded, failed) = window(&breaker);
        assert!(!(state == State::Closed && recorded == 4 && failed == 1));
    });
}

// ---------------------------------------------------------------- generations

#[test]
fn a_success_counts_in_the_generation_that_admitted_it_or_nowhere() {
    explore(Bound::None, settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        let counting = run(&breaker, |breaker| -> Vec<Ticket> {
            let call = |_| {
                let ticket = breaker.admit().unwrap();
                breaker.settle(ticket, Settlement::Success);
                ticket
            };
            (0..3).map(call).collect()
        });
        let renewing = run(&breaker, CircuitBreaker::reset);
        let tickets = counting.join().unwrap();
        renewing.join().unwrap();
        let present = breaker.0.word.load();
        let of_this_generation = tickets.iter().filter(|ticket| ticket.0.same_generation(present)).count() as u64;
        assert_eq!(window(&breaker), (State::Closed, of_this_generation, 0));
        let (counted, _) = totals(&breaker);
        assert!((1 + of_this_generation..=4).contains(&counted), "{counted}");
    });
}

/// The thread's cell has gone over to the new generation when the old call ends.
#[test]
fn a_call_that_outlives_its_generation_touches_no_cell_of_the_next() {
    explore(Bound::Preemptions(4), settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        let threads = [(); 2].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                let long = breaker.admit().unwrap();
                breaker.reset();
                let first = breaker.admit().unwrap();
                breaker.settle(first, Settlement::Success);
                let second = breaker.admit().unwrap();
                breaker.settle(second, Settlement::Success);
                breaker.settle(long, Settlement::Success);
                [long, first, second]
            })
        });
        let tickets: Vec<Ticket> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        let present = breaker.0.word.load();
        let of_this_generation = tickets.iter().filter(|ticket| ticket.0.same_generation(present)).count() as u64;
        assert_eq!(window(&breaker), (State::Closed, of_this_generation, 0));
    });
}

/// As before, where a thread has no cell of its own.
#[test]
fn the_shared_cell_takes_nothing_of_an_older_generation() {
    explore(Bound::Preemptions(3), settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        // This thread has a slot, so one of the others has none, unless it comes when the other has left.
        succeed(&breaker);
        let threads = [(); 2].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                let long = breaker.admit().unwrap();
                breaker.reset();
                let call = || {
                    let ticket = breaker.admit().unwrap();
                    breaker.settle(ticket, Settlement::Success);
                    ticket
                };
                let tickets = [call(), call(), call(), long];
                breaker.succeed_exactly(long);
                tickets
            })
        });
        let tickets: Vec<Ticket> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        let present = breaker.0.word.load();
        let of_this_generation = tickets.iter().filter(|ticket| ticket.0.same_generation(present)).count() as u64;
        assert_eq!(window(&breaker), (State::Closed, of_this_generation, 0));
    });
}

#[test]
fn what_is_left_of_an_old_generation_changes_nothing() {
    explore(Bound::None, settings(4, 1, 100), |breaker| {
        succeed(&breaker);
        let [failure, dropped] = [(); 2].map(|()| breaker.admit().unwrap());
        let late = run(&breaker, move |breaker| breaker.settle(failure, Settlement::Failure));
        let moving = run(&breaker, move |breaker| {
            breaker.transition_to_open().unwrap();
            breaker.transition_to_half_open().unwrap();
            breaker.settle(dropped, Settlement::GiveBack);
        });
        late.join().unwrap();
        moving.join().unwrap();
        assert_eq!(window(&breaker), (State::HalfOpen, 0, 0));
        let probe = breaker.try_acquire();
        assert!(probe.is_ok() && breaker.try_acquire().is_err());
    });
}

// ---------------------------------------------------------------- half-open

/// Open, and the wait is over.
fn tripped(breaker: &CircuitBreaker) {
    fail(breaker);
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn three_threads_at_the_end_of_the_wait_get_one_probe() {
    explore(Bound::None, settings(1, 1, 100), |breaker| {
        tripped(&breaker);
        let threads = [(); 3].map(|()| run(&breaker, |breaker| breaker.try_acquire().map(std::mem::forget).is_ok()));
        let granted = threads.into_iter().map(|thread| u32::from(thread.join().unwrap())).sum::<u32>();
        assert_eq!(granted, 1);
        assert_eq!(breaker.metrics().not_permitted(), 2);
    });
}

#[test]
fn permits_that_come_back_never_make_two_of_one() {
    explore(Bound::None, settings(1, 1, 100), |breaker| {
        tripped(&breaker);
        let out = ::loom::sync::Arc::new(AtomicUsize::new(0));
        let threads = [(); 2].map(|()| {
            let out = ::loom::sync::Arc::clone(&out);
            run(&breaker, move |breaker| {
                for _ in 0..2 {
                    if let Ok(permit) = breaker.try_acquire() {
                        assert_eq!(out.fetch_add(1, Relaxed), 0);
                        out.fetch_sub(1, Relaxed);
                        drop(permit);
                    }
                }
            })
        });
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(window(&breaker), (State::HalfOpen, 0, 0));
        assert!(breaker.try_acquire().is_ok());
    });
}

#[test]
fn a_probe_whose_holder_panics_is_free_again() {
    explore(Bound::None, settings(1, 1, 100), |breaker| {
        tripped(&breaker);
        let panicking = run(&breaker, |breaker| {
            let died = catch_unwind(AssertUnwindSafe(|| {
                let _permit = breaker.try_acquire();
                resume_unwind(Box::new("the holder"));
            }));
            assert!(died.is_err());
        });
        let probing = run(&breaker, |breaker| breaker.try_acquire().map(super::Permit::success).is_ok());
        panicking.join().unwrap();
        if probing.join().unwrap() {
            // Closed by the probe; if the other one came later, its permit was one of the closed breaker.
            assert_eq!(window(&breaker), (State::Closed, 0, 0));
        } else {
            assert_eq!(window(&breaker), (State::HalfOpen, 0, 0));
            assert!(breaker.try_acquire().is_ok());
        }
    });
}

#[test]
fn one_probe_fails_while_another_succeeds() {
    explore(Bound::None, settings(4, 2, 100).half_open_calls(2), |breaker| {
        breaker.transition_to_open().unwrap();
        let failing = run(&breaker, |breaker| breaker.try_acquire().unwrap().failure());
        let succeeding = run(&breaker, |breaker| breaker.try_acquire().unwrap().success());
        failing.join().unwrap();
        succeeding.join().unwrap();
        assert_eq!(window(&breaker), (State::Closed, 0, 0));
        assert_eq!(totals(&breaker), (1, 1));
    });
}

// ---------------------------------------------------------------- slots

#[test]
fn a_slot_that_changes_hands_keeps_its_count() {
    explore(Bound::None, settings(16, 1, 100), |breaker| {
        succeed(&breaker);
        // This thread has a slot, so the two others share one, one after the other, or one of them has none.
        succeed(&breaker);
        let threads = [(); 2].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                succeed(breaker);
            })
        });
        succeed(&breaker);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(window(&breaker), (State::Closed, 7, 0));
        let heir = run(&breaker, |breaker| {
            succeed(breaker);
            succeed(breaker);
        });
        heir.join().unwrap();
        assert_eq!(window(&breaker), (State::Closed, 9, 0));
    });
}

#[test]
fn threads_without_a_slot_count_in_one_cell() {
    explore(Bound::Preemptions(4), settings(16, 1, 100), |breaker| {
        succeed(&breaker);
        succeed(&breaker);
        let threads = [(); 3].map(|()| {
            run(&breaker, |breaker| {
                succeed(breaker);
                succeed(breaker);
            })
        });
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        fail(&breaker);
        assert_eq!(window(&breaker), (State::Closed, 9, 1));
    });
}

// ---------------------------------------------------------------- listeners

#[test]
fn whoever_subscribes_is_told_of_the_next_success() {
    explore(Bound::None, settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        // Not an atomic of loom's: it orders nothing.
        let told = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let log = Arc::clone(&told);
        let subscribing = run(&breaker, move |breaker| {
            breaker.on_event(move |_| {
                log.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            })
        });
        let failing = run(&breaker, fail);
        let subscription = subscribing.join().unwrap();
        failing.join().unwrap();
        let before = told.load(std::sync::atomic::Ordering::Relaxed);
        assert!(breaker.0.word.load().is_busy());
        succeed(&breaker);
        assert_eq!(told.load(std::sync::atomic::Ordering::Relaxed), before + 1);
        drop(subscription);
        assert!(!breaker.0.word.load().is_busy());
        assert_eq!(totals(&breaker), (2, 1));
    });
}

#[test]
fn counting_goes_on_exactly_while_listeners_come_and_go() {
    explore(Bound::Preemptions(3), settings(8, 1, 100), |breaker| {
        succeed(&breaker);
        let visiting = run(&breaker, |breaker| drop(breaker.on_event(|_| ())));
        let counting = run(&breaker, |breaker| {
            succeed(breaker);
            succeed(breaker);
            fail(breaker);
        });
        visiting.join().unwrap();
        counting.join().unwrap();
        assert_eq!(window(&breaker), (State::Closed, 4, 1));
        assert!(!breaker.0.word.load().is_busy());
    });
}
