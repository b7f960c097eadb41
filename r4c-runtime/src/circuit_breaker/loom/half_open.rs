//! Half-open: permits and probes.
use super::*;

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
        let probing = run(&breaker, |breaker| breaker.try_acquire().map(crate::Permit::success).is_ok());
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
