//! What is kept of a file when its syntax tree is gone: modules, names, impls.
//!
//! The look-up of names needs every file of a crate, the markers only a few. So each file is reduced to this plain
//! data, which the [cache](crate::cache) keeps from build to build; only files with marker text are parsed each time.
//! Nothing in here depends on the build's cfg: predicates are kept as text.
mod macros;
mod read;
mod types;
mod wrappers;

use serde::{Deserialize, Serialize};

pub(crate) use macros::body_items;
pub(crate) use read::{path_of, summarize, unraw};

use crate::source::{FileId, Position, Span};

/// A file.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct FileSummary {
    /// Its items, those of macro bodies included.
    pub items: Vec<Item>,
    /// Why it could not be parsed, and where.
    pub error: Option<(String, Place)>,
}

/// An item.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Item {
    /// The identifier without `r#`; empty where there is none.
    pub name: String,
    /// Where that stands (or the item, where it has no name).
    pub place: Place,
    /// Who may name it.
    pub visibility: Visible,
    /// The predicates of its `#[cfg]`s.
    pub cfg: Vec<String>,
    /// What it is.
    pub kind: Kind,
}

/// Who may name an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Visible {
    /// Everybody.
    Public,
    /// The module with this path, relative to the item's, and all below it: `crate`, `super`, `self`, `crate::net`.
    In(PathText),
}

/// From where the path of an included file counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Base {
    /// The folder of the including file.
    Here,
    /// `CARGO_MANIFEST_DIR`.
    Package,
    /// `OUT_DIR`.
    Output,
}

/// What an item is.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// `mod x;` or `mod x { .. }`.
    Module {
        /// Whether the identifier is written with `r#`.
        raw: bool,
        /// The values of `#[path]`, each with the predicates of the `cfg_attr`s around it.
        paths: Vec<(Vec<String>, String)>,
        /// Its items, when it is inline.
        inline: Option<Vec<Item>>,
    },
    /// `include!("x.rs")`, `include!(concat!(env!("OUT_DIR"), "/x.rs"))`.
    Include(Base, String),
    /// `use a::b as name`.
    Use(PathText),
    /// `use a::b::*`.
    Glob(PathText),
    /// `extern crate a as name`.
    ExternCrate(String),
    /// A struct, enum or union.
    Type(TypeSummary),
    /// `type Name = target`.
    Alias {
        /// What it stands for.
        target: Target,
        /// Whether it has generic parameters other than lifetimes.
        generic: bool,
        /// The item, as text.
        text: String,
    },
    /// A trait or trait alias.
    Trait,
    /// A function.
    Function,
    /// A constant or static.
    Constant,
    /// `macro_rules! name`; the identifiers in it.
    MacroRules(Vec<String>),
    /// `impl Trait for target`.
    Impl {
        /// The trait.
        of: PathText,
        /// The type.
        target: Target,
        /// Of `impl<T: A + B> Trait for T`: the last segments of the bounds of `T`.
        for_all: Option<Vec<String>>,
    },
    /// `impl target`: the names of its functions.
    Inherent {
        /// The type.
        target: Target,
        /// Functions and methods.
        functions: Vec<String>,
    },
    /// The invocation of a macro whose output cannot be seen; the identifiers in it.
    Opaque(Vec<String>),
    /// A type that is declared in a function body.
    InBody,
    /// `include_wrappers!(..)`, or the plain `include!` that does the same: the file that it reads.
    Wrappers {
        /// As `OutputFile::path`; `None` if the argument has no known form.
        file: Option<String>,
        /// The macro; `None` for `include!`.
        by: Option<PathText>,
    },
    /// An item with attributes that may add names like its own.
    Generating(String),
}

/// A struct, enum or union.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypeSummary {
    /// `struct X;`.
    pub unit: bool,
    /// The variants of an enum.
    pub variants: Vec<String>,
    /// Generic parameters and where clause, as text: `< T : Clone > where T : Send`.
    pub generics: String,
    /// Whether one of the parameters is no lifetime, or any is there without a default.
    pub generic: bool,
    /// For each derived `Default`: the predicates of the `cfg_attr`s around it.
    pub defaults: Vec<Vec<String>>,
    /// Whether it has derives or attributes that may generate anything.
    pub foreign: bool,
}

/// The target of an alias or an impl.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Target {
    /// A path (its generic arguments are left out).
    Path(PathText),
    /// A type parameter of the impl, or a form that holds one: `T`, `&T`, `Box<T>`.
    Blanket,
    /// `dyn Trait`.
    Object,
    /// Anything else.
    Other,
}

/// A path without generic arguments, segments without `r#`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PathText {
    /// Whether it begins with `::`.
    pub absolute: bool,
    /// Its segments.
    pub segments: Vec<String>,
}

/// A place in the file that is summarized: first line and column, last line and column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place(pub usize, pub usize, pub usize, pub usize);

impl Place {
    /// The place of tokens.
    pub(crate) fn of(span: proc_macro2::Span) -> Place {
        let (start, end) = (span.start(), span.end());
        Place(start.line, start.column + 1, end.line, end.column + 1)
    }

    /// The place in a file.
    pub(crate) fn in_file(self, file: FileId) -> Span {
        let start = Position { line: self.0, column: self.1 };
        Span { file, start, end: Position { line: self.2, column: self.3 } }
    }
}

impl Kind {
    /// How people call it, with an article: "a function".
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Kind::Module { .. } => "module",
            Kind::Type(_) | Kind::InBody => "type",
            Kind::Alias { .. } => "type alias",
            Kind::Trait => "trait",
            Kind::Function => "function",
            Kind::Constant => "constant",
            Kind::MacroRules(_) => "macro",
            _ => "item",
        }
    }
}
