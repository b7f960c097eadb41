//! The rows of the table, each with and without a listener, each also with somebody who looks after every step.
use crate::clock::ManualClock;
use crate::script::{Action, duration, step};
use r4c::{
    CircuitBreaker, CircuitBreakerConfig, CircuitBreakerEvent, CircuitBreakerMetrics, CircuitBreakerSettings, Outcome,
    Permit, State,
};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;
use toml::{Table, Value};

#[test]
fn every_row_of_the_table_holds() {
    let document: Table = include_str!("../scenarios/circuit-breaker.toml").parse().unwrap();
    let rows = document["case"].as_array().unwrap();
    let failed: Vec<String> = rows.iter().filter_map(|row| catch(|| check(row))).collect();
    println!("circuit-breaker.toml: {} rows run", rows.len());
    assert!(failed.is_empty(), "{} rows failed:\n{}", failed.len(), failed.join("\n"));
    assert_eq!(rows.len(), 74);
}

/// The message of a row that failed.
fn catch(check: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(check)).err()?;
    Some(payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "?".to_owned()))
}

fn check(row: &Value) {
    let alone = run(row, Audience { listener: Listener::Nobody, looker: false });
    let wanted = row["expect"].get("events").map(expand);
    for (listener, looker) in [
        (Listener::Nobody, true),
        (Listener::Everything, false),
        (Listener::Everything, true),
        (Listener::AllButSuccesses, false),
    ] {
        let watched = run(row, Audience { listener, looker });
        assert_eq!(alone.snapshots, watched.snapshots, "{:?}: watching changes it", row["id"]);
        let told = wanted.iter().flatten().filter(|event| match listener {
            Listener::Nobody => false,
            Listener::AllButSuccesses => *event != "Success",
            Listener::Everything => true,
        });
        assert!(wanted.is_none() || told.eq(&watched.events), "{:?}: {:?}", row["id"], watched.events);
    }
}

/// `Failure*2` is two of them.
fn expand(events: &Value) -> Vec<String> {
    let repeated = |text: &str| match text.split_once('*') {
        Some((event, times)) => vec![event.to_owned(); times.parse().unwrap()],
        None => vec![text.to_owned()],
    };
    events.as_array().unwrap().iter().flat_map(|event| repeated(event.as_str().unwrap())).collect()
}

// ---------------------------------------------------------------- one run of a row

/// Who is there besides the caller.
#[derive(Clone, Copy)]
struct Audience {
    listener: Listener,
    looker: bool,
}

#[derive(Clone, Copy)]
enum Listener {
    Nobody,
    Everything,
    AllButSuccesses,
}

/// What a run showed.
struct Seen {
    snapshots: Vec<String>,
    events: Vec<String>,
}

struct Run<'a> {
    breaker: &'a CircuitBreaker,
    clock: &'a ManualClock,
    verdicts: Verdicts,
    held: BTreeMap<String, Permit<'a>>,
}

fn run(row: &Value, audience: Audience) -> Seen {
    let clock = Arc::new(ManualClock::default());
    let config = row["config"].as_table().unwrap();
    let breaker = CircuitBreaker::new("row", settings(config), clock.clone());
    let told = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&told);
    let tell = move |event: &CircuitBreakerEvent| log.lock().unwrap().push(event_name(event));
    let subscription = match audience.listener {
        Listener::Nobody => None,
        Listener::Everything => Some(breaker.on_event(tell)),
        Listener::AllButSuccesses => Some(breaker.on_event_except_success(tell)),
    };
    let mut run = Run { breaker: &breaker, clock: &clock, verdicts: Verdicts::of(config), held: BTreeMap::default() };
    let mut snapshots = Vec::new();
    for text in row["steps"].as_array().unwrap() {
        let text = text.as_str().unwrap();
        let (action, expected) = step(text);
        let place = format!("{} at `{text}`", row["id"].as_str().unwrap());
        run.act(&action, &place);
        if audience.looker {
            let _ = breaker.metrics();
        }
        if let Some(expected) = expected {
            snapshots.push(compare(&breaker, expected, &place));
        }
    }
    snapshots.push(compare(&breaker, row["expect"]["final"].as_str().unwrap(), row["id"].as_str().unwrap()));
    // What is still held is no part of the row.
    drop(subscription);
    Seen { snapshots, events: std::mem::take(&mut *told.lock().unwrap()) }
}

impl Run<'_> {
    fn act(&mut self, action: &Action, place: &str) {
        match action {
            Action::Calls { outcome, took, times } => {
                for _ in 0..*times {
                    let permit = self.breaker.try_acquire().unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
                    self.clock.advance(*took);
                    self.verdicts.settle(permit, *outcome);
                }
            }
            Action::Hold(name) => {
                let permit = self.breaker.try_acquire().unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
                self.held.insert(name.clone(), permit);
            }
            Action::Settle { name, outcome } => self.verdicts.settle(self.held.remove(name).unwrap(), *outcome),
            Action::Refused(wait) => {
                let Err(refusal) = self.breaker.try_acquire() else { panic!("{place}: was let through") };
                assert!(wait.is_none() || *wait == refusal.retry_after(), "{place}: {refusal:?}");
            }
            Action::Race { threads, granted } => self.race(*threads, *granted, place),
            Action::Advance(by) => self.clock.advance(*by),
            Action::Manual { command, legal } => self.command(command, *legal, place),
            Action::Look => {}
        }
    }

    fn race(&mut self, threads: usize, granted: usize, place: &str) {
        let (breaker, start) = (self.breaker, Barrier::new(threads));
        let permits: Vec<Permit<'_>> = std::thread::scope(|scope| {
            let ask = || {
                start.wait();
                breaker.try_acquire().ok()
            };
            let asking: Vec<_> = (0..threads).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(permits.len(), granted, "{place}");
        self.held.extend(permits.into_iter().enumerate().map(|(index, permit)| (format!("r{}", index + 1), permit)));
    }

    fn command(&self, command: &str, legal: bool, place: &str) {
        let answer = match command {
            "reset" => {
                self.breaker.reset();
                Ok(())
            }
            "close" => self.breaker.transition_to_closed(),
            "open" => self.breaker.transition_to_open(),
            "half_open" => self.breaker.transition_to_half_open(),
            "force_open" => self.breaker.force_open(),
            "disable" => self.breaker.disable(),
            "metrics_only" => self.breaker.metrics_only(),
            _ => panic!("{place}: no such command"),
        };
        assert_eq!(answer.is_ok(), legal, "{place}");
    }
}

// ---------------------------------------------------------------- what a letter says

/// How the letters are judged in a row.
struct Verdicts {
    classifier: bool,
    ignore_on: Option<String>,
    record_on: Option<String>,
}

impl Verdicts {
    fn of(config: &Table) -> Self {
        let letters = |key: &str| {
            let list = config.get(key)?.as_array()?;
            Some(list.iter().map(|letter| letter.as_str().unwrap()).collect())
        };
        let classifier = config.get("classifier").and_then(Value::as_bool).unwrap_or(false);
        Self { classifier, ignore_on: letters("ignore_on"), record_on: letters("record_on") }
    }

    fn settle(&self, permit: Permit<'_>, letter: char) {
        match letter {
            'P' | 'C' => permit.failure(),
            'X' => drop(permit),
            'V' => {
                let unwinding = catch_unwind(AssertUnwindSafe(move || {
                    let _pending = permit;
                    resume_unwind(Box::new("something else"));
                }));
                assert!(unwinding.is_err());
            }
            _ => permit.record(self.outcome(letter)),
        }
    }

    /// Lists are for errors: `ignore_on`, then the classifier or `record_on`, then the default.
    fn outcome(&self, letter: char) -> Outcome {
        let lists = |list: &Option<String>| list.as_ref().map(|list| list.contains(letter));
        let is_error = "EIUTND".contains(letter);
        if is_error && lists(&self.ignore_on) == Some(true) {
            return Outcome::Ignore;
        }
        if self.classifier {
            return match letter {
                'S' | 'T' => Outcome::Success,
                'B' | 'G' | 'E' | 'U' | 'D' => Outcome::Failure,
                'J' | 'I' => Outcome::Ignore,
                'M' | 'N' => Outcome::Permanent,
                _ => panic!("no verdict for {letter}"),
            };
        }
        if is_error && lists(&self.record_on) != Some(false) { Outcome::Failure } else { Outcome::Success }
    }
}

// ---------------------------------------------------------------- to and from text

fn settings(config: &Table) -> CircuitBreakerConfig {
    let mut settings = CircuitBreakerSettings::new();
    for (key, value) in config {
        settings = match (key.as_str(), value) {
            ("failure_rate_threshold", value) => settings.failure_rate_threshold(number(value)),
            ("slow_call_rate_threshold", value) => settings.slow_call_rate_threshold(number(value)),
            ("open_multiplier", value) => settings.open_multiplier(number(value)),
            ("sliding_window", Value::String(length)) => settings.sliding_window(duration(length)),
            ("sliding_window", value) => settings.sliding_window(count(value)),
            ("minimum_calls", value) => settings.minimum_calls(count(value)),
            ("half_open_calls", value) => settings.half_open_calls(count(value)),
            ("open_duration", value) => settings.open_duration(time(value)),
            ("open_max_duration", value) => settings.open_max_duration(time(value)),
            ("half_open_max_duration", value) => settings.half_open_max_duration(time(value)),
            ("slow_call_duration", value) => settings.slow_call_duration(time(value)),
            ("auto_half_open", value) => settings.auto_half_open(value.as_bool().unwrap()),
            ("classifier" | "ignore_on" | "record_on", _) => settings,
            _ => panic!("no such key: {key}"),
        };
    }
    settings.build().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_float().unwrap_or_else(|| f64::from(count(value)))
}
fn count(value: &Value) -> u32 {
    value.as_integer().unwrap().try_into().unwrap()
}
fn time(value: &Value) -> Duration {
    duration(value.as_str().unwrap())
}

/// Checks what the snapshot names, and gives it whole.
fn compare(breaker: &CircuitBreaker, expected: &str, place: &str) -> String {
    let seen = snapshot(&breaker.metrics());
    let names_less = seen.strip_prefix(expected).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    assert!(names_less, "{place}: is {seen}");
    seen
}

/// `STATE recorded/failed/slow/refused failure-rate/slow-rate`.
fn snapshot(metrics: &CircuitBreakerMetrics) -> String {
    format!(
        "{} {}/{}/{}/{} {}/{}",
        metrics.state(),
        metrics.recorded(),
        metrics.failed(),
        metrics.slow(),
        metrics.not_permitted(),
        rate(metrics.failure_rate()),
        rate(metrics.slow_call_rate())
    )
}

fn rate(rate: Option<f64>) -> String {
    let Some(rate) = rate else { return "-".to_owned() };
    let digits = format!("{rate:.4}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn event_name(event: &CircuitBreakerEvent) -> String {
    match event {
        CircuitBreakerEvent::StateTransition { from, to, .. } => {
            let name = |state: &State| state.to_string();
            format!("StateTransition({}>{})", name(from), name(to))
        }
        CircuitBreakerEvent::FailureRateExceeded { .. } => "FailureRateExceeded".to_owned(),
        CircuitBreakerEvent::SlowCallRateExceeded { .. } => "SlowCallRateExceeded".to_owned(),
        other => format!("{other:?}"),
    }
}
