//! One diagnostic as text, in rustc's look.
//!
//! ```text
//! error[R4C-CLS-001]: no `StatusClasifier` in this scope
//!   --> src/orders.rs:12:60
//!    |
//! 12 |     #[r4c::retry(max_attempts = 3, classifier = StatusClasifier)]
//!    |                                                 ^^^^^^^^^^^^^^^ not found in module `crate::orders`
//!    |
//!    = help: did you mean `StatusClassifier`?
//! ```
use std::fmt::Write;

use super::Diagnostic;
use crate::source::{SourceMap, Span};

/// A tab in a shown line; rustc does the same.
const TAB: &str = "    ";

/// Wider lines are cut around the carets.
const WIDEST: usize = 160;

/// The text, without a line end.
pub(super) fn text(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let code = diagnostic.code;
    let mut text = format!("{}[{}]: {}", code.severity, code.name, diagnostic.title);
    let margin = match diagnostic.span {
        Some(span) => snippet(&mut text, span, &diagnostic.label, sources),
        None => 1,
    };
    let remarks = diagnostic.notes.iter().map(|note| ("note", note));
    let remarks: Vec<_> = remarks.chain(diagnostic.help.iter().map(|help| ("help", help))).collect();
    if diagnostic.span.is_some() && !remarks.is_empty() {
        let _ = write!(text, "\n{:margin$} |", "");
    }
    for (kind, remark) in remarks {
        let indent = format!("\n{:width$}", "", width = margin + 3 + kind.len() + 2);
        let _ = write!(text, "\n{:margin$} = {kind}: {}", "", remark.replace('\n', &indent));
    }
    text
}

/// The place and the line with carets; gives the width of the line number.
fn snippet(text: &mut String, span: Span, label: &str, sources: &SourceMap) -> usize {
    let file = sources.file(span.file);
    let number = span.start.line.to_string();
    let margin = number.len();
    let line = file.text.lines().nth(span.start.line - 1).unwrap_or("").trim_end();
    let last = if span.end.line == span.start.line { span.end.column } else { line.chars().count() + 1 };
    let (before, marked, after) = cut(line, span.start.column, last);
    let carets = "^".repeat(marked.chars().count().max(1));
    let space = " ".repeat(before.chars().count());
    let _ = write!(text, "\n{:margin$}--> {}", "", sources.location(span));
    let _ = write!(text, "\n{:margin$} |", "");
    let _ = write!(text, "\n{number} | {before}{marked}{after}");
    let _ = write!(text, "\n{:margin$} | {space}{carets} {label}", "");
    let shown = text.trim_end().len();
    text.truncate(shown);
    margin
}

/// A line as the text before, at and behind the carets; tabs replaced, far ends cut off.
fn cut(line: &str, start: usize, end: usize) -> (String, String, String) {
    let part = |from: usize, to: usize| {
        let characters = line.chars().skip(from - 1).take(to.saturating_sub(from));
        characters.collect::<String>().replace('\t', TAB)
    };
    let width = line.chars().count();
    let end = end.max(start);
    let (mut before, marked, mut after) = (part(1, start), part(start, end), part(end, width + 1));
    let room = WIDEST.saturating_sub(marked.chars().count()).max(40);
    let lengths = (before.chars().count(), after.chars().count());
    if lengths.0 > room {
        before = format!("...{}", before.chars().skip(lengths.0 - room).collect::<String>());
    }
    if lengths.1 > room {
        after = format!("{}...", after.chars().take(room).collect::<String>());
    }
    (before, marked, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;
    use crate::source::{Position, SourceFile};

    fn check(source: &str, line: usize, columns: (usize, usize), expected: &str) {
        let mut sources = SourceMap::default();
        let file =
            sources.add(SourceFile { path: "src/a.rs".into(), name: "src/a.rs".to_owned(), text: source.to_owned() });
        let position = |column| Position { line, column };
        let span = Span { file, start: position(columns.0), end: position(columns.1) };
        let diagnostic = Diagnostic::new(codes::FILE_UNPARSABLE, span, "title").label("label").note("a\nb");
        assert_eq!(text(&diagnostic, &sources), expected);
    }

    #[test]
    fn carets_stand_below_the_characters() {
        check(
            "one\nfn länge(x)\n",
            2,
            (4, 9),
            "error[R4C-SRC-001]: title\n --> src/a.rs:2:4\n  |\n2 | fn länge(x)\n  |    ^^^^^ label\n  |\n  = note: a\n          b",
        );
    }

    #[test]
    fn tabs_are_one_column_and_shown_as_four_spaces() {
        check(
            "\tx\ty\r\n",
            1,
            (4, 5),
            "error[R4C-SRC-001]: title\n --> src/a.rs:1:4\n  |\n1 |     x    y\n  |          ^ label\n  |\n  = note: a\n          b",
        );
    }
}
