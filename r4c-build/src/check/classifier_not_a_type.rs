//! R4C-CLS-002: the path names something that is not a type.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::NotAType { what, span } => Some((*what, *span)),
        _ => None,
    });
    for (classifier, (what, declared)) in found {
        let title = format!("`{}` is a {what}, not a type", checker.text(classifier.span));
        let mut diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_A_TYPE, classifier.span, title)
            .label("a classifier is named by its type");
        if let Some(declared) = declared {
            diagnostic = diagnostic.note(format!("it is declared at {}", checker.place(declared)));
        }
        if what == "function" {
            diagnostic = diagnostic.help("call it from a unit struct that implements `r4c::Classifier`, and name that");
        }
        checker.diagnostics.push(diagnostic);
    }
}
