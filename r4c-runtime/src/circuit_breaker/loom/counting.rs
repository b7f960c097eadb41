//! Counting: below the minimum, in the cells, and from one to the other.
use super::*;

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
            let _ = breaker.try_acquire().map(crate::Permit::success);
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
            let _ = breaker.try_acquire().map(crate::Permit::success);
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
