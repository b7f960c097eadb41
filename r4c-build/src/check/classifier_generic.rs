//! R4C-CLS-004: the type is declared with generic parameters.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::Generic { span } => Some(*span),
        _ => None,
    });
    for (classifier, declared) in found {
        let path = checker.text(classifier.span);
        let title = format!("`{path}` has generic parameters");
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_GENERIC, classifier.span, title)
            .label("which of its types is meant?")
            .note(format!("it is declared at {}", checker.place(declared)))
            .help(format!("fix them all in an alias, `type StatusClassifier = {path}<..>;`, and name that"));
        checker.diagnostics.push(diagnostic);
    }
}
