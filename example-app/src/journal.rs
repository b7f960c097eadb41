//! What happened, in order. The upstream, the policies' listeners and the caller note facts here and know nothing of each
//! other; each fact is told at once by the narrator and kept for the report.
use crate::narrator::Narrator;
use crate::report::Report;
use crate::script::{Answer, Phase, PhaseName};
use r4c::{CallNotPermitted, CircuitBreakerEvent, Registry, RetryEvent, Subscription};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One fact.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// A request reached the upstream, which noted it.
    Reached {
        method: String,
        order: String,
        /// How often this order was asked for.
        attempt: usize,
        answer: Answer,
    },
    /// A retry did something.
    Retry { method: String, event: RetryEvent },
    /// A circuit breaker did something.
    Breaker { name: String, event: CircuitBreakerEvent },
    /// The caller let time pass.
    Waited(Duration),
    /// The caller's call came back.
    Ended { method: &'static str, order: String, end: End, took: Duration },
}

/// What a caller got.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The upstream's answer, good or bad.
    Served { status: u16 },
    /// The fallback's answer.
    Fallback { status: u16, body: String },
    /// An open breaker's refusal.
    Refused { refusal: CallNotPermitted },
    /// An error, or a failure that was returned as it is.
    Failed { error: String },
}

/// A fact, and when it was.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) phase: PhaseName,
    /// Since the journal was begun.
    pub(crate) at: Duration,
    pub(crate) fact: Fact,
}

/// The journal. Clones are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Journal(Arc<Mutex<Pages>>);

#[derive(Debug)]
struct Pages {
    begun: Instant,
    phase: PhaseName,
    entries: Vec<Entry>,
    narrator: Narrator,
}

impl Journal {
    pub(crate) fn new(narrator: Narrator) -> Self {
        Self(Arc::new(Mutex::new(Pages {
            begun: Instant::now(),
            phase: PhaseName::Healthy,
            entries: Vec::new(),
            narrator,
        })))
    }

    /// Notes what the retries and circuit breakers of this registry do, for as long as the subscriptions are kept.
    pub(crate) fn listen(&self, registry: &Registry) -> Vec<Subscription> {
        let retries = registry.retries().into_iter().map(|retry| {
            let journal = self.clone();
            let method = retry.name().rsplit("::").next().unwrap_or_default();
            let method = method.to_owned();
            retry.on_event(move |event| {
                let (method, event) = (method.clone(), event.clone());
                journal.note(Fact::Retry { method, event });
            })
        });
        let breakers = registry.circuit_breakers().into_iter().map(|breaker| {
            let (journal, name) = (self.clone(), breaker.name().to_owned());
            breaker.on_event(move |event| {
                let (name, event) = (name.clone(), *event);
                journal.note(Fact::Breaker { name, event });
            })
        });
        retries.chain(breakers).collect()
    }

    pub(crate) fn open(&self, url: &str, generated: &str) {
        self.lock().narrator.open(url, generated);
    }

    pub(crate) fn close(&self, report: &Report) {
        self.lock().narrator.close(report);
    }

    pub(crate) fn enter(&self, phase: &Phase) {
        let mut pages = self.lock();
        pages.phase = phase.name;
        pages.narrator.begin(phase);
    }

    pub(crate) fn note(&self, fact: Fact) {
        let pages = &mut *self.lock();
        let (phase, at) = (pages.phase, pages.begun.elapsed());
        let entry = Entry { phase, at, fact };
        pages.narrator.tell(&entry);
        pages.entries.push(entry);
    }

    /// Has the facts from here to [`Journal::ungather`] told together: what is alike becomes one line.
    pub(crate) fn gather(&self) {
        self.lock().narrator.gather();
    }

    pub(crate) fn ungather(&self) {
        let pages = &mut *self.lock();
        pages.narrator.ungather(pages.begun.elapsed());
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.lock().entries.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
