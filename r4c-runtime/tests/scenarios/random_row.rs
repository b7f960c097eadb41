//! Rows with random settings, scripts and steps.
use super::letters::Entry;
use super::row::{Row, Step};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;
use toml::{Table, Value};

/// Rows with the policies of one of the given, and the rest random.
pub(crate) fn rows(
    policies: impl Strategy<Value = Row>,
    entry: impl Strategy<Value = Entry>,
) -> impl Strategy<Value = Row> {
    let policies = (policies, retry_settings(), breaker_settings());
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
pub(crate) fn ending_entry() -> impl Strategy<Value = Entry> {
    let letters = "SSSEEEBJMGIUTNDPCKH".chars().collect::<Vec<_>>();
    (select(letters), 0..3_u64, option::of(0..900_u64)).prop_map(|(letter, takes, hint)| Entry {
        letter,
        hint: hint.map(Duration::from_millis).filter(|_| "DG".contains(letter)),
        takes: Duration::from_millis(takes * 50),
        dropped: false,
    })
}

/// The same, or one that stays pending, or one whose pause does.
pub(crate) fn any_entry() -> impl Strategy<Value = Entry> {
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
