//! Listeners that come while calls are counted.
use super::*;

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
