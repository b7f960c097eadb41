//! What a healthy call does not do: allocate, read a clock, move its result.
//!
//! The addresses are compared in optimised builds alone (`cargo test --release --package r4c-benches`): without
//! optimisation every result is moved.
use r4c::{Clock, Registry};
use r4c_benches::ready;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

struct CountingAllocator;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `alloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Counts how often it is read.
#[derive(Clone, Debug, Default)]
struct CountingClock(Arc<AtomicU64>);

impl Clock for CountingClock {
    fn now(&self) -> Duration {
        self.0.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
    fn sleep(&self, _duration: Duration) {}
}

/// Bytes of 100 healthy calls of the registry's wrapper, whatever is switched on in it.
fn allocated(registry: &Registry) -> usize {
    use r4c_benches::plain::{Orders as _, ResilientOrders, Upstream};
    let orders = ResilientOrders::new(Upstream, registry).expect("a wrapper");
    let call = || {
        drop(orders.both("o-1"));
        drop(ready(orders.both_async("o-1")));
    };
    (0..200).for_each(|_| call());
    let bytes = ALLOCATED.get();
    (0..100).for_each(|_| call());
    ALLOCATED.get() - bytes
}

#[test]
fn a_healthy_call_that_is_timed_or_watched_allocates_nothing_either() {
    let second = Duration::from_secs(1);
    let builder = || Registry::builder().sleeper(|_| std::future::ready(()));
    let limited = builder().retry("orders", |retry| retry.max_duration(second)).build().expect("a registry");
    assert_eq!(allocated(&limited), 0, "max_duration");
    let timed = builder().circuit_breaker("orders", |breaker| breaker.slow_call_duration(second)).build();
    assert_eq!(allocated(&timed.expect("a registry")), 0, "slow calls");
    let seconds = builder().circuit_breaker("orders", |breaker| breaker.sliding_window(60 * second)).build();
    assert_eq!(allocated(&seconds.expect("a registry")), 0, "a time window");
    let observed = builder().build().expect("a registry");
    struct Nobody;
    impl r4c::Observer for Nobody {}
    let watching = observed.observe(Nobody);
    assert_eq!(allocated(&observed), 0, "an observer");
    drop(watching);
}

/// Makes a wrapper and calls `call` on it, healthy: the bytes and the clock reads of 100 calls.
fn check<W>(make: impl FnOnce(&Registry) -> W, call: impl Fn(&W)) {
    let clock = CountingClock::default();
    let registry = Registry::builder().clock(clock.clone()).sleeper(|_| std::future::ready(())).build();
    let wrapper = make(&registry.expect("a registry"));
    (0..200).for_each(|_| call(&wrapper));
    let (bytes, reads) = (ALLOCATED.get(), clock.0.load(Ordering::Relaxed));
    (0..100).for_each(|_| call(&wrapper));
    assert_eq!(ALLOCATED.get() - bytes, 0, "bytes allocated");
    assert_eq!(clock.0.load(Ordering::Relaxed) - reads, 0, "clock reads");
}

macro_rules! a_healthy_call {
    ($($module:ident)*) => {$(
        mod $module {
            use super::*;
            use r4c_benches::$module::{Orders as _, ResilientOrders, Upstream};

            fn wrapper(registry: &Registry) -> ResilientOrders<Upstream> {
                ResilientOrders::new(Upstream, registry).expect("a wrapper")
            }

            #[test]
            fn a_sync_call_allocates_nothing_and_reads_no_clock() {
                check(wrapper, |orders| drop(orders.both("o-1")));
                check(wrapper, |orders| drop(orders.classified("o-1")));
                check(wrapper, |orders| drop(orders.guarded("o-1")));
                check(wrapper, |orders| drop(orders.retried("o-1")));
            }

            #[test]
            fn an_async_call_allocates_nothing_and_reads_no_clock() {
                check(wrapper, |orders| drop(ready(orders.both_async("o-1"))));
            }

            #[test]
            fn a_wrapped_future_is_the_inner_one_and_a_fixed_part() {
                let orders = wrapper(&r4c_benches::registry().expect("a registry"));
                let (bare, wrapped) = (Upstream.both_async("o-1"), orders.both_async("o-1"));
                let sizes = (std::mem::size_of_val(&bare), std::mem::size_of_val(&wrapped));
                assert_eq!(sizes, (32, 104));
            }

            #[cfg(not(debug_assertions))]
            #[test]
            fn the_result_lies_where_the_classifier_saw_it() {
                use r4c_benches::$module::SEEN;
                use std::future::Future;
                use std::sync::atomic::Ordering::Relaxed;
                use std::task::{Context, Poll, Waker};
                let orders = wrapper(&r4c_benches::registry().expect("a registry"));
                let mine = orders.spied("o-1");
                if std::mem::size_of_val(&mine) <= 16 {
                    return; // It comes back in registers: it has no place in memory to stay in.
                }
                let address = mine.as_ref().map(|response| std::ptr::from_ref(response) as usize).expect("a response");
                assert_eq!(address, SEEN.load(Relaxed), "sync");

                let call = std::pin::pin!(orders.spied_async("o-1"));
                let mine = call.poll(&mut Context::from_waker(Waker::noop()));
                let Poll::Ready(Ok(response)) = &mine else { panic!("a response") };
                assert_eq!(std::ptr::from_ref(response) as usize, SEEN.load(Relaxed), "async");
            }
        }
    )*};
}
a_healthy_call!(small plain large owning);

#[test]
fn the_measured_results_have_the_sizes_they_are_named_for() {
    fn size<T>() -> usize {
        std::mem::size_of::<T>()
    }
    let sizes = [
        size::<Result<r4c_benches::small::Response, r4c_benches::small::Error>>(),
        size::<Result<r4c_benches::plain::Response, r4c_benches::plain::Error>>(),
        size::<Result<r4c_benches::large::Response, r4c_benches::large::Error>>(),
    ];
    assert_eq!(sizes, [8, 24, 256]);
}

/// The two classes that pay one copy: results with an inline atomic, and results that are generic where they are settled.
#[cfg(not(debug_assertions))]
#[test]
fn results_with_inline_atomics_and_generic_ones_are_copied_once() {
    use std::ptr::from_ref;
    use std::sync::atomic::Ordering::Relaxed;
    let registry = r4c_benches::registry().expect("a registry");
    {
        use r4c_benches::atomic::{Orders as _, ResilientOrders, SEEN, Upstream};
        let orders = ResilientOrders::new(Upstream, &registry).expect("a wrapper");
        let mine = orders.spied("o-1").expect("a response");
        assert_ne!(from_ref(&mine) as usize, SEEN.load(Relaxed), "an inline atomic");
    }
    {
        use r4c_benches::plain::{SEEN, Spy, Upstream};
        let pipeline = r4c::Pipeline::builder(&registry, "generic").circuit_breaker(|b| b).classifier(Spy).build();
        let mine = pipeline.expect("a pipeline").execute(|| Upstream.answer("o-1")).expect("a response");
        assert_ne!(from_ref(&mine) as usize, SEEN.load(Relaxed), "a pipeline, which is generic");
    }
}
