//! R4C-SRC-011: the module has something of the wrapper's name already, or the type a method of its function's name.
use super::Checker;
use crate::codes;
use crate::model::{CONSTRUCTOR, Wrapper};
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
    for marked in checker.marked() {
        let is_inherent = matches!(marked.wrapper, Wrapper::Inherent(_));
        if is_inherent && marked.method.name == CONSTRUCTOR {
            let title = format!("the name `{CONSTRUCTOR}` is taken");
            let diagnostic = Diagnostic::new(codes::NAME_TAKEN, marked.method.span, title)
                .label("the wrapper's own function has it")
                .help("rename the method");
            checker.diagnostics.push(diagnostic);
        }
    }
}
