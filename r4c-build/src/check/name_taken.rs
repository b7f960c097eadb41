//! R4C-SRC-011: the module has something of the wrapper's name already.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for taken in &checker.model.taken {
        let title = format!("the name `{}` is taken", taken.name);
        let diagnostic = Diagnostic::new(codes::NAME_TAKEN, taken.span, title)
            .label("the wrapper for this would have it")
            .note(format!("it is declared at {}", checker.place(taken.other)))
            .help("rename one of the two");
        checker.diagnostics.push(diagnostic);
    }
}
