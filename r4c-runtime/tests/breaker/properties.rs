//! Random scripts: after every step the breaker is what the reference is, whoever listens or looks.
use crate::clock::ManualClock;
use crate::reference::{Figures, Reference, Settings, Stamp, rate};
use crate::rows::event_name;
use proptest::prelude::*;
use proptest::sample::select;
use r4c::{
    CircuitBreaker, CircuitBreakerMetrics, CircuitBreakerSettings, Clock, Outcome, Permit, SlidingWindow, State,
    Subscription,
};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

// ---------------------------------------------------------------- the window alone

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// The cells, the lock and the marks together are a ring buffer.
    #[test]
    fn a_count_window_is_a_ring_buffer(
        size in 1_u32..=12,
        minimum in 1_u32..=14,
        threshold in select(vec![1.0, 10.0, 25.0, 33.33, 33.34, 50.0, 60.0, 75.0, 100.0]),
        failures in 0.0..1.0_f64,
        chances in prop::collection::vec(0.0..1.0_f64, 0..400),
        metrics_only: bool,
    ) {
        let config = CircuitBreakerSettings::new()
            .sliding_window(size).minimum_calls(minimum).failure_rate_threshold(threshold).build().unwrap();
        let breaker = CircuitBreaker::new("ring", config, Arc::new(ManualClock::default()));
        let calm = if metrics_only { State::MetricsOnly } else { State::Closed };
        breaker.transition_to(calm).unwrap();
        let mut ring = VecDeque::new();
        for chance in chances {
            let failed = chance < failures;
            let permit = breaker.try_acquire().unwrap();
            permit.record(if failed { Outcome::Failure } else { Outcome::Success });
            ring.push_back(failed);
            if ring.len() > size as usize {
                ring.pop_front();
            }
            let (recorded, failed) = (ring.len() as u64, ring.iter().filter(|failed| **failed).count() as u64);
            let rate = rate(failed, recorded, u64::from(minimum.min(size)));
            let opens = !metrics_only && rate.is_some_and(|rate| rate >= threshold);
            let seen = breaker.metrics();
            prop_assert_eq!(seen.state(), if opens { State::Open } else { calm });
            prop_assert_eq!((seen.recorded(), seen.failed(), seen.failure_rate()), (recorded, failed, rate));
            if opens {
                breaker.transition_to_closed().unwrap();
                ring.clear();
            }
        }
    }
}

// ---------------------------------------------------------------- the whole breaker

#[derive(Clone, Debug)]
enum Step {
    Call { outcome: Option<Outcome>, took: Duration },
    Calls { outcome: Outcome, times: usize },
    Hold,
    Settle { which: usize, outcome: Option<Outcome> },
    Advance(Duration),
    Transition(State),
    Reset,
    Reconfigure(Settings),
    Listen,
}

fn outcomes() -> impl Strategy<Value = Option<Outcome>> + Clone {
    prop_oneof![
        6 => Just(Some(Outcome::Success)),
        4 => Just(Some(Outcome::Failure)),
        1 => Just(Some(Outcome::Permanent)),
        1 => Just(Some(Outcome::Ignore)),
        1 => Just(None),
    ]
}

fn milliseconds(choices: &'static [u64]) -> impl Strategy<Value = Duration> + Clone {
    select(choices).prop_map(Duration::from_millis)
}

const STATES: [State; 6] =
    [State::Closed, State::Open, State::HalfOpen, State::ForcedOpen, State::Disabled, State::MetricsOnly];

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (outcomes(), milliseconds(&[0, 0, 0, 10, 50, 51, 400]))
            .prop_map(|(outcome, took)| Step::Call { outcome, took }),
        4 => (select(&[Outcome::Success, Outcome::Success, Outcome::Failure][..]), 2_usize..15)
            .prop_map(|(outcome, times)| Step::Calls { outcome, times }),
        6 => Just(Step::Hold),
        6 => (any::<usize>(), outcomes()).prop_map(|(which, outcome)| Step::Settle { which, outcome }),
        8 => milliseconds(&[1, 49, 99, 100, 101, 200, 400, 999, 1000, 1700, 60_000]).prop_map(Step::Advance),
        2 => select(&STATES[..]).prop_map(Step::Transition),
        1 => Just(Step::Reset),
        1 => settings().prop_map(Step::Reconfigure),
        1 => Just(Step::Listen),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let window = prop_oneof![
        3 => (1_u32..=12).prop_map(SlidingWindow::Count),
        1 => (1_u64..=4).prop_map(|length| SlidingWindow::Time(Duration::from_secs(length))),
    ];
    let maybe = |choices| prop::option::of(milliseconds(choices));
    let thresholds = || select(vec![1.0, 25.0, 33.33, 50.0, 60.0, 75.0, 100.0]);
    let open = (milliseconds(&[0, 1, 100, 1000]), select(vec![1.0, 1.5, 2.0]), maybe(&[100, 1500]));
    let half_open = (1_u32..=5, maybe(&[100, 300]), any::<bool>());
    (window, 1_u32..=14, thresholds(), maybe(&[50]), thresholds(), open, half_open).prop_map(
        |(window, minimum_calls, failure_rate_threshold, slow_call_duration, slow_call_rate_threshold, open, half)| {
            Settings {
                window,
                minimum_calls,
                failure_rate_threshold,
                slow_call_duration,
                slow_call_rate_threshold,
                open_duration: open.0,
                open_multiplier: open.1,
                open_max_duration: open.2,
                half_open_calls: half.0,
                half_open_max_duration: half.1,
                auto_half_open: half.2,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn a_breaker_does_what_the_reference_does(
        settings in settings(),
        steps in prop::collection::vec(steps(), 1..120),
    ) {
        let crowd = Crowd::new(&settings);
        let reference = Reference::new(settings.clone());
        let watched = usize::from(!looking_matters(&settings, &steps));
        let mut script = Script { crowd: &crowd, reference, held: Vec::new(), watched };
        // Thread by thread, so that more cells than one take part.
        for part in steps.chunks(16) {
            std::thread::scope(|scope| scope.spawn(|| part.iter().try_for_each(|step| script.run(step))).join().unwrap())?;
        }
        script.finish()?;
    }
}

/// A breaker that becomes half-open by itself does so when somebody looks, and from then on its half-open time runs: it
/// matters who looks if a script has both.
fn looking_matters(first: &Settings, steps: &[Step]) -> bool {
    let later =
        steps.iter().filter_map(|step| if let Step::Reconfigure(settings) = step { Some(settings) } else { None });
    let mut all = later.chain([first]);
    all.clone().any(|settings| settings.auto_half_open) && all.any(|settings| settings.half_open_max_duration.is_some())
}

/// The same breaker four times, in different company, on one clock.
struct Crowd {
    clock: Arc<ManualClock>,
    /// Nobody listens, and nobody looks before the end.
    alone: CircuitBreaker,
    looked_at: CircuitBreaker,
    listened_to: CircuitBreaker,
    events: Arc<Mutex<Vec<String>>>,
    _subscription: Subscription,
    /// Listeners come and go.
    now_and_then: CircuitBreaker,
    visitor: Mutex<Option<Subscription>>,
}

impl Crowd {
    fn new(settings: &Settings) -> Self {
        let clock = Arc::new(ManualClock::default());
        let breaker = |name| CircuitBreaker::new(name, settings.config(), clock.clone());
        let listened_to = breaker("listened to");
        let events = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&events);
        let subscription = listened_to.on_event(move |event| log.lock().unwrap().push(event_name(event)));
        Self {
            alone: breaker("alone"),
            looked_at: breaker("looked at"),
            now_and_then: breaker("now and then"),
            listened_to,
            events,
            _subscription: subscription,
            visitor: Mutex::new(None),
            clock,
        }
    }
    fn all(&self) -> [&CircuitBreaker; 4] {
        [&self.alone, &self.looked_at, &self.listened_to, &self.now_and_then]
    }
}

struct Script<'a> {
    crowd: &'a Crowd,
    reference: Reference,
    held: Vec<(Stamp, Vec<Permit<'a>>)>,
    /// From which breaker on somebody looks after every step.
    watched: usize,
}

impl Script<'_> {
    fn run(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match step {
            Step::Call { outcome, took } => self.call(*outcome, *took)?,
            Step::Calls { outcome, times } => {
                for _ in 0..*times {
                    self.call(Some(*outcome), Duration::ZERO)?;
                }
            }
            Step::Hold => {
                let held = self.acquire()?;
                self.held.extend(held);
            }
            Step::Settle { which, outcome } if !self.held.is_empty() => {
                let (stamp, permits) = self.held.swap_remove(which % self.held.len());
                self.settle(stamp, permits, *outcome);
            }
            Step::Settle { .. } => {}
            Step::Advance(by) => self.crowd.clock.advance(*by),
            Step::Transition(state) => {
                let legal = self.reference.transition(*state, self.crowd.clock.now());
                for breaker in self.crowd.all() {
                    prop_assert_eq!(breaker.transition_to(*state).is_ok(), legal);
                }
            }
            Step::Reset => {
                self.reference.reset(self.crowd.clock.now());
                self.crowd.all().iter().for_each(|breaker| breaker.reset());
            }
            Step::Reconfigure(settings) => {
                self.reference.reconfigure(settings.clone(), self.crowd.clock.now());
                self.crowd.all().iter().for_each(|breaker| breaker.reconfigure(settings.config()));
            }
            Step::Listen => {
                let mut visitor = self.crowd.visitor.lock().unwrap();
                *visitor = match visitor.take() {
                    Some(_) => None,
                    None if self.held.len() % 2 == 0 => Some(self.crowd.now_and_then.on_event(|_| ())),
                    None => Some(self.crowd.now_and_then.on_event_except_success(|_| ())),
                };
            }
        }
        self.compare(&self.crowd.all()[self.watched..])
    }

    fn call(&mut self, outcome: Option<Outcome>, took: Duration) -> Result<(), TestCaseError> {
        if let Some((stamp, permits)) = self.acquire()? {
            self.crowd.clock.advance(took);
            self.settle(stamp, permits, outcome);
        }
        self.compare(&self.crowd.all()[self.watched..])
    }

    fn settle(&mut self, stamp: Stamp, permits: Vec<Permit<'_>>, outcome: Option<Outcome>) {
        self.reference.settle(stamp, outcome, self.crowd.clock.now());
        for permit in permits {
            match outcome {
                Some(outcome) => permit.record(outcome),
                None => drop(permit),
            }
        }
    }

    fn compare(&mut self, breakers: &[&CircuitBreaker]) -> Result<(), TestCaseError> {
        let now = self.crowd.clock.now();
        self.reference.look(now);
        for breaker in breakers {
            prop_assert_eq!(figures(&breaker.metrics()), self.reference.figures(now), "{}", breaker.name());
        }
        prop_assert_eq!(&*self.crowd.events.lock().unwrap(), &self.reference.events);
        Ok(())
    }

    /// At the end somebody looks at the lonely one too.
    fn finish(mut self) -> Result<(), TestCaseError> {
        self.compare(&self.crowd.all())
    }
}

impl<'a> Script<'a> {
    fn acquire(&mut self) -> Result<Option<(Stamp, Vec<Permit<'a>>)>, TestCaseError> {
        let granted = self.reference.acquire(self.crowd.clock.now());
        let permits: Vec<Permit<'a>> =
            self.crowd.all().into_iter().filter_map(|breaker| breaker.try_acquire().ok()).collect();
        prop_assert_eq!(permits.len(), if granted.is_some() { 4 } else { 0 });
        Ok(granted.map(|stamp| (stamp, permits)))
    }
}

fn figures(seen: &CircuitBreakerMetrics) -> Figures {
    let totals = seen.totals();
    Figures {
        state: seen.state(),
        recorded: seen.recorded(),
        failed: seen.failed(),
        slow: seen.slow(),
        refused: seen.not_permitted(),
        failure_rate: seen.failure_rate(),
        slow_call_rate: seen.slow_call_rate(),
        totals: [totals.successful(), totals.failed(), totals.ignored(), totals.not_permitted()],
    }
}
