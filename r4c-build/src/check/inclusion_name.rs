//! R4C-SRC-009: a module includes the wrappers of another one, or of none.
use super::Checker;
use crate::codes;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for inclusion in checker.model.inclusions.iter().filter(|inclusion| !inclusion.right) {
        let title = format!("these are not the wrappers of module `{}`", inclusion.module);
        let exists = checker.model.files.iter().any(|file| Some(&file.path) == inclusion.path.as_ref());
        let label = match (&inclusion.path, exists) {
            (None, _) => "expected the name of this module in quotes",
            (Some(_), true) => "these are another module's",
            (Some(_), false) => "no module has this name",
        };
        // A module without markers has no wrappers under its own name either.
        let own = checker.model.files.iter().find(|file| file.line == inclusion.line);
        let help = match !exists || own.is_some_and(|file| !file.wrappers.is_empty()) {
            true => format!("did you mean `{}`?", inclusion.line),
            false => "nothing is marked here: the line belongs into the module of the marked items".to_owned(),
        };
        let diagnostic = Diagnostic::new(codes::WRAPPERS_MISNAMED, inclusion.span, title);
        checker.diagnostics.push(diagnostic.label(label).help(help));
    }
}
