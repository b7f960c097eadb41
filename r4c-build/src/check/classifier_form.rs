//! R4C-CLS-003: a trait, a trait object, a type parameter: not one concrete type.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::NotConcrete { what } => Some(*what),
        _ => None,
    });
    for (classifier, what) in found {
        let title = match checker.text(classifier.span) {
            path if what.contains('`') => format!("`{path}` is not a concrete type"),
            path => format!("`{path}` is {what}, not a concrete type"),
        };
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_CONCRETE, classifier.span, title)
            .label("not a concrete type")
            .note("the wrapper makes one value of the classifier's type for each method")
            .help("name a struct that implements `r4c::Classifier`");
        checker.diagnostics.push(diagnostic);
    }
}
