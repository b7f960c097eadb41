//! R4C-FB-005: a sync method cannot wait for an async fallback.
use super::Checker;
use crate::codes;
use crate::model::MethodKind;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(fallback) = marked.method.policies.fallback.as_ref() else {
            continue;
        };
        if matches!(marked.method.kind, MethodKind::Sync) && fallback.is_async {
            let name = unraw(&fallback.method);
            let title = format!("`{name}` is async, `{}` is not", marked.method.name);
            let span = Span::of(fallback.span.file, &fallback.method);
            let diagnostic = Diagnostic::new(codes::FALLBACK_ASYNC, span, title)
                .label("gives a future, and nobody could wait for it")
                .help("name a sync method");
            checker.diagnostics.push(diagnostic);
        }
    }
}
