//! Tells facts as lines: when, who, about what, and what.
use crate::journal::{End, Entry, Fact};
use crate::report::Report;
use crate::script::Phase;
use r4c::{CircuitBreakerEvent, GaveUpReason, RetryEvent};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

/// Writes lines as they come.
pub(crate) struct Narrator {
    output: Box<dyn Write + Send>,
    colours: Colours,
    /// Lines that are told together, and how many there are of each.
    gathered: Option<Vec<(Line, usize)>>,
}

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    On,
    Off,
}

/// What a fact reads like.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    who: Who,
    about: String,
    what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Upstream,
    Retry,
    Breaker,
    Caller,
}

impl Narrator {
    pub(crate) fn new(output: impl Write + Send + 'static, colours: Colours) -> Self {
        Self { output: Box::new(output), colours, gathered: None }
    }

    /// To the standard output, in colour if a person reads it and did not set `NO_COLOR`.
    pub(crate) fn stdout() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let plain = unwanted || !io::stdout().is_terminal();
        let colours = if plain { Colours::Off } else { Colours::On };
        Self::new(io::stdout(), colours)
    }

    /// The first lines.
    pub(crate) fn open(&mut self, url: &str, generated: &str) {
        let title = "r4c at work: a client of an orders service that misbehaves on purpose";
        let title = self.paint("1", title);
        self.say(title);
        self.say(format_args!("the service:  {url}"));
        self.say(format_args!("the wrapper:  {}", relative(generated)));
    }

    /// The last lines.
    pub(crate) fn close(&mut self, report: &Report) {
        self.say(format_args!("\n{report}"));
        let (met, missed): (Vec<_>, Vec<_>) = report.demands().iter().partition(|demand| demand.met);
        for demand in &missed {
            let line = format!("NOT MET: {}", demand.text);
            let line = self.paint("31", &line);
            self.say(line);
        }
        if missed.is_empty() {
            let line = format!("All {} demands of the script are met.", met.len());
            let line = self.paint("32", &line);
            self.say(line);
        }
    }

    pub(crate) fn begin(&mut self, phase: &Phase) {
        let name = phase.name.to_string().to_uppercase();
        let name = self.paint("1", &name);
        self.say(format_args!("\n{name}  {}", phase.story));
    }

    pub(crate) fn tell(&mut self, entry: &Entry) {
        let Some(line) = line(&entry.fact) else {
            return;
        };
        match &mut self.gathered {
            None => self.write(entry.at, &line, &line.about),
            Some(lines) => match lines.iter_mut().find(|(other, _)| line.is_like(other)) {
                Some((_, count)) => *count += 1,
                None => lines.push((line, 1)),
            },
        }
    }

    pub(crate) fn gather(&mut self) {
        self.gathered = Some(Vec::new());
    }

    pub(crate) fn ungather(&mut self, at: Duration) {
        for (line, count) in self.gathered.take().into_iter().flatten() {
            self.write(at, &line, &format!("{count} times"));
        }
    }

    fn say(&mut self, line: impl fmt::Display) {
        // A reader that has gone away (`| head`) is no reason to stop the story: the exit code still tells its end.
        let _ = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
    }

    fn write(&mut self, at: Duration, line: &Line, about: &str) {
        let who = self.paint(line.who.colour(), &format!("{:<8}", line.who.name()));
        let what = &line.what;
        self.say(format_args!("  {:>6.3}s  {who}  {about:<11}  {what}", at.as_secs_f64()));
    }

    fn paint(&self, colour: &str, text: &str) -> String {
        match self.colours {
            Colours::On => format!("\x1b[{colour}m{text}\x1b[0m"),
            Colours::Off => text.to_owned(),
        }
    }
}

impl Line {
    /// The same but for the order it is about.
    fn is_like(&self, other: &Line) -> bool {
        self.who == other.who && self.what == other.what
    }
}

impl Who {
    const fn name(self) -> &'static str {
        match self {
            Self::Upstream => "upstream",
            Self::Retry => "retry",
            Self::Breaker => "breaker",
            Self::Caller => "caller",
        }
    }

    const fn colour(self) -> &'static str {
        match self {
            Self::Upstream => "33",
            Self::Retry => "36",
            Self::Breaker => "35",
            Self::Caller => "32",
        }
    }
}

/// A path as one would type it here.
fn relative(path: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = Path::new(path);
    let path = path.strip_prefix(here).unwrap_or(path);
    path.display().to_string()
}

/// The line of a fact; none for those that another line tells as well.
fn line(fact: &Fact) -> Option<Line> {
    let (who, about, what) = match fact {
        Fact::Reached { method, order, attempt, answer } => {
            let again = match attempt {
                1 => String::new(),
                _ => format!("  (attempt {attempt})"),
            };
            (Who::Upstream, format!("{method} {order}"), format!("{answer}{again}"))
        }
        Fact::Retry { method, event } => (Who::Retry, method.clone(), retry(event)?),
        Fact::Breaker { name, event } => (Who::Breaker, name.clone(), breaker(event)?),
        Fact::Waited(duration) => {
            let what = format!("waits {} ms", duration.as_millis());
            (Who::Caller, String::new(), what)
        }
        Fact::Ended { method, order, end, .. } => (Who::Caller, format!("{method} {order}"), ended(end)),
    };
    Some(Line { who, about, what })
}

fn retry(event: &RetryEvent) -> Option<String> {
    match event {
        RetryEvent::Retrying { attempts, delay, .. } => {
            let delay = delay.as_millis();
            let next = attempts + 1;
            Some(format!("attempt {attempts} failed, attempt {next} in {delay} ms"))
        }
        // The breaker has just said that it refused.
        RetryEvent::GaveUp { reason: GaveUpReason::NotPermitted, .. } => None,
        RetryEvent::GaveUp { reason, attempts, .. } => Some(format!("attempt {attempts} failed, gave up: {reason}")),
        RetryEvent::Ignored { .. } => Some("not a failure: not retried".to_owned()),
        // The caller says so.
        _ => None,
    }
}

fn breaker(event: &CircuitBreakerEvent) -> Option<String> {
    match event {
        CircuitBreakerEvent::StateTransition { from, to, .. } => Some(format!("{from} -> {to}")),
        CircuitBreakerEvent::FailureRateExceeded { rate, .. } => {
            Some(format!("{rate:.0} % of the recorded attempts failed"))
        }
        CircuitBreakerEvent::NotPermitted => Some("refuses the call, nothing is sent".to_owned()),
        // The retry says so.
        _ => None,
    }
}

fn ended(end: &End) -> String {
    match end {
        End::Served { status } => format!("got {status}"),
        End::Fallback { status, body } => format!("got {status} from the fallback: {body}"),
        End::Refused { refusal } => {
            let (name, state) = (refusal.name(), refusal.state());
            format!("got an error: circuit breaker `{name}` is {state}")
        }
        End::Failed { error } => format!("got an error: {error}"),
    }
}

impl fmt::Debug for Narrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Narrator")
            .field("colours", &self.colours)
            .field("gathered", &self.gathered)
            .finish_non_exhaustive()
    }
}
