//! R4C-CLS-011: a classifier replaces `retry_on` and `record_on`.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let policies = &marked.method.policies;
        let retry = policies.retry.as_ref().filter(|retry| retry.classifier.is_some());
        let breaker = policies.circuit_breaker.as_ref().filter(|breaker| breaker.classifier.is_some());
        let lists = [
            ("retry_on", "abort_on", retry.and_then(|retry| retry.retry_on.as_ref())),
            ("record_on", "ignore_on", breaker.and_then(|breaker| breaker.record_on.as_ref())),
        ];
        for (key, other, list) in lists {
            let Some(list) = list else { continue };
            let title = format!("`{key}` together with a classifier");
            let diagnostic = Diagnostic::new(codes::CLASSIFIER_WITH_LIST, list.span, title)
                .label("the classifier replaces this list")
                .help(format!("leave one of them out (`{other}` may stay: it wins over the classifier)"));
            checker.diagnostics.push(diagnostic);
        }
    }
}
