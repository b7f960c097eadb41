//! R4C-FB-002: the method that answers for this one is not there.
use super::Checker;
use crate::codes;
use crate::model::Wrapper;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(fallback) = marked.method.policies.fallback.as_ref() else {
            continue;
        };
        if fallback.exists != Some(false) {
            continue;
        }
        let place = match marked.wrapper {
            Wrapper::Trait(wrapper) => format!("trait `{}`", unraw(&wrapper.item.ident)),
            Wrapper::Inherent(wrapper) => {
                format!("`impl {}`", checker.text(marked.span(&wrapper.self_type)))
            }
            Wrapper::Function(_) => format!("module `{}`", marked.file.module),
        };
        let name = unraw(&fallback.method);
        let span = Span::of(fallback.span.file, &fallback.method);
        let diagnostic = Diagnostic::new(codes::FALLBACK_MISSING, span, format!("no method `{name}` in {place}"))
            .label("not found")
            .maybe_help(fallback.similar.as_ref().map(|similar| format!("did you mean `{similar}`?")));
        checker.diagnostics.push(diagnostic);
    }
}
