//! R4C-ARG-009: `reuse(name)` must name a `&mut` argument.
use super::Checker;
use crate::codes;
use crate::model::ArgumentForm;
use crate::parse::method::argument_name;
use crate::report::{Diagnostic, did_you_mean};
use crate::source::Span;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(retry) = &marked.method.policies.retry else {
            continue;
        };
        let mutable = marked.method.arguments.iter().filter(|argument| argument.form == ArgumentForm::Mutable);
        let names: Vec<_> = mutable.filter_map(|argument| argument_name(&argument.pattern)).map(unraw).collect();
        for reuse in &retry.reuse {
            let name = unraw(reuse);
            if names.contains(&name) {
                continue;
            }
            let span = Span::of(retry.span.file, reuse);
            let title = format!("`{}` has no `&mut` argument `{name}`", marked.method.name);
            let diagnostic = Diagnostic::new(codes::REUSE_NAMES_NOTHING, span, title)
                .label("not found")
                .maybe_help(did_you_mean(&name, names.iter().map(String::as_str)));
            checker.diagnostics.push(diagnostic);
        }
    }
}
