//! R4C-ARG-010: a returned future that may not hold something which the wrapper's future needs and cannot copy.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(unheld) = &marked.method.unheld else { continue };
        let title = format!("the future of `{}` may not hold this", marked.method.name);
        let diagnostic = Diagnostic::new(codes::FUTURE_WITHOUT_BORROW, unheld.span, title)
            .label("the wrapper's future needs it until its last attempt, and cannot copy it")
            .note(unheld.why.clone())
            .help("write an `async fn`, let the future hold it (`BoxFuture<'a, ..>` and `&'a`, `T: 'a`), or take an owned value");
        checker.diagnostics.push(diagnostic);
    }
}
