//! R4C-ARG-008: functions that a wrapper cannot repeat: `const`, `extern`, variadic.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let signature = &marked.method.signature;
        let form = if signature.constness.is_some() {
            "a `const fn`"
        } else if signature.abi.as_ref().is_some_and(|abi| abi.name.as_ref().is_none_or(|name| name.value() != "Rust"))
        {
            "an `extern fn`"
        } else if signature.variadic.is_some() {
            "a variadic function"
        } else {
            continue;
        };
        let title = format!("`{}` is {form}", marked.method.name);
        let diagnostic = Diagnostic::new(codes::FUNCTION_FORM, marked.marker(), title)
            .label("a policy needs state and time, which such a function cannot have")
            .help("mark an ordinary function that calls it");
        checker.diagnostics.push(diagnostic);
    }
}
