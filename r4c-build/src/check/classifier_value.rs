//! R4C-CLS-007: no value of the type can be made.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::Type { span, constructible: false, .. } => Some(*span),
        _ => None,
    });
    for (classifier, declared) in found {
        let title = format!("no value of `{}` can be made", checker.text(classifier.span));
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_CONSTRUCTIBLE, classifier.span, title)
            .label("neither a unit struct nor `Default`")
            .note(format!("it is declared at {}", checker.place(declared)))
            .help("derive `Default` for it, or make it a unit struct");
        checker.diagnostics.push(diagnostic);
    }
}
