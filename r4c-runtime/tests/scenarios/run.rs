//! Runs a row and compares everything that it names.
use super::letters::{Callee, Log, text};
use super::outer::{BoxedCall, Form, NAME, Outer, Shared};
use super::row::{Row, Step, duration, repeated};
use r4c::clock::Sleeper;
use r4c::testing::{EventLog, ManualClock};
use r4c::{CircuitBreaker, Clock, Registry, Retry, Subscription};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Makes what a row calls.
pub(crate) type MakeOuter = fn(&Row, Form, &Registry, &Shared) -> Outer;

/// Writes the pauses into the row's log.
#[derive(Clone)]
struct LoggingClock {
    clock: ManualClock,
    log: Log,
}
impl std::fmt::Debug for LoggingClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.clock.fmt(f)
    }
}
impl Clock for LoggingClock {
    fn now(&self) -> Duration {
        self.clock.now()
    }
    fn sleep(&self, duration: Duration) {
        self.log.push("pause");
        self.clock.sleep(duration);
    }
}

pub(crate) struct Run {
    pub(crate) clock: ManualClock,
    pub(crate) retry: Option<Retry>,
    pub(crate) breaker: Option<CircuitBreaker>,
    pub(crate) callee: Callee,
    pub(crate) shared: Shared,
    pub(crate) log: Log,
    outer: Outer,
    what: String,
}

/// Runs the row in one form, observed by listeners or not.
pub(crate) fn run(row: &Row, form: Form, observed: bool, make: MakeOuter) {
    let run = Run::new(row, form, make);
    let (retry_log, breaker_log) = (EventLog::new(), EventLog::new());
    let _panicking = if observed { run.panicking_listeners(row) } else { Vec::new() };
    if observed {
        run.retry.iter().for_each(|retry| retry_log.watch_retry(retry));
        run.breaker.iter().for_each(|breaker| breaker_log.watch_circuit_breaker(breaker));
    }
    row.steps.iter().enumerate().for_each(|(index, step)| run.check_step(index + 1, step));
    run.check(row, observed);
    if observed {
        run.check_list(row, "retry_events", &retry_log.lines());
        run.check_list(row, "breaker_events", &breaker_log.lines());
    }
}

impl Run {
    pub(crate) fn new(row: &Row, form: Form, make: MakeOuter) -> Self {
        let (clock, log) = (ManualClock::new(), Log::default());
        let callee = Callee::new(row.script.clone(), row.repeats_last, log.clone(), clock.clone());
        let (at_once, waiting) = (clock.sleeper(), clock.waiting_sleeper());
        let (pausing, pauses) = (callee.clone(), log.clone());
        let registry = Registry::builder()
            .clock(LoggingClock { clock: clock.clone(), log: log.clone() })
            .sleeper(move |duration| {
                pauses.push("pause");
                // A pause in which the call is to be dropped does not end by itself.
                let dropped = pausing.last().is_some_and(|entry| entry.dropped);
                if dropped { waiting.sleep(duration) } else { at_once.sleep(duration) }
            })
            .jitter_seed(7)
            .build()
            .unwrap();
        let shared = Shared::of(row);
        Self {
            outer: make(row, form, &registry, &shared),
            // The row's own: a trait of wrappers has the other methods' policies, too.
            retry: row.retry.as_ref().and_then(|_| registry.retry(NAME)),
            breaker: row.breaker.as_ref().and_then(|_| registry.circuit_breaker(NAME)),
            callee,
            clock,
            shared,
            log,
            what: format!("{} ({form:?})", row.id),
        }
    }

    /// Listeners that panic at every event, where the row wants them.
    pub(crate) fn panicking_listeners(&self, row: &Row) -> Vec<Subscription> {
        if !row.panicking_listeners {
            return Vec::new();
        }
        let of_retry = self.retry.iter().map(|retry| retry.on_event(|_| panic!("a listener")));
        let of_breaker = self.breaker.iter().map(|breaker| breaker.on_event(|_| panic!("a listener")));
        of_retry.chain(of_breaker).collect()
    }

    /// Does a step; what it returned, as text.
    pub(crate) fn step(&self, step: &Step) -> String {
        match step {
            Step::Advance(duration) => self.clock.advance(*duration),
            Step::Look(_) => {}
            Step::Control(action) => return self.control(action),
            Step::Call { .. } => return self.call(),
        }
        String::new()
    }

    fn control(&self, action: &str) -> String {
        let Some(breaker) = &self.breaker else { return String::new() };
        let done = match action {
            "reset" => {
                breaker.reset();
                Ok(())
            }
            "close" => breaker.transition_to_closed(),
            "open" => breaker.transition_to_open(),
            "half_open" => breaker.transition_to_half_open(),
            "force_open" => breaker.force_open(),
            "disable" => breaker.disable(),
            _ => breaker.metrics_only(),
        };
        done.map_or_else(|illegal| illegal.to_string(), |()| action.to_owned())
    }

    fn check_step(&self, number: usize, step: &Step) {
        let what = format!("{}, step {number}", self.what);
        let lines = self.log.lines().len();
        let returned = self.step(step);
        let (expected, snapshot) = match step {
            Step::Call { returns, snapshot } => (returns.as_ref(), snapshot.as_ref()),
            Step::Look(snapshot) => (None, Some(snapshot)),
            Step::Advance(_) | Step::Control(_) => (None, None),
        };
        if let Some(expected) = expected {
            assert_eq!(&returned, expected, "{what}: {:?}", &self.log.lines()[lines..]);
        }
        if let Some(snapshot) = snapshot {
            self.check_snapshot(&what, snapshot);
        }
    }

    /// One outer call, as text.
    fn call(&self) -> String {
        let returned = catch_unwind(AssertUnwindSafe(|| match &self.outer {
            Outer::Sync(call) => {
                let answer = call(&self.callee);
                self.log.push("return");
                text(&answer)
            }
            Outer::Async(call) => self.poll(call(self.callee.clone())),
        }));
        returned.unwrap_or_else(|payload| *payload.downcast::<String>().expect("a panic of the row"))
    }

    /// Polls often enough for every attempt to be pending once; what is pending for longer is dropped.
    fn poll(&self, mut call: BoxedCall) -> String {
        for _ in 0..200 {
            if let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                self.log.push("return");
                return text(&answer);
            }
        }
        if self.callee.last().is_some_and(|entry| entry.letter == 'V') {
            let dropped = catch_unwind(AssertUnwindSafe(move || {
                let _call = call;
                panic!("something else");
            }));
            assert!(dropped.is_err());
        }
        "cancelled".to_owned()
    }

    fn check(&self, row: &Row, observed: bool) {
        let number = |key: &str| row.expect.get(key).map(|number| u32::try_from(number.as_integer().unwrap()).unwrap());
        let what = &self.what;
        let counts = [
            ("callee_calls", &self.callee.calls),
            ("asked", &self.shared.letters.asked),
            ("fallback_calls", &self.shared.fallback_calls),
        ];
        for (key, count) in counts {
            if let Some(expected) = number(key) {
                assert_eq!(count.load(SeqCst), expected, "{what}: {key}");
            }
        }
        self.check_waits(row);
        self.check_metrics(row, observed);
        if let Some(expected) = row.expect.get("log") {
            let expected: Vec<_> = expected.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
            let lines = self.log.lines();
            let during: Vec<_> = lines.iter().take_while(|line| *line != "return").collect();
            assert_eq!(during, expected, "{what}: log");
        }
        if let Some(snapshot) = row.expect.get("final") {
            self.check_snapshot(what, snapshot.as_str().unwrap());
        }
    }

    fn check_waits(&self, row: &Row) {
        let Some(expected) = expanded(row, "waits") else { return };
        let (pauses, cancelled) = (self.clock.pauses(), self.clock.cancelled_pauses());
        assert_eq!(pauses.len() + cancelled.len(), expected.len(), "{}: waits {pauses:?}", self.what);
        let cancelled_expected = expected.iter().filter(|wait| *wait == "cancelled").count();
        assert_eq!(cancelled.len(), cancelled_expected, "{}: cancelled waits", self.what);
        for (pause, expected) in pauses.iter().zip(expected.iter().filter(|wait| *wait != "cancelled")) {
            let (least, most) = expected.split_once("..").unwrap_or((expected, expected));
            assert!((duration(least)..=duration(most)).contains(pause), "{}: {pause:?}, not {expected}", self.what);
        }
    }

    /// Calls that succeed at once are counted only while somebody listens.
    fn check_metrics(&self, row: &Row, observed: bool) {
        let Some(expected) = row.expect.get("metrics") else { return };
        let metrics = self.retry.as_ref().expect("metrics are a retry's").metrics();
        let rest = format!("{}/{}/{}", metrics.ok_with_retry, metrics.failed_without_retry, metrics.failed_with_retry);
        let expected = expected.as_str().unwrap();
        if observed {
            let found = format!("{}/{rest} attempts={}", metrics.ok_without_retry, metrics.attempts);
            assert_eq!(found, expected, "{}: metrics", self.what);
        } else {
            let (expected, _) = expected.split_once(' ').unwrap();
            assert_eq!(Some(rest.as_str()), expected.split_once('/').map(|(_, rest)| rest), "{}: metrics", self.what);
        }
    }

    fn check_list(&self, row: &Row, key: &str, found: &[String]) {
        let Some(expected) = expanded(row, key) else { return };
        let matches = |(found, expected): (&String, &String)| match expected.split_once("(_,") {
            Some((head, tail)) => found.starts_with(head) && found.ends_with(tail),
            None => found == expected,
        };
        let same = found.len() == expected.len() && found.iter().zip(&expected).all(matches);
        assert!(same, "{}: {key}\n   found {found:?}\nexpected {expected:?}", self.what);
    }

    /// `STATE recorded/failed/slow/refused failure-rate/slow-rate`.
    pub(crate) fn snapshot(&self) -> Option<String> {
        let metrics = self.breaker.as_ref()?.metrics();
        let rate =
            |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| ((rate * 10_000.0).round() / 10_000.0).to_string());
        Some(format!(
            "{} {}/{}/{}/{} {}/{}",
            metrics.state(),
            metrics.recorded(),
            metrics.failed(),
            metrics.slow(),
            metrics.not_permitted(),
            rate(metrics.failure_rate()),
            rate(metrics.slow_call_rate()),
        ))
    }

    /// From the right, parts of what is expected may be missing.
    fn check_snapshot(&self, what: &str, expected: &str) {
        let found = self.snapshot().expect("snapshots are a breaker's");
        let end = found.as_bytes().get(expected.len()).copied();
        assert!(
            found.starts_with(expected) && matches!(end, None | Some(b' ' | b'/')),
            "{what}: {found}, not {expected}"
        );
    }
}

/// A list of the row, with `x*3` as three.
fn expanded(row: &Row, key: &str) -> Option<Vec<String>> {
    let list = row.expect.get(key)?.as_array().unwrap();
    let entry = |text: &toml::Value| {
        let (text, count) = repeated(text.as_str().unwrap());
        vec![text.to_owned(); count]
    };
    Some(list.iter().flat_map(entry).collect())
}
