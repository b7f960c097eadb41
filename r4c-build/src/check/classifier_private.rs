//! R4C-CLS-006: the path leads through something that is private to another module.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::Inaccessible { name, at, span } => Some((name, *at, *span)),
        _ => None,
    });
    for (_, (name, at, declared)) in found {
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_INACCESSIBLE, at, format!("`{name}` is private"))
            .label("not accessible from the module of the wrapper")
            .note(format!("it is declared at {}", checker.place(declared)))
            .help("make it `pub(crate)`, or re-export it");
        checker.diagnostics.push(diagnostic);
    }
}
