//! The same random scripts through pipelines and through wrappers written as the generator writes them, in every form: the
//! same calls, pauses, drops, events, states, counters and results.
use super::comparison::compare;
use super::outer::{self, Form};
use super::random_row::{any_entry, ending_entry, rows};
use super::row::{Fallback, Policy, Row};
use super::wrapper;
use proptest::prelude::*;
use proptest::sample::select;
use r4c::Outcome;
use toml::Table;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pipeline_and_a_wrapper_do_the_same(row in rows(policies(), any_entry()), observed: bool) {
        compare(&row, observed, &[
            (Form::Async, outer::pipeline),
            (Form::Async, wrapper::wrapper),
            (Form::AsyncInTurn, wrapper::wrapper),
        ])?;
    }

    #[test]
    fn sync_and_async_do_the_same(row in rows(policies(), ending_entry()), observed: bool) {
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
