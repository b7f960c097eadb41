//! R4C-CLS-008: the type does not implement `Classifier` at all. (For the wrong value and error: R4C-CLS-009, by rustc.)
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::Type { name, span, implements: false, .. } => Some((name, *span)),
        _ => None,
    });
    for (classifier, (name, declared)) in found {
        let title = format!("`{}` does not implement `Classifier`", checker.text(classifier.span));
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_IMPLEMENTING, classifier.span, title)
            .label("no such impl in this package")
            .note(format!("it is declared at {}", checker.place(declared)))
            .help(format!("write `impl r4c::Classifier<T, E> for {name}`, where the method returns `Result<T, E>`"));
        checker.diagnostics.push(diagnostic);
    }
}
