//! The rows of `circuit-breaker.toml`: whole calls go through generated wrappers and through pipelines, permits that
//! are held over several steps are asked of the registry's breaker.
use super::breaker_pipeline::pipeline;
use super::client::RETRY_AFTER;
use super::letters::{Callee, Log, text};
use super::outer::{BoxedCall, Form, NAME, Outer, Shared};
use super::row::{Fallback, Policy, Row, entry, repeated};
use super::script::{Action, duration, step};
use super::{Through, WRAPPERS, quiet, settings, shown};
use r4c::testing::{EventLog, ManualClock};
use r4c::{CircuitBreaker, CircuitBreakerSettings, Outcome, Permit, Registry};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use toml::{Table, Value};

const TABLE: &str = include_str!("../../../r4c-runtime/tests/scenarios/circuit-breaker.toml");

const PIPELINES: [Through; 2] = [
    Through { name: "sync", form: Form::Sync, make: pipeline },
    Through { name: "async", form: Form::Async, make: pipeline },
];

#[test]
fn every_row_of_the_breaker_table_holds() {
    quiet::quiet();
    let document: Table = TABLE.parse().unwrap();
    let cases: Vec<Case> = document["case"].as_array().unwrap().iter().map(case).collect();
    assert_eq!(check_all(&cases, "generated wrappers", &WRAPPERS), [71, 74, 74, 71, 74, 74]);
    assert_eq!(check_all(&cases, "pipelines", &PIPELINES), [71, 74]);
}

fn check_all(cases: &[Case], what: &str, ways: &[Through]) -> Vec<usize> {
    let counts: Vec<usize> = ways.iter().map(|through| check(cases, through)).collect();
    println!("circuit-breaker.toml: {} rows, through {what}: {}", cases.len(), shown(ways, &counts));
    counts
}

/// Runs the rows that this way can run, with a listener and without; how many.
fn check(cases: &[Case], through: &Through) -> usize {
    let runs = |case: &&Case| through.form.is_async() || !case.row.only_async;
    let cases: Vec<&Case> = cases.iter().filter(runs).collect();
    for case in &cases {
        play(case, through, true);
        play(case, through, false);
    }
    cases.len()
}

// ---------------------------------------------------------------- a row, read

struct Case {
    /// What chooses the method: the breaker's policy.
    row: Row,
    /// The same breaker behind a fallback that tells what a refusal said.
    refused: Row,
    /// Not among the settings that the runtime's tests read.
    open_max_duration: Option<Duration>,
    steps: Vec<String>,
}

fn case(case: &Value) -> Case {
    let mut settings = case["config"].as_table().unwrap().clone();
    let mut take = |key: &str| settings.remove(key);
    let classifier = take("classifier").is_some_and(|value| value.as_bool().unwrap());
    let (excepted, listed) =
        (take("ignore_on").map(|list| strings(&list)), take("record_on").map(|list| strings(&list)));
    let open_max_duration = take("open_max_duration").map(|value| duration(value.as_str().unwrap()));
    let policy = Policy { settings, classifier, rejects: false, excepted, listed };
    let row = Row {
        id: case["id"].as_str().unwrap().to_owned(),
        only_async: case.get("only").is_some(),
        panicking_listeners: false,
        retry: None,
        breaker: Some(policy),
        shared: true,
        breaker_outside: false,
        fallback: None,
        script: Vec::new(),
        repeats_last: false,
        calm: (None, None),
        steps: Vec::new(),
        expect: case["expect"].as_table().unwrap().clone(),
    };
    let refused = Row {
        breaker: Some(Policy::default()),
        fallback: Some(Fallback { takes: "CallNotPermitted".to_owned(), outcome: 'S' }),
        ..row.clone()
    };
    Case { row, refused, open_max_duration, steps: strings(&case["steps"]) }
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

// ---------------------------------------------------------------- one run of a row

struct Run<'a> {
    case: &'a Case,
    breaker: &'a CircuitBreaker,
    clock: ManualClock,
    calls: Outer,
    refused: Outer,
    held: BTreeMap<String, Permit<'a>>,
    place: String,
}

fn play(case: &Case, through: &Through, observed: bool) {
    let clock = ManualClock::new();
    let policy = case.row.breaker.as_ref().expect("a row of the breaker's table");
    let numbers = |breaker: CircuitBreakerSettings| {
        let breaker = settings::of_breaker(policy)(breaker);
        case.open_max_duration.into_iter().fold(breaker, CircuitBreakerSettings::open_max_duration)
    };
    let registry = Registry::builder()
        .clock(clock.clone())
        .sleeper(clock.sleeper())
        .circuit_breaker(NAME, numbers)
        .build()
        .unwrap();
    let make = |row: &Row| {
        // The registry has the numbers already.
        let mut row = row.clone();
        row.breaker.iter_mut().for_each(|policy| policy.settings = Table::new());
        (through.make)(&row, through.form, &registry, &Shared::of(&row))
    };
    let breaker = registry.circuit_breaker(NAME).unwrap();
    let mut run = Run {
        case,
        breaker: &breaker,
        clock,
        calls: make(&case.row),
        refused: make(&case.refused),
        held: BTreeMap::new(),
        place: String::new(),
    };
    let log = EventLog::new();
    if observed {
        log.watch_circuit_breaker(&breaker);
    }
    for text in &case.steps {
        let (action, snapshot) = step(text);
        run.place = format!("{} at `{text}`, {} {:?}", case.row.id, through.name, through.form);
        run.act(&action);
        snapshot.into_iter().for_each(|snapshot| run.compare(snapshot));
    }
    run.place = format!("{}, {} {:?}", case.row.id, through.name, through.form);
    run.compare(case.row.expect["final"].as_str().unwrap());
    if let Some(expected) = case.row.expect.get("events").filter(|_| observed) {
        let expected = strings(expected);
        let expected = expected.iter().flat_map(|text| {
            let (event, count) = repeated(text);
            vec![event.to_owned(); count]
        });
        assert_eq!(log.lines(), expected.collect::<Vec<_>>(), "{}", run.place);
    }
}

impl<'a> Run<'a> {
    fn act(&mut self, action: &Action) {
        match action {
            Action::Calls { outcome, took, times } => (0..*times).for_each(|_| self.call(*outcome, *took)),
            Action::Hold(name) => {
                let permit = self.permit();
                self.held.insert(name.clone(), permit);
            }
            Action::Settle { name, outcome } => self.settle(name, *outcome),
            Action::Refused(wait) => self.refused(*wait),
            Action::Race { threads, granted } => self.race(*threads, *granted),
            Action::Advance(by) => self.clock.advance(*by),
            Action::Manual { command, legal } => assert_eq!(self.command(command), *legal, "{}", self.place),
            Action::Look => {}
        }
    }

    /// A whole call, which is let through.
    fn call(&self, outcome: char, took: Duration) {
        let callee = Callee::new(vec![entry(outcome, took)], false, Log::default(), self.clock.clone());
        let panics = self.case.row.breaker.as_ref().is_some_and(|policy| policy.classifier);
        let expected = match outcome {
            'P' => "panic(1)",
            'C' if panics => "classifier-panic(1)",
            'X' => "cancelled",
            'E' | 'I' | 'U' | 'T' | 'N' | 'D' => "Err(1)",
            _ => "Ok(1)",
        };
        assert_eq!(returned(&self.calls, &callee), expected, "{}", self.place);
        assert_eq!(callee.calls.load(SeqCst), 1, "{}", self.place);
    }

    /// A call that does not run; where a time to wait is given, the refusal says it.
    fn refused(&self, wait: Option<Duration>) {
        let callee = Callee::new(Vec::new(), false, Log::default(), self.clock.clone());
        match wait {
            None => assert_eq!(returned(&self.calls, &callee), "NotPermitted", "{}", self.place),
            Some(_) => {
                RETRY_AFTER.set(None);
                assert_eq!(returned(&self.refused, &callee), "Fallback(NotPermitted)", "{}", self.place);
                assert_eq!(RETRY_AFTER.get(), wait, "{}", self.place);
            }
        }
        assert_eq!(callee.calls.load(SeqCst), 0, "{}", self.place);
    }

    fn permit(&self) -> Permit<'a> {
        self.breaker.try_acquire().unwrap_or_else(|refusal| panic!("{}: {refusal}", self.place))
    }

    /// No row that holds permits has a classifier.
    fn settle(&mut self, name: &str, letter: char) {
        let permit = self.held.remove(name).unwrap();
        match letter {
            'S' => permit.record(Outcome::Success),
            'E' => permit.record(Outcome::Failure),
            'X' => drop(permit),
            'V' => {
                let unwinding = catch_unwind(AssertUnwindSafe(move || {
                    let _pending = permit;
                    resume_unwind(Box::new("something else"));
                }));
                assert!(unwinding.is_err());
            }
            other => panic!("{}: no held permit has ended with {other} so far", self.place),
        }
    }

    fn race(&mut self, threads: usize, granted: usize) {
        let (breaker, start) = (self.breaker, Barrier::new(threads));
        let ask = || {
            start.wait();
            breaker.try_acquire().ok()
        };
        let permits: Vec<Permit<'a>> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..threads).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(permits.len(), granted, "{}", self.place);
        self.held.extend((1..).zip(permits).map(|(number, permit)| (format!("r{number}"), permit)));
    }

    /// Whether it was legal.
    fn command(&self, command: &str) -> bool {
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
            other => panic!("{}: no command is named {other}", self.place),
        };
        answer.is_ok()
    }

    /// `STATE recorded/failed/slow/refused failure-rate/slow-rate`; from the right, parts may be missing.
    fn compare(&self, expected: &str) {
        let metrics = self.breaker.metrics();
        let rate =
            |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| ((rate * 10_000.0).round() / 10_000.0).to_string());
        let found = format!(
            "{} {}/{}/{}/{} {}/{}",
            metrics.state(),
            metrics.recorded(),
            metrics.failed(),
            metrics.slow(),
            metrics.not_permitted(),
            rate(metrics.failure_rate()),
            rate(metrics.slow_call_rate()),
        );
        let names_less = found.strip_prefix(expected).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        assert!(names_less, "{}: {found}, not {expected}", self.place);
    }
}

/// How a call ended, as text.
fn returned(outer: &Outer, callee: &Callee) -> String {
    let ended = catch_unwind(AssertUnwindSafe(|| match outer {
        Outer::Sync(call) => text(&call(callee)),
        Outer::Async(call) => polled(call(callee.clone())),
    }));
    ended.unwrap_or_else(|payload| *payload.downcast::<String>().expect("a panic of the row"))
}

/// Each call is pending once; what is pending for longer is dropped.
fn polled(mut call: BoxedCall) -> String {
    let mut poll = || match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => Some(text(&answer)),
        Poll::Pending => None,
    };
    poll().or_else(poll).unwrap_or_else(|| "cancelled".to_owned())
}
