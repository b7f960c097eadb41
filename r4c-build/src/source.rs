//! The text of the files that were read, and places in it.
//!
//! A [`Span`] is plain data (file, line, column), so it outlives the syntax tree it came from. Columns count characters
//! from 1, as rustc does: a tab is one column, a BOM none.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::model::Location;

/// A file of the [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileId(usize);

/// A place in a file: from a line and column to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    /// The file.
    pub file: FileId,
    /// Its first character.
    pub start: Position,
    /// The place after its last character.
    pub end: Position,
}

/// A line and a column, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// All files that were read.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    files: Vec<SourceFile>,
    by_path: HashMap<PathBuf, FileId>,
}

/// One file that was read.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// Relative to the package, with forward slashes.
    pub name: String,
    /// Its text, without a BOM.
    pub text: String,
}

impl SourceMap {
    /// Adds a file.
    pub(crate) fn add(&mut self, file: SourceFile) -> FileId {
        let id = FileId(self.files.len());
        self.by_path.insert(file.path.clone(), id);
        self.files.push(file);
        id
    }

    /// The file with this id.
    pub(crate) fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0]
    }

    /// All files, in the order in which they were read.
    pub(crate) fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index), file))
    }

    /// The id of a file that was read from this path.
    pub(crate) fn find(&self, path: &Path) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    /// The text at a span, in one line.
    pub(crate) fn text(&self, span: Span) -> String {
        let lines = self.file(span.file).text.lines().enumerate();
        let lines = lines.skip(span.start.line - 1).take(span.end.line + 1 - span.start.line);
        let part = |(index, line): (usize, &str)| {
            let from = if index + 1 == span.start.line { span.start.column - 1 } else { 0 };
            let to = if index + 1 == span.end.line { span.end.column - 1 } else { usize::MAX };
            line.chars().take(to).skip(from).collect::<String>().trim().to_owned()
        };
        lines.map(part).collect::<Vec<_>>().join(" ")
    }

    /// Where a span begins, for people.
    pub(crate) fn location(&self, span: Span) -> Location {
        let name = self.file(span.file).name.clone();
        Location { file: name, line: span.start.line, column: span.start.column }
    }
}

impl Span {
    /// The place of a syntax node of this file.
    pub(crate) fn of(file: FileId, node: &impl syn::spanned::Spanned) -> Span {
        Span::from_tokens(file, node.span())
    }

    /// The place of a token of this file.
    pub(crate) fn from_tokens(file: FileId, span: proc_macro2::Span) -> Span {
        Span { file, start: Position::from_tokens(span.start()), end: Position::from_tokens(span.end()) }
    }

    /// The first character of a file.
    pub(crate) fn file_start(file: FileId) -> Span {
        let start = Position { line: 1, column: 1 };
        Span { file, start, end: start }
    }

    /// From the start of this span to the end of that one.
    pub(crate) fn to(self, end: Span) -> Span {
        Span { end: end.end, ..self }
    }
}

impl Position {
    fn from_tokens(position: proc_macro2::LineColumn) -> Position {
        Position { line: position.line, column: position.column + 1 }
    }
}
