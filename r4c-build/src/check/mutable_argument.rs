//! R4C-ARG-004: what a failed attempt has written is still in a `&mut` argument when the next one begins.
use super::Checker;
use crate::codes;
use crate::model::ArgumentForm;
use crate::parse::method::argument_name;
use crate::report::Diagnostic;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(retry) = &marked.method.policies.retry else {
            continue;
        };
        for argument in marked.method.arguments.iter().filter(|argument| argument.form == ArgumentForm::Mutable) {
            let name = argument_name(&argument.pattern).map(unraw);
            let allowed = |name: &String| retry.reuse.iter().any(|reuse| unraw(reuse) == *name);
            if name.as_ref().is_some_and(allowed) {
                continue;
            }
            let shown = name.clone().unwrap_or_else(|| "_".to_owned());
            let diagnostic = Diagnostic::new(
                codes::ARGUMENT_MUTABLE,
                argument.span,
                format!("`{shown}` is a `&mut` argument under a retry"),
            )
            .label("the next attempt sees what a failed one has written")
            .help(match name {
                Some(name) => format!("if that is right, say `reuse({name})` in the retry marker"),
                None => "give it a name, and say `reuse(name)` in the retry marker if that is right".to_owned(),
            });
            checker.diagnostics.push(diagnostic);
        }
    }
}
