//! R4C-FB-003: a fallback takes the arguments of the method, and one more for the failure.
use syn::{FnArg, Signature};

use super::Checker;
use crate::codes;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(fallback) = marked.method.policies.fallback.as_ref() else {
            continue;
        };
        let Some(signature) = &fallback.signature else {
            continue;
        };
        let (own, other) = (count(&marked.method.signature), count(signature));
        let receivers = marked.method.signature.receiver().is_some() == signature.receiver().is_some();
        if receivers && other == own + 1 {
            continue;
        }
        let name = unraw(&fallback.method);
        let title = format!("`{name}` does not take the arguments of `{}` and a failure", marked.method.name);
        let span = Span::of(fallback.span.file, &fallback.method);
        let diagnostic = Diagnostic::new(codes::FALLBACK_ARGUMENTS, span, title);
        let diagnostic = match receivers {
            true => diagnostic.label(format!("it takes {other}, expected {}", own + 1)),
            false => diagnostic.label("one of the two takes `self`, the other does not"),
        };
        checker.diagnostics.push(diagnostic.help(
            "its last argument says which failures it takes: the error type, `r4c::CallNotPermitted`, or `r4c::Failure<T, E>` for all",
        ));
    }
}

fn count(signature: &Signature) -> usize {
    signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_))).count()
}
