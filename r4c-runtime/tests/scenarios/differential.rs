//! The same random scripts through pipelines and through wrappers written as the generator writes them, in every form: the
//! same calls, pauses, drops, events, states, counters and results.
use super::letters::Entry;
use super::outer::{self, Form};
use super::quiet::quiet;
use super::row::{Fallback, Policy, Row, Step};
use super::run::{MakeOuter, Run};
use super::wrapper;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use r4c::testing::EventLog;
use r4c::{Outcome, RetryMetrics};
use std::time::Duration;
use toml::{Table, Value};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pipeline_and_a_wrapper_do_the_same(row in rows(any_entry()), observed: bool) {
        compare(&row, observed, &[
            (Form::Async, outer::pipeline),
            (Form::Async, wrapper::wrapper),
            (Form::AsyncInTurn, wrapper::wrapper),
        ])?;
    }

    #[test]
    fn sync_and_async_do_the_same(row in rows(ending_entry()), observed: bool) {
        compare(&row, observed, &[
            (Form::Sync, outer::pipeline),
            (Form::Sync, wrapper::wrapper),
            (Form::SyncMut, wrapper::wrapper),
            (Form::SyncInTurn, wrapper::wrapper),
            (Form::Async, outer::pipeline),
            (Form::Async, wrapper::wrapper),
        ])?;
    }
}

fn compare(row: &Row, observed: bool, forms: &[(Form, MakeOuter)]) -> Result<(), TestCaseError> {
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

// ---------------------------------------------------------------- random rows

fn rows(entry: impl Strategy<Value = Entry>) -> impl Strategy<Value = Row> {
    let policies = (policies(), retry_settings(), breaker_settings());
    (policies, vec(entry, 1..40), vec(step(), 1..14), any::<bool>()).prop_map(
        |((mut row, retry, breaker), script, steps, panicking_listeners)| {
            if let Some(policy) = &mut row.retry {
                policy.settings = retry;
            }
            if let Some(policy) = &mut row.breaker {
                policy.settings = breaker;
            }
            let last = Entry { letter: 'S', hint: None, takes: Duration::ZERO, dropped: false };
            let script = script.into_iter().chain([last]).collect();
            Row { script, repeats_last: true, steps, panicking_listeners, ..row }
        },
    )
}

/// Which policies there are and what they judge by: what `outer` and `wrapper` have an arm for.
fn policies() -> impl Strategy<Value = Row> {
    let with = |classifier: bool, listed: Option<&str>, excepted: Option<&str>, rejects: bool| Policy {
        settings: Table::new(),
        classifier,
        rejects,
        listed: listed.map(letters),
        excepted: excepted.map(letters),
    };
    let plain = with(false, None, None, false);
    let judging = with(true, None, None, false);
    let rejecting = with(true, None, None, true);
    let listed = |text| with(false, Some(text), None, false);
    let excepting = |text| with(false, None, Some(text), false);
    let judging_but = |text| with(true, None, Some(text), false);
    let lists = with(false, Some("EDIK"), Some("ID"), false);
    let retry = |policy: &Policy, fallback| row(Some(policy.clone()), None, fallback);
    let breaker = |policy: &Policy, fallback| row(None, Some(policy.clone()), fallback);
    let both = |retry: &Policy, breaker: &Policy, fallback| row(Some(retry.clone()), Some(breaker.clone()), fallback);
    let their_own = |calm| Row { shared: false, calm, ..both(&judging, &judging, None) };
    let rows = vec![
        retry(&plain, None),
        retry(&plain, Some("Failure")),
        retry(&excepting("IDK"), None),
        retry(&listed("EDK"), None),
        retry(&lists, None),
        retry(&judging, None),
        retry(&judging, Some("Failure")),
        retry(&judging_but("UK"), None),
        retry(&rejecting, None),
        retry(&rejecting, Some("ResultRejected")),
        breaker(&plain, None),
        breaker(&plain, Some("E")),
        breaker(&plain, Some("Failure")),
        breaker(&judging, None),
        breaker(&judging_but("UK"), None),
        breaker(&listed("EDK"), None),
        both(&plain, &plain, None),
        both(&plain, &plain, Some("E")),
        both(&plain, &plain, Some("Failure")),
        both(&plain, &plain, Some("CallNotPermitted")),
        both(&listed("EDK"), &plain, None),
        both(&listed("EDK"), &listed("UNK"), None),
        both(&excepting("IK"), &excepting("UD"), None),
        both(&judging, &judging, None),
        both(&judging, &judging, Some("ClassifierFailed")),
        both(&rejecting, &judging, None),
        both(&rejecting, &judging, Some("Failure")),
        both(&judging_but("EK"), &judging_but("UK"), None),
        both(&judging, &plain, None),
        both(&plain, &judging, None),
        their_own((None, None)),
        their_own((Some(Outcome::Failure), None)),
        their_own((None, Some(Outcome::Success))),
        their_own((None, Some(Outcome::Ignore))),
    ];
    (select(rows), select(vec!['S', 'E', 'P'])).prop_map(|(row, outcome)| Row {
        fallback: row.fallback.map(|fallback| Fallback { outcome, ..fallback }),
        ..row
    })
}

fn row(retry: Option<Policy>, breaker: Option<Policy>, fallback: Option<&str>) -> Row {
    Row {
        id: "random".to_owned(),
        only_async: false,
        panicking_listeners: false,
        retry,
        breaker,
        shared: true,
        breaker_outside: false,
        fallback: fallback.map(|takes| Fallback { takes: takes.to_owned(), outcome: 'S' }),
        script: Vec::new(),
        repeats_last: true,
        calm: (None, None),
        steps: Vec::new(),
        expect: Table::new(),
    }
}

fn letters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

fn retry_settings() -> impl Strategy<Value = Table> {
    (
        1..6_i64,
        select(vec!["0ms", "10ms", "500ms"]),
        option::of(Just(2.0)),
        option::of(select(vec!["15ms", "700ms"])),
        option::of(Just(0.5)),
        option::of(select(vec!["300ms", "1200ms"])),
    )
        .prop_map(|(attempts, delay, multiplier, max_delay, jitter, max_duration)| {
            table([
                ("max_attempts", Some(attempts.into())),
                ("delay", Some(delay.into())),
                ("multiplier", multiplier.map(Value::from)),
                ("max_delay", max_delay.map(Value::from)),
                ("jitter", jitter.map(Value::from)),
                ("max_duration", max_duration.map(Value::from)),
            ])
        })
}

fn breaker_settings() -> impl Strategy<Value = Table> {
    let window = prop_oneof![(1..7_i64).prop_map(Value::from), Just(Value::from("2s"))];
    (
        (window, 1..5_i64, select(vec![20.0, 50.0, 100.0])),
        (1..4_i64, select(vec!["100ms", "1s"]), option::of(Just("700ms"))),
        (any::<bool>(), option::of(Just("80ms")), option::of(Just(2.0))),
    )
        .prop_map(|((window, minimum, rate), (half_open, open, half_open_max), (auto, slow, multiplier))| {
            table([
                ("sliding_window", Some(window)),
                ("minimum_calls", Some(minimum.into())),
                ("failure_rate_threshold", Some(rate.into())),
                ("half_open_calls", Some(half_open.into())),
                ("open_duration", Some(open.into())),
                ("half_open_max_duration", half_open_max.map(Value::from)),
                ("auto_half_open", Some(auto.into())),
                ("slow_call_duration", slow.map(Value::from)),
                ("open_multiplier", multiplier.map(Value::from)),
            ])
        })
}

fn table<const N: usize>(entries: [(&str, Option<Value>); N]) -> Table {
    entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// A call that ends by itself.
fn ending_entry() -> impl Strategy<Value = Entry> {
    let letters = "SSSEEEBJMGIUTNDPCKH".chars().collect::<Vec<_>>();
    (select(letters), 0..3_u64, option::of(0..900_u64)).prop_map(|(letter, takes, hint)| Entry {
        letter,
        hint: hint.map(Duration::from_millis).filter(|_| "DG".contains(letter)),
        takes: Duration::from_millis(takes * 50),
        dropped: false,
    })
}

/// The same, or one that stays pending, or one whose pause does.
fn any_entry() -> impl Strategy<Value = Entry> {
    (ending_entry(), 0..12_u8).prop_map(|(entry, fate)| match fate {
        0 => Entry { letter: 'X', ..entry },
        1 => Entry { letter: 'V', ..entry },
        2 | 3 => Entry { dropped: true, ..entry },
        _ => entry,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let controls = vec!["reset", "close", "open", "half_open", "force_open", "disable", "metrics_only"];
    prop_oneof![
        8 => Just(Step::Call { returns: None, snapshot: None }),
        3 => (1..15_u64).prop_map(|tenths| Step::Advance(Duration::from_millis(tenths * 100))),
        1 => select(controls).prop_map(|control| Step::Control(control.to_owned())),
    ]
}
