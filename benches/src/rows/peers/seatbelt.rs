//! seatbelt: async layers that judge the whole result, around a clock of tokio's.
use super::async_row;
use super::judged::fails;
use crate::libraries::version;
use crate::plain::{Answer, Error, Upstream};
use crate::row::{Batch, Row, batch};
use crate::{WARM_UP, ready};
use layered::{Execute, Service, Stack};
use r4c_bench_record::Library;
use seatbelt::breaker::Breaker;
use seatbelt::retry::Retry;
use seatbelt::{RecoveryInfo, ResilienceContext};
use std::sync::OnceLock;
use tick::Clock;
use tokio::runtime::Runtime;

pub(super) fn library() -> Library {
    Library {
        name: "seatbelt".to_owned(),
        version: version("seatbelt"),
        reads_clock: "twice; its retry not".to_owned(),
        judges_values: "yes".to_owned(),
        third_outcome: "no, what is never worth a retry is a success".to_owned(),
        sliding_window: "30 s in ten parts".to_owned(),
        limits_half_open: "yes, to a growing share of the calls".to_owned(),
    }
}

pub(super) fn rows() -> Vec<Row> {
    let context = ResilienceContext::<&'static str, Answer>::new(clock());
    let breaker = |judge: fn(&Answer) -> bool| {
        Breaker::layer("orders", &context)
            .recovery_with(move |answer, _| recovery(judge(answer)))
            .rejected_input_error(|_, _| Error::Open)
    };
    let retry = |judge: fn(&Answer) -> bool| {
        Retry::layer("orders", &context).clone_input().recovery_with(move |answer, _| recovery(judge(answer)))
    };
    let row = |name, call| async_row(name, call).of("seatbelt");
    vec![
        row("breaker", service((breaker(Answer::is_err), Execute::new(fetch)).into_service())),
        row("breaker + classifier", service((breaker(fails), Execute::new(fetch)).into_service())),
        row("breaker + classifier", service((breaker(fails), Execute::new(fetch)).into_service())).on(2),
        row("retry", service((retry(Answer::is_err), Execute::new(fetch)).into_service())),
        row(
            "retry + breaker + classifier",
            service((retry(fails), breaker(fails), Execute::new(fetch)).into_service()),
        ),
    ]
}

fn recovery(failed: bool) -> RecoveryInfo {
    if failed { RecoveryInfo::retry() } else { RecoveryInfo::never() }
}

async fn fetch(id: &'static str) -> Answer {
    Upstream.answer(id)
}

fn service(service: impl Service<&'static str, Out = Answer> + 'static) -> Batch {
    #[inline(never)]
    fn call(service: &impl Service<&'static str, Out = Answer>, id: &'static str) -> Answer {
        ready(service.execute(id))
    }
    let warm = move || {
        (0..WARM_UP).for_each(|_| drop(call(&service, "warm up")));
        service
    };
    batch(warm, |service, id| call(service, id))
}

/// The machine's clock, as a service on tokio would have it. Its runtime has nothing to do: nobody waits.
fn clock() -> &'static Clock {
    static RUNTIME: OnceLock<(Runtime, Clock)> = OnceLock::new();
    let made = RUNTIME.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let clock = runtime.block_on(async { Clock::new_tokio() });
        (runtime, clock)
    });
    &made.1
}
