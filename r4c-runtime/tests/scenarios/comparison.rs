//! A row through several things that should do the same: the same calls, pauses, drops, events, states, counters and
//! results.
use super::outer::Form;
use super::quiet::quiet;
use super::row::{Row, Step};
use super::run::{MakeOuter, Run};
use proptest::prelude::*;
use r4c::RetryMetrics;
use r4c::testing::EventLog;

pub(crate) fn compare(row: &Row, observed: bool, forms: &[(Form, MakeOuter)]) -> Result<(), TestCaseError> {
    quiet();
    let mut first: Option<Vec<String>> = None;
    for (form, make) in forms {
        let found = trace(row, *form, observed, *make);
        match &first {
            None => first = Some(found),
            Some(first) => {
                let difference = first.iter().zip(&found).find(|(left, right)| left != right);
                prop_assert!(
                    first.len() == found.len() && difference.is_none(),
                    "{form:?}: {difference:#?}\n{first:#?}"
                );
            }
        }
    }
    Ok(())
}

/// Everything that can be seen of a run.
fn trace(row: &Row, form: Form, observed: bool, make: MakeOuter) -> Vec<String> {
    let run = Run::new(row, form, make);
    let log = EventLog::new();
    let _panicking = run.panicking_listeners(row);
    if observed {
        run.retry.iter().for_each(|retry| log.watch_retry(retry));
        run.breaker.iter().for_each(|breaker| log.watch_circuit_breaker(breaker));
    }
    let mut trace = Vec::new();
    for step in &row.steps {
        let returned = run.step(step);
        trace.push(format!("{step:?}: {returned} {:?} {:?}", run.snapshot(), run.clock.now()));
    }
    trace.extend(run.log.lines());
    trace.extend(log.events().iter().map(|event| format!("{event:?}")));
    trace.push(format!("{:?} {:?}", run.clock.pauses(), run.clock.cancelled_pauses()));
    let counted = observed || row.panicking_listeners;
    trace.push(format!("{:?} {:?}", run.retry.as_ref().map(r4c::Retry::listener_panics), retry_metrics(&run, counted)));
    trace.push(format!("{:?}", run.breaker.as_ref().map(|breaker| (breaker.metrics(), breaker.listener_panics()))));
    trace.push(format!("{:?} {:?} {:?}", run.callee.calls, run.shared.letters.asked, run.shared.fallback_calls));
    check_sums(&run, row, counted);
    trace
}

/// Calls that succeed at once, and their attempts, are counted only while somebody listens.
fn retry_metrics(run: &Run, counted: bool) -> Option<RetryMetrics> {
    let mut metrics = run.retry.as_ref()?.metrics();
    if !counted {
        (metrics.ok_without_retry, metrics.attempts) = (0, 0);
    }
    Some(metrics)
}

/// Calls by how they ended add up, and attempts are what the callee saw.
fn check_sums(run: &Run, row: &Row, counted: bool) {
    let Some(metrics) = retry_metrics(run, counted).filter(|_| counted) else { return };
    let calls = row.steps.iter().filter(|step| matches!(step, Step::Call { .. })).count() as u64;
    let ended = metrics.ok_without_retry
        + metrics.ok_with_retry
        + metrics.failed_without_retry
        + metrics.failed_with_retry
        + metrics.cancelled;
    let seen = u64::from(run.callee.calls.load(std::sync::atomic::Ordering::SeqCst));
    assert_eq!((ended, metrics.attempts), (calls, seen), "{metrics:?}");
}
