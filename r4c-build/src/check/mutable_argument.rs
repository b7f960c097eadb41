//! R4C-ARG-004: what a failed attempt has written is still in a `&mut` argument when the next one begins, if that can have it
//! at all.
use syn::Type;

use super::Checker;
use super::receiver::is_lasting;
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
            let lifetime = match &argument.ty {
                Type::Reference(reference) => reference.lifetime.as_ref(),
                _ => None,
            };
            let lasting = lifetime.filter(|lifetime| is_lasting(lifetime, &marked.method.signature));
            if lasting.is_none() && name.as_ref().is_some_and(allowed) {
                continue;
            }
            let shown = name.clone().unwrap_or_else(|| "_".to_owned());
            let title = format!("`{shown}` is a `&mut` argument under a retry");
            let diagnostic = Diagnostic::new(codes::ARGUMENT_MUTABLE, argument.span, title);
            let diagnostic = match (lasting, name) {
                (Some(lifetime), _) => diagnostic
                    .label(format!("the first attempt borrows it for `{lifetime}`: there is none left for another one"))
                    .help("leave out its lifetime, or leave the retry out"),
                (None, name) => {
                    diagnostic.label("the next attempt sees what a failed one has written").help(match name {
                        Some(name) => format!("if that is right, say `reuse({name})` in the retry marker"),
                        None => "give it a name, and say `reuse(name)` in the retry marker if that is right".to_owned(),
                    })
                }
            };
            checker.diagnostics.push(diagnostic);
        }
    }
}
