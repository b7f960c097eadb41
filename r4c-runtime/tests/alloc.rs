//! What a call costs in memory: nothing, when it is healthy and when it is refused.
use r4c::{CircuitBreaker, CircuitBreakerSettings, Outcome, State, SystemClock};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts what each thread asks for.
struct Counting;

// SAFETY: every method passes its arguments on unchanged to the system's allocator, which keeps the contract; the counter is
// a `Cell` in a constant thread local without a destructor, so counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the block is the system's, as all of ours.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`, and the block is the system's, as all of ours.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count() {
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread allocates in `act`.
fn allocations(act: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    act();
    ALLOCATIONS.get() - before
}

fn breaker() -> CircuitBreaker {
    let config = CircuitBreakerSettings::new().sliding_window(20).minimum_calls(4).build().unwrap();
    CircuitBreaker::new("orders", config, Arc::new(SystemClock))
}

fn call(breaker: &CircuitBreaker, outcome: Outcome) {
    breaker.try_acquire().unwrap().record(outcome);
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(Box::new(1))), 1);
}

#[test]
fn a_healthy_call_allocates_nothing() {
    let breaker = breaker();
    // The first success that is counted without the lock registers the thread.
    (0..6).for_each(|_| call(&breaker, Outcome::Success));
    assert_eq!(allocations(|| (0..1000).for_each(|_| call(&breaker, Outcome::Success))), 0);
    call(&breaker, Outcome::Failure);
    assert_eq!(allocations(|| (0..1000).for_each(|_| call(&breaker, Outcome::Success))), 0);
    assert_eq!(breaker.metrics().totals().successful(), 2006);
}

#[test]
fn a_refusal_allocates_nothing() {
    let breaker = breaker();
    breaker.transition_to_open().unwrap();
    assert_eq!(allocations(|| (0..100).for_each(|_| drop(breaker.try_acquire()))), 0);
    breaker.force_open().unwrap();
    assert_eq!(allocations(|| (0..100).for_each(|_| drop(breaker.try_acquire()))), 0);
    assert_eq!((breaker.state(), breaker.metrics().totals().not_permitted()), (State::ForcedOpen, 200));
}

#[test]
fn failures_and_ignored_calls_keep_to_the_memory_of_the_window() {
    let breaker = breaker();
    breaker.metrics_only().unwrap();
    (0..40).for_each(|_| call(&breaker, Outcome::Failure));
    let more = || (0..100).for_each(|_| call(&breaker, Outcome::Failure));
    assert_eq!(allocations(more), 0);
    assert_eq!(allocations(|| (0..100).for_each(|_| call(&breaker, Outcome::Ignore))), 0);
}
