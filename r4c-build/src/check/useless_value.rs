//! R4C-RTY-007, R4C-CB-007: values that together do not do what each of them says.
use std::time::Duration;

use super::Checker;
use crate::codes;
use crate::model::{CircuitBreaker, Retry, Setting, Value};
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let policies = &marked.method.policies;
        let retry = policies.retry.as_ref().into_iter().flat_map(retry);
        let breaker = policies.circuit_breaker.as_ref().into_iter().flat_map(breaker);
        let found: Vec<_> = retry.chain(breaker).collect();
        found.into_iter().for_each(|diagnostic| checker.diagnostics.push(diagnostic));
    }
}

fn retry(retry: &Retry) -> Vec<Diagnostic> {
    let all = Settings(&retry.settings, &retry.inherited);
    let mut found = Vec::new();
    let Some((delay, setting)) = all.duration("delay") else {
        return found;
    };
    for key in ["max_delay", "max_duration"] {
        if let Some((limit, _)) = all.duration(key).filter(|(limit, _)| *limit < delay) {
            let title = format!("`delay` is longer than `{key}`");
            let effect =
                if key == "max_delay" { "every pause is cut to that" } else { "no pause fits: there is never a retry" };
            let diagnostic = Diagnostic::new(codes::RETRY_USELESS_VALUE, setting.span, title);
            found.push(diagnostic.label(format!("`{key}` is {limit:?}: {effect}")));
        }
    }
    found
}

fn breaker(breaker: &CircuitBreaker) -> Vec<Diagnostic> {
    let all = Settings(&breaker.settings, &breaker.inherited);
    let mut found = Vec::new();
    let window = all.find("sliding_window").map(|setting| setting.value);
    let minimum = all.find("minimum_calls");
    if let (Some(Value::CallWindow(window)), Some(setting)) = (window, minimum) {
        if matches!(setting.value, Value::Count(minimum) if minimum > window) {
            let title = "`minimum_calls` is larger than `sliding_window`";
            let diagnostic = Diagnostic::new(codes::BREAKER_USELESS_VALUE, setting.span, title);
            found.push(diagnostic.label(format!("the window holds {window} calls, so {window} are enough")));
        }
    }
    let open = all.duration("open_duration");
    let most = all.duration("open_max_duration");
    if let (Some((open, _)), Some((_, setting))) =
        (open, most.filter(|(most, _)| open.is_some_and(|(open, _)| *most < open)))
    {
        let title = "`open_max_duration` is shorter than `open_duration`";
        let diagnostic = Diagnostic::new(codes::BREAKER_USELESS_VALUE, setting.span, title);
        found.push(diagnostic.label(format!("the first wait is {open:?} already")));
    }
    found
}

/// The values of an instance: its own, then those of other markers.
struct Settings<'a>(&'a [Setting], &'a [Setting]);

impl<'a> Settings<'a> {
    fn find(&self, key: &str) -> Option<&'a Setting> {
        self.0.iter().chain(self.1).find(|setting| setting.key == key)
    }

    fn duration(&self, key: &str) -> Option<(Duration, &'a Setting)> {
        let setting = self.find(key)?;
        match setting.value {
            Value::Duration(duration) => Some((duration, setting)),
            _ => None,
        }
    }
}
