//! R4C-CLS-005: the type is declared inside a function body.
use super::Checker;
use crate::codes;
use crate::model::Binding;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let found = checker.classifiers(|binding| match binding {
        Binding::InBody { span } => Some(*span),
        _ => None,
    });
    for (classifier, declared) in found {
        let title = format!("`{}` is declared inside a function body", checker.text(classifier.span));
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_IN_BODY, classifier.span, title)
            .label("the wrapper stands in the module and cannot name it")
            .note(format!("it is declared at {}", checker.place(declared)))
            .help("move it out of the function");
        checker.diagnostics.push(diagnostic);
    }
}
