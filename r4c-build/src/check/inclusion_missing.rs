//! R4C-SRC-008: wrappers that no module brings in.
use super::{Checker, Marked};
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    let mut warned = Vec::new();
    for marked in checker.marked() {
        let file = marked.file;
        // Where a marker is refused, the wrappers are not there yet.
        let refused = checker.diagnostics.has_errors_in(marked.method.span.file);
        if file.included || refused || warned.contains(&file.path) {
            continue;
        }
        warned.push(file.path.clone());
        let diagnostic = report(&marked);
        checker.diagnostics.push(diagnostic);
    }
}

fn report(marked: &Marked<'_>) -> Diagnostic {
    let file = marked.file;
    let span = marked.marker();
    let diagnostic = match file.modules.as_slice() {
        [module] => Diagnostic::new(
            codes::WRAPPERS_NOT_INCLUDED,
            span,
            format!("module `{module}` does not bring in its wrappers"),
        ),
        modules => {
            let modules: Vec<_> = modules.iter().map(|module| format!("`{module}`")).collect();
            let title =
                format!("this file is mounted as {}, and does not bring in its wrappers", modules.join(" and "));
            Diagnostic::new(codes::WRAPPERS_NOT_INCLUDED, span, title).note("one line serves all of these modules")
        }
    };
    diagnostic.label("this marker has no effect").help(format!("add `{}` to the module", file.line))
}
