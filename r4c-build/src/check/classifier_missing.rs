//! R4C-CLS-001: the path names nothing.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let missing = checker.classifiers(|binding| match binding {
        Binding::Missing { name, span, module, similar } => Some((name, *span, module, similar)),
        _ => None,
    });
    for (_, (name, span, module, similar)) in missing {
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_MISSING, span, format!("no `{name}` in this scope"))
            .label(format!("not found in module `{module}`"))
            .maybe_help(similar.as_ref().map(|similar| format!("did you mean `{similar}`?")));
        checker.diagnostics.push(diagnostic);
    }
}
