//! Faults in the user's source: collected from all phases, shown together in rustc's look.
mod render;
mod suggest;

use crate::codes::{Code, Severity};
use crate::source::{FileId, SourceMap, Span};
pub(crate) use suggest::{did_you_mean, nearest};

/// One report: what is wrong, where, why, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// What kind of fault it is.
    pub code: &'static Code,
    /// What is wrong, in one line.
    pub title: String,
    /// Where; `None` for a fault of the environment.
    pub span: Option<Span>,
    /// Beside the carets.
    pub label: String,
    /// Why.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A fault at a place.
    pub(crate) fn new(code: &'static Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span), ..Diagnostic::without_place(code, title) }
    }

    /// A fault of the environment.
    pub(crate) fn without_place(code: &'static Code, title: impl Into<String>) -> Diagnostic {
        let (notes, help) = (Vec::new(), Vec::new());
        Diagnostic { code, title: title.into(), span: None, label: String::new(), notes, help }
    }

    /// With a text beside the carets.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// With a reason.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// With an advice.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// With an advice, if there is one.
    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help.extend(help);
        self
    }
}

/// All faults that were found.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    list: Vec<Diagnostic>,
}

/// One fault as text.
#[derive(Debug, Clone)]
pub(crate) struct Rendered {
    pub severity: Severity,
    pub text: String,
}

impl Diagnostics {
    /// Adds one; the same one only once (a file that is mounted twice is read twice).
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let same = |other: &Diagnostic| other.code == diagnostic.code && other.span == diagnostic.span;
        if diagnostic.span.is_none() || !self.list.iter().any(same) {
            self.list.push(diagnostic);
        }
    }

    /// Whether one of them is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.code.severity == Severity::Error)
    }

    /// Whether one of them is an error in this file.
    pub(crate) fn has_errors_in(&self, file: FileId) -> bool {
        let here = |diagnostic: &Diagnostic| diagnostic.span.is_some_and(|span| span.file == file);
        self.list.iter().any(|diagnostic| here(diagnostic) && diagnostic.code.severity == Severity::Error)
    }

    /// All of them as text, by file, line, column and code.
    pub(crate) fn render(&self, sources: &SourceMap) -> Vec<Rendered> {
        let mut list: Vec<_> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| {
            let place = diagnostic.span.map(|span| (&sources.file(span.file).name, span.start));
            (place, diagnostic.code.name)
        });
        let one = |diagnostic: &Diagnostic| Rendered {
            severity: diagnostic.code.severity,
            text: render::text(diagnostic, sources),
        };
        list.into_iter().map(one).collect()
    }
}
