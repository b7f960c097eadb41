//! Results that are later than their generation.
use super::*;

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
