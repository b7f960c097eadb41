//! R4C-RTY-008, R4C-CB-008: one instance has one value for a key, so two markers must not write different ones.
use super::{Checker, Marked};
use crate::codes::{self, Code};
use crate::model::{Instance, OutputFile, Setting};
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let marked = checker.marked();
    report(checker, &marked, codes::RETRY_CONFLICT, "retry", |marked| {
        marked.method.policies.retry.as_ref().map(|retry| (&retry.instance, retry.settings.as_slice()))
    });
    report(checker, &marked, codes::BREAKER_CONFLICT, "circuit breaker", |marked| {
        let breaker = marked.method.policies.circuit_breaker.as_ref();
        breaker.map(|breaker| (&breaker.instance, breaker.settings.as_slice()))
    });
}

fn report<'a>(
    checker: &mut Checker<'a>,
    marked: &[Marked<'a>],
    code: &'static Code,
    what: &str,
    policy: impl Fn(&Marked<'a>) -> Option<(&'a Instance, &'a [Setting])>,
) {
    let mut written: Vec<(&OutputFile, &str, &Setting)> = Vec::new();
    let marked = marked.iter().filter(|marked| marked.is_certain());
    for marked in marked {
        let Some((instance, settings)) = policy(marked) else {
            continue;
        };
        for setting in settings {
            let same = |(file, id, other): &&(&OutputFile, &str, &Setting)| {
                *id == instance.id && other.key == setting.key && same_program(file, marked.file)
            };
            match written.iter().find(same) {
                Some((_, _, first)) if first.value != setting.value => {
                    let title = format!("the {what} `{}` has two values of `{}`", instance.id, setting.key);
                    let diagnostic = Diagnostic::new(code, setting.span, title)
                        .label("another value than before")
                        .note(format!("the other one is at {}", checker.place(first.span)))
                        .note(format!("methods that name one {what} share it, with all its values"))
                        .help("write the values in one of the markers, or give this one another `name`");
                    checker.diagnostics.push(diagnostic);
                }
                Some(_) => {}
                None => written.push((marked.file, &instance.id, setting)),
            }
        }
    }
}

/// Whether the targets of two files may be in one program.
pub(super) fn same_program(one: &OutputFile, other: &OutputFile) -> bool {
    let is_lib = one.target == "lib" || other.target == "lib";
    one.target == other.target || (is_lib && one.with_lib && other.with_lib)
}
