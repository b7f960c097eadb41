//! A row of a table, read.
use super::letters::Entry;
use r4c::Outcome;
use std::time::Duration;
use toml::{Table, Value};

/// One `[[case]]`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) only_async: bool,
    pub(crate) panicking_listeners: bool,
    pub(crate) retry: Option<Policy>,
    pub(crate) breaker: Option<Policy>,
    /// Retry and breaker have one classifier, if both have one.
    pub(crate) shared: bool,
    /// `circuit_breaker(retry(call))`.
    pub(crate) breaker_outside: bool,
    pub(crate) fallback: Option<Fallback>,
    pub(crate) script: Vec<Entry>,
    pub(crate) repeats_last: bool,
    /// What two different classifiers say instead of panicking: the retry's, the breaker's.
    pub(crate) calm: (Option<Outcome>, Option<Outcome>),
    pub(crate) steps: Vec<Step>,
    pub(crate) expect: Table,
}

/// What a row says of one policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policy {
    pub(crate) settings: Table,
    pub(crate) classifier: bool,
    pub(crate) rejects: bool,
    /// `abort_on`, `ignore_on`.
    pub(crate) excepted: Option<Vec<String>>,
    /// `retry_on`, `record_on`.
    pub(crate) listed: Option<Vec<String>>,
}

/// The fallback of a row.
#[derive(Clone, Debug)]
pub(crate) struct Fallback {
    pub(crate) takes: String,
    pub(crate) outcome: char,
}

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Call {
        returns: Option<String>,
        snapshot: Option<String>,
    },
    Advance(Duration),
    Look(String),
    /// `reset`, `close`, ..
    Control(String),
}

pub(crate) fn rows(document: &str) -> Vec<Row> {
    let document: Table = document.parse().unwrap();
    // The tables of these files have one classifier for whoever has one, and the retry's keys directly in `config`.
    document["case"].as_array().unwrap().iter().map(row).collect()
}

fn row(case: &Value) -> Row {
    let empty = Table::new();
    let config = case.get("config").and_then(Value::as_table).unwrap_or(&empty);
    let nested = ["retry", "circuit_breaker"].iter().any(|key| config.contains_key(*key));
    let policy = |key: &str| config.get(key).map(|table| policy(table.as_table().unwrap()));
    let text = |key: &str| config.get(key).map(|value| value.as_str().unwrap());
    let (script, repeats_last) = script(case);
    Row {
        id: case["id"].as_str().unwrap().to_owned(),
        only_async: case.get("only").is_some(),
        panicking_listeners: case.get("listeners").is_some(),
        retry: if nested { policy("retry") } else { Some(self::policy(config)) },
        breaker: policy("circuit_breaker"),
        shared: config.get("shared_classifier").and_then(Value::as_bool).unwrap_or(true),
        breaker_outside: text("order").is_some_and(|order| order == "circuit_breaker(retry(call))"),
        fallback: text("fallback").map(|takes| Fallback {
            takes: takes.to_owned(),
            outcome: text("fallback_outcome").map_or('S', |outcome| outcome.chars().next().unwrap()),
        }),
        calm: (text("retry_says").map(outcome), text("breaker_says").map(outcome)),
        script,
        repeats_last,
        steps: strings(case, "steps").iter().flat_map(|text| steps(text)).collect(),
        expect: case["expect"].as_table().unwrap().clone(),
    }
}

fn outcome(text: &str) -> Outcome {
    match text {
        "Success" => Outcome::Success,
        "Failure" => Outcome::Failure,
        "Ignore" => Outcome::Ignore,
        other => panic!("{other} is not said by a classifier"),
    }
}

fn policy(table: &Table) -> Policy {
    let mut policy = Policy::default();
    for (key, value) in table {
        let letters = || value.as_array().unwrap().iter().map(|letter| letter.as_str().unwrap().to_owned()).collect();
        match key.as_str() {
            "classifier" => policy.classifier = value.as_bool().unwrap(),
            "on_exhausted_result" => policy.rejects = value.as_str() == Some("Reject"),
            "abort_on" | "ignore_on" => policy.excepted = Some(letters()),
            "retry_on" | "record_on" => policy.listed = Some(letters()),
            _ => drop(policy.settings.insert(key.clone(), value.clone())),
        }
    }
    policy
}

fn strings(case: &Value, key: &str) -> Vec<String> {
    let list = case.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn script(case: &Value) -> (Vec<Entry>, bool) {
    let texts = strings(case, "callee");
    let repeats_last = texts.last().is_some_and(|text| text == "...");
    (texts.iter().filter(|text| *text != "...").flat_map(|text| entries(text)).collect(), repeats_last)
}

/// A letter alone.
pub(crate) fn entry(letter: char, takes: Duration) -> Entry {
    Entry { letter, hint: None, takes, dropped: false }
}

/// `E`, `E@5s`, `D(2s)`, `S*3`, `E~`.
fn entries(text: &str) -> Vec<Entry> {
    let dropped = text.ends_with('~');
    let (text, count) = repeated(text.trim_end_matches('~'));
    let (text, takes) = text.split_once('@').map_or((text, Duration::ZERO), |(text, takes)| (text, duration(takes)));
    let hint = text.split_once('(').map(|(_, hint)| duration(hint.trim_end_matches(')')));
    vec![Entry { letter: text.chars().next().unwrap(), hint, takes, dropped }; count]
}

/// `x*3`.
pub(crate) fn repeated(text: &str) -> (&str, usize) {
    text.rsplit_once('*').map_or((text, 1), |(text, count)| (text, count.parse().unwrap()))
}

fn steps(text: &str) -> Vec<Step> {
    let (action, expected) = match text.split_once("=>") {
        Some((action, expected)) => (action.trim(), Some(expected.trim())),
        None => (text.trim(), None),
    };
    let (action, count) = repeated(action);
    let step = || match (action, expected) {
        ("call", None) => Step::Call { returns: None, snapshot: None },
        ("call", Some(expected)) => {
            let (returns, snapshot) =
                expected.split_once('|').map_or((expected, None), |(r, s)| (r.trim(), Some(s.trim())));
            Step::Call { returns: Some(returns.to_owned()), snapshot: snapshot.map(str::to_owned) }
        }
        ("look", Some(snapshot)) => Step::Look(snapshot.to_owned()),
        ("reset" | "close" | "open" | "half_open" | "force_open" | "disable" | "metrics_only", None) => {
            Step::Control(action.to_owned())
        }
        (advance, None) if advance.starts_with('+') => Step::Advance(duration(&advance[1..])),
        other => panic!("a step that the tables do not have: {other:?}"),
    };
    (0..count).map(|_| step()).collect()
}

/// `500ms`, `1687.5ms`, `2s`.
pub(crate) fn duration(text: &str) -> Duration {
    let text = text.trim();
    let (number, nanoseconds) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e6),
        None => (text.strip_suffix('s').unwrap_or_else(|| panic!("no duration: {text}")), 1e9),
    };
    Duration::from_nanos((number.parse::<f64>().unwrap() * nanoseconds).round() as u64)
}
