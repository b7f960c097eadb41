//! Files with markers to declarations: traits, impl blocks and functions, with the markers taken out and read.
//!
//! A fault is a diagnostic, and the reading goes on. Only files with marker text are parsed here; the modules and names of
//! all others are known from their summaries.
mod arguments;
mod duration;
pub(crate) mod future;
pub(crate) mod holding;
mod item;
pub(crate) mod keys;
mod lifetimes;
mod list;
mod literal;
mod marker;
pub(crate) mod method;
mod misplaced;

use std::collections::HashSet;

use syn::spanned::Spanned;

use crate::cfg::Truth;
use crate::codes;
use crate::discover::{ModuleId, Mount, Sources, has_marker};
use crate::model::{Method, Wrapper};
use crate::report::{Diagnostic, Diagnostics};
use crate::resolve::{Attribution, Names};
use crate::source::{FileId, Position, Span};

/// Something to be wrapped; what `resolve` finds out is not filled in yet.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// Where it stands.
    pub module: ModuleId,
    /// The wrapper; an inherent one has a single block.
    pub wrapper: Wrapper,
    /// Where its first marker stands.
    pub span: Span,
    /// The other methods of an impl block: they are not forwarded, but may be fallbacks.
    pub siblings: Vec<Method>,
}

/// Where the reading is.
struct Context<'a> {
    names: &'a Names<'a>,
    file: FileId,
    module: ModuleId,
    diagnostics: &'a mut Diagnostics,
    declarations: &'a mut Vec<Declaration>,
}

impl Context<'_> {
    fn span(&self, node: &impl Spanned) -> Span {
        Span::of(self.file, node)
    }

    fn attribution(&self, path: &syn::Path) -> Attribution {
        self.names.marker(path, self.module)
    }
}

/// Reads all files with markers.
pub(crate) fn parse(sources: &Sources, names: &Names<'_>, diagnostics: &mut Diagnostics) -> Vec<Declaration> {
    let mut declarations = Vec::new();
    unparsed(sources, diagnostics);
    unreached(sources, diagnostics);
    let mut done = HashSet::new();
    for mount in &sources.mounts {
        let certain = sources.module(mount.module).certain;
        if certain != Truth::No && done.insert(*mount) && may_have_markers(sources, names, mount) {
            let Ok(file) = syn::parse_file(&sources.map.file(mount.file).text) else {
                continue;
            };
            let (file_id, module) = (mount.file, mount.module);
            let mut context = Context { names, file: file_id, module, diagnostics, declarations: &mut declarations };
            item::read(file.items, certain, &mut context);
        }
    }
    declarations
}

/// Files that do not parse: an error where markers would be lost; else rustc says it better.
fn unparsed(sources: &Sources, diagnostics: &mut Diagnostics) {
    for (message, span) in &sources.unparsed {
        let text = &sources.map.file(span.file).text;
        if has_marker(text, &sources.package.runtime_keys).is_some() {
            let title = "this file has markers, and cannot be parsed";
            diagnostics.push(Diagnostic::new(codes::FILE_UNPARSABLE, *span, title).label(message.clone()));
        }
    }
}

fn unreached(sources: &Sources, diagnostics: &mut Diagnostics) {
    for file in &sources.unreached {
        let text = &sources.map.file(*file).text;
        let Some((line, column)) = has_marker(text, &sources.package.runtime_keys) else {
            continue;
        };
        let start = Position { line, column };
        let width = text.lines().nth(line - 1).map_or(0, |line| line.trim_end().chars().count());
        let span = Span { file: *file, start, end: Position { line, column: width + 1 } };
        let is_script = sources.package.script.as_ref() == Some(&sources.map.file(*file).path);
        let (title, help) = match is_script {
            true => ("nothing is generated for a build script", "move what is marked to a library"),
            false => ("no module of this package reaches this file", "add the missing `mod`, or remove the file"),
        };
        let diagnostic =
            Diagnostic::new(codes::FILE_UNREACHED, span, title).label("this marker has no effect").help(help);
        diagnostics.push(diagnostic);
    }
}

/// Whether a word that may be a marker stands where an attribute can stand.
fn may_have_markers(sources: &Sources, names: &Names<'_>, mount: &Mount) -> bool {
    let text = &sources.map.file(mount.file).text;
    names.marker_words.iter().any(|word| {
        text.match_indices(word.as_str()).any(|(at, _)| {
            let before = text[..at].trim_end().chars().next_back();
            before.is_some_and(|c| "[:,(/#".contains(c))
        })
    })
}
