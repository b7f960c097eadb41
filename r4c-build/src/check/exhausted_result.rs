//! R4C-CLS-012: without a classifier no value is ever rejected.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(retry) = &marked.method.policies.retry else {
            continue;
        };
        if retry.on_exhausted_result.is_some() && retry.classifier.is_none() {
            let title = "`on_exhausted_result` without a classifier";
            let diagnostic = Diagnostic::new(codes::EXHAUSTED_WITHOUT_CLASSIFIER, retry.exhausted_span, title)
                .label("has no effect")
                .note("without a classifier every value is a success, so no value is ever rejected")
                .help("add `classifier = ..`, or leave this argument out");
            checker.diagnostics.push(diagnostic);
        }
    }
}
