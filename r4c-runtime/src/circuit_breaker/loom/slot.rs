//! Slots that change hands, and threads without one.
use super::*;

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
