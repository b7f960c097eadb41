//! R4C-RTY-009, R4C-CB-009: two methods whose policies would share an instance only because they have the same name.
use super::instance_conflict::same_program;
use super::{Checker, Marked};
use crate::codes::{self, Code};
use crate::model::Instance;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let marked = checker.marked();
    report(checker, &marked, codes::RETRY_SAME_ID, |marked| {
        marked.method.policies.retry.as_ref().map(|retry| &retry.instance)
    });
    report(checker, &marked, codes::BREAKER_SAME_ID, |marked| {
        marked.method.policies.circuit_breaker.as_ref().map(|breaker| &breaker.instance)
    });
}

fn report<'a>(
    checker: &mut Checker<'a>,
    marked: &[Marked<'a>],
    code: &'static Code,
    instance: impl Fn(&Marked<'a>) -> Option<&'a Instance>,
) {
    let mut seen: Vec<(&Instance, &Marked<'_>)> = Vec::new();
    for marked in marked {
        let Some(instance) = instance(marked).filter(|instance| !instance.written) else {
            continue;
        };
        let same = |(other, first): &&(&Instance, &Marked<'_>)| {
            other.id == instance.id
                && same_program(first.file, marked.file)
                && marked.is_certain()
                && first.is_certain()
        };
        match seen.iter().find(same) {
            Some((_, first)) => {
                let title = format!("two methods have the default name `{}`", instance.id);
                let diagnostic = Diagnostic::new(code, instance.span, title)
                    .label("would share what is counted and configured for the other one")
                    .note(format!("the other one is at {}", first.method.location))
                    .help("give one of them a name of its own: `name = \"..\"`");
                checker.diagnostics.push(diagnostic);
            }
            None => seen.push((instance, marked)),
        }
    }
}
