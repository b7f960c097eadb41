//! What a call meets: failures in the window, an open breaker, a listener, a clock that is read. All of 24 bytes, with retry,
//! breaker and classifier. (A refusal reads the clock once: it is shown over one clock read.)
use crate::WARM_UP;
use crate::plain::{self, Orders as _, Wrapper};
use crate::row::{Base, Batch, Row, batch};
use crate::time::Time;
use r4c::{CircuitBreaker, CircuitBreakerSettings, Observer, Registry, SystemClock};
use r4c_bench_record::Group::State;
use std::hint::black_box;
use std::time::Duration;

pub(super) fn rows(time: Time) -> Vec<Row> {
    let row = |name: &str, base: Base, call: Batch| Row::new(State, name, plain::result(), base, call);
    let healthy = |name: &str, made: fn(Time) -> Made| {
        row(name, plain::bare(), batch(move || made(time).orders, plain::both))
            .counted(format!("plain retry+breaker+classifier, {name}"))
    };
    vec![
        healthy("failures in the window", Made::with_failures),
        healthy("a listener to all but successes", Made::heard_but_for_successes),
        healthy("a listener to all events", Made::heard),
        healthy("a listener to the retry", Made::with_its_retry_heard),
        healthy("an observer of the registry", Made::observed),
        healthy("a time window", Made::with_a_time_window),
        healthy("slow calls", Made::with_slow_calls),
        row("half-open", plain::bare(), batch(move || Made::half_open(time).orders, plain::both)),
        row(
            "refused",
            Base::new("one clock read", batch(|| SystemClock, clock_read)),
            batch(move || Made::open(time).orders, plain::classified),
        ),
        row(
            "async, failures in the window",
            plain::bare_async_call(),
            batch(move || Made::with_failures(time).orders, plain::both_async),
        )
        .counted("plain async retry+breaker+classifier, failures in the window"),
    ]
}

/// A warm wrapper, its registry and its breaker.
struct Made {
    orders: Wrapper,
    registry: Registry,
    breaker: CircuitBreaker,
}

impl Made {
    fn new(time: Time, settings: impl FnOnce(CircuitBreakerSettings) -> CircuitBreakerSettings) -> Self {
        let registry = time.registry().circuit_breaker("orders", settings).build().expect("a registry");
        let breaker = registry.circuit_breaker("orders").expect("it was declared just now");
        Self { orders: plain::wrapper(&registry), registry, breaker }
    }

    /// The window is longer than any run, so that they stay in it.
    fn with_failures(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker.sliding_window(u32::MAX));
        (0..WARM_UP / 10).for_each(|_| drop(made.orders.classified("")));
        made
    }

    /// It admits and judges more calls than any run makes, so it stays half-open.
    fn half_open(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker.half_open_calls(u32::MAX).minimum_calls(u32::MAX));
        let opened = made.breaker.transition_to_open();
        opened.and_then(|()| made.breaker.transition_to_half_open()).expect("legal transitions");
        made
    }

    /// For longer than any run takes.
    fn open(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker.open_duration(Duration::from_secs(1_000_000)));
        made.breaker.transition_to_open().expect("a legal transition");
        made
    }

    fn with_a_time_window(time: Time) -> Self {
        Self::new(time, |breaker| breaker.sliding_window(Duration::from_secs(60)))
    }

    fn with_slow_calls(time: Time) -> Self {
        Self::new(time, |breaker| breaker.slow_call_duration(Duration::from_secs(1)))
    }

    fn heard(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker);
        made.breaker.on_event(hear).detach();
        made
    }

    fn heard_but_for_successes(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker);
        made.breaker.on_event_except_success(hear).detach();
        made
    }

    fn with_its_retry_heard(time: Time) -> Self {
        let made = Self::new(time, |breaker| breaker);
        made.registry.retry("orders").expect("the wrapper declares it").on_event(hear).detach();
        made
    }

    /// The observer listens to the retry and to the breaker, but for its successes.
    fn observed(time: Time) -> Self {
        struct Nobody;
        impl Observer for Nobody {}
        let made = Self::new(time, |breaker| breaker);
        made.registry.observe(Nobody).detach();
        made
    }
}

/// A listener that does nothing.
fn hear<E>(event: &E) {
    black_box(event);
}

#[inline(never)]
fn clock_read(clock: &SystemClock, _id: &str) -> Duration {
    r4c::Clock::now(clock)
}

#[cfg(test)]
mod tests {
    use super::Made;
    use crate::plain::{Answer, Error, Orders as _};
    use crate::time::Time;
    use r4c::State;

    /// Makes many calls: what each gave, and the state and the failures in the window after them.
    fn check(made: &Made, gives: impl Fn(&Answer) -> bool, state: State, failures: u64) {
        assert!((0..1_000).all(|_| gives(&made.orders.both("o-1"))), "{state:?}");
        let metrics = made.breaker.metrics();
        assert_eq!((metrics.state(), metrics.failed()), (state, failures));
    }

    #[test]
    fn a_breaker_stays_in_the_state_that_is_measured() {
        let time = Time::Standing;
        check(&Made::with_failures(time), Result::is_ok, State::Closed, 20);
        check(&Made::half_open(time), Result::is_ok, State::HalfOpen, 0);
        check(&Made::open(time), |answer| matches!(answer, Err(Error::Open)), State::Open, 0);
    }
}
