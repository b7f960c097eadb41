//! What a path names, as far as the sources of this package show it.
//!
//! The look-up follows items, `use`, renames, globs, re-exports and `extern crate` across modules, files and targets. It
//! ends in an item of the package, in a path of another crate, or in *unknown*: where a macro, another crate's glob or a
//! missing file may be behind it. *Missing* is said only where nothing of that kind can be.
use std::collections::{HashMap, HashSet};

use syn::visit::Visit;

use crate::cfg::Truth;
use crate::discover::{ModuleId, Sources};
use crate::source::Span;
use crate::summary::{Item, Kind, PathText, Place, path_of};

/// The macro that brings in wrappers.
const INCLUSION: &str = "include_wrappers";

/// The names of all modules.
#[derive(Debug)]
pub(crate) struct Names<'a> {
    /// What they were read from.
    pub sources: &'a Sources,
    pub(super) scopes: Vec<Scope>,
    /// The last segments that a marker may have: the three names and their renames.
    pub marker_words: HashSet<String>,
}

/// The names of one module.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Indices into the module's items.
    pub(super) items: HashMap<String, Vec<usize>>,
    pub(super) modules: HashMap<String, Vec<ModuleId>>,
    pub(super) globs: Vec<usize>,
    /// Whether a macro may add names.
    pub(super) opaque: bool,
    /// Types whose derives or attributes may add names like theirs.
    pub(super) generating: Vec<String>,
}

/// Which of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Space {
    /// Types, traits, modules, crates.
    Type,
    /// Functions and constants.
    Value,
    /// Macros and attributes.
    Macro,
}

/// An item of the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ItemId {
    /// Its module.
    pub module: ModuleId,
    /// Its index there.
    pub index: usize,
}

/// What a path names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Named {
    /// A module of this package.
    Module(ModuleId),
    /// An item of this package.
    Item(ItemId),
    /// A variant of this enum.
    Variant(ItemId),
    /// Something of another crate: the whole path, the crate first.
    Foreign(Vec<String>),
    /// It cannot be seen.
    Unknown,
}

/// The answer to a look-up.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// At least one; several where a cfg cannot be known.
    Named(Vec<Named>),
    /// Nothing: the index of the segment, and the module in which it is not.
    Missing(usize, ModuleId),
    /// Something private: the index of the segment, and where that is declared.
    Private(usize, Span),
}

/// A marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Marker {
    /// `retry`.
    Retry,
    /// `circuit_breaker`.
    CircuitBreaker,
    /// `fallback`.
    Fallback,
}

/// What an attribute is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attribution {
    /// A marker.
    Ours(Marker),
    /// It has a marker's name, and nobody can see whose it is.
    Uncertain,
    /// Something else.
    Other,
}

impl Answer {
    /// The first of the things that are named.
    pub(crate) fn first(&self) -> Option<&Named> {
        match self {
            Answer::Named(named) => named.first(),
            Answer::Missing(..) | Answer::Private(..) => None,
        }
    }
}

impl Marker {
    /// The marker of this name.
    pub(crate) fn named(name: &str) -> Option<Marker> {
        [Marker::Retry, Marker::CircuitBreaker, Marker::Fallback].into_iter().find(|marker| marker.name() == name)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Marker::Retry => "retry",
            Marker::CircuitBreaker => "circuit_breaker",
            Marker::Fallback => "fallback",
        }
    }
}

impl<'a> Names<'a> {
    /// Reads the names of all modules.
    pub(crate) fn new(sources: &'a Sources) -> Names<'a> {
        let mut names = Names { sources, scopes: Vec::new(), marker_words: HashSet::new() };
        names.marker_words.extend(["retry", "circuit_breaker", "fallback"].map(str::to_owned));
        for module in &sources.modules {
            let mut scope = Scope::default();
            for child in &module.children {
                let child_module = sources.module(*child);
                if child_module.certain != Truth::No {
                    scope.modules.entry(child_module.name.clone()).or_default().push(*child);
                }
            }
            for (index, (_, item)) in module.items.iter().enumerate() {
                names.read_item(&mut scope, index, item);
            }
            names.scopes.push(scope);
        }
        names
    }

    fn read_item(&mut self, scope: &mut Scope, index: usize, item: &Item) {
        match &item.kind {
            Kind::Glob(_) => return scope.globs.push(index),
            Kind::Opaque(_) => scope.opaque = true,
            Kind::Use(path) if path.segments.last().is_some_and(|last| Marker::named(last).is_some()) => {
                self.marker_words.insert(item.name.clone());
            }
            Kind::Type(summary) if summary.foreign => scope.generating.push(item.name.clone()),
            Kind::Generating(name) => scope.generating.push(name.clone()),
            _ => {}
        }
        if !item.name.is_empty() {
            scope.items.entry(item.name.clone()).or_default().push(index);
        }
    }

    /// The summary of an item.
    pub(crate) fn item(&self, id: ItemId) -> &'a Item {
        &self.sources.module(id.module).items[id.index].1
    }

    /// Where an item's name stands.
    pub(crate) fn span(&self, id: ItemId) -> Span {
        let (file, item) = &self.sources.module(id.module).items[id.index];
        item.place.in_file(*file)
    }

    /// All items of all modules that may exist.
    pub(crate) fn items(&self) -> impl Iterator<Item = (ItemId, &'a Item)> {
        let modules = self.sources.modules.iter().enumerate().filter(|(_, module)| module.certain != Truth::No);
        modules.flat_map(|(number, module)| {
            let id = move |index| ItemId { module: ModuleId(number), index };
            module.items.iter().enumerate().map(move |(index, (_, item))| (id(index), item))
        })
    }

    /// The type or function that a name declares in a body inside a module.
    pub(crate) fn in_body(&self, module: ModuleId, name: &str) -> Option<Span> {
        let items = self.scopes[module.0].items.get(name)?;
        let ids = items.iter().map(|index| ItemId { module, index: *index });
        ids.filter(|id| matches!(self.item(*id).kind, Kind::InBody)).map(|id| self.span(id)).next()
    }

    /// The names of the types in a module, for "did you mean".
    pub(crate) fn type_names(&self, module: ModuleId) -> Vec<&str> {
        let is_type = |index: &usize| {
            let kind = &self.item(ItemId { module, index: *index }).kind;
            matches!(kind, Kind::Type(_) | Kind::Alias { .. } | Kind::Use(_))
        };
        let scope = &self.scopes[module.0];
        let items = scope.items.iter().filter(|(_, indices)| indices.iter().any(is_type)).map(|(name, _)| name);
        items.chain(scope.modules.keys()).map(String::as_str).collect()
    }

    /// The names of the functions in a module, for "did you mean".
    pub(crate) fn function_names(&self, module: ModuleId) -> Vec<&str> {
        let items = self.sources.module(module).items.iter().map(|(_, item)| item);
        items.filter(|item| matches!(item.kind, Kind::Function)).map(|item| item.name.as_str()).collect()
    }

    /// The signature of a function of the package; its file is parsed again.
    pub(crate) fn signature(&self, id: ItemId) -> Option<syn::Signature> {
        let (file, item) = &self.sources.module(id.module).items[id.index];
        let syntax = syn::parse_file(&self.sources.map.file(*file).text).ok()?;
        let mut search = FunctionAt { place: item.place, found: None };
        search.visit_file(&syntax);
        search.found
    }

    /// What a module declares under this name, by itself.
    pub(crate) fn declaration(&self, module: ModuleId, name: &str, space: Space) -> Option<Span> {
        let ids = self.scopes[module.0].items.get(name)?.iter().map(|index| ItemId { module, index: *index });
        let own = |id: &ItemId| match self.item(*id).kind {
            Kind::Type(_) | Kind::Alias { .. } | Kind::Trait => space == Space::Type,
            Kind::Function | Kind::Constant => space == Space::Value,
            _ => false,
        };
        let ids = ids.filter(|id| self.sources.cfg.all(&self.item(*id).cfg) == Truth::Yes);
        ids.filter(own).map(|id| self.span(id)).next()
    }

    /// Whether a macro that has the arguments of `include_wrappers!` is that macro.
    pub(crate) fn is_inclusion(&self, path: &PathText, module: ModuleId) -> bool {
        match self.path(path, module, Space::Macro).first() {
            Some(Named::Foreign(target)) => {
                let keys = &self.sources.package.runtime_keys;
                target.last().is_some_and(|last| last == INCLUSION)
                    && target.iter().any(|segment| keys.contains(segment))
            }
            _ => path.segments.last().is_some_and(|last| last == INCLUSION),
        }
    }

    /// Whether a module calls a macro that may bring in its wrappers: one of this package does so for somebody.
    pub(crate) fn may_be_included(&self, module: ModuleId) -> bool {
        let calls = self.sources.module(module).items.iter().any(|(_, item)| matches!(item.kind, Kind::Opaque(_)));
        let includes = |(_, item): (ItemId, &Item)| match &item.kind {
            Kind::MacroRules(identifiers) => identifiers.iter().any(|ident| ident == INCLUSION),
            _ => false,
        };
        calls && self.items().any(includes)
    }

    /// What an attribute's path means in a module.
    pub(crate) fn marker(&self, path: &syn::Path, module: ModuleId) -> Attribution {
        let path = path_of(path);
        let Some(last) = path.segments.last().filter(|last| self.marker_words.contains(*last)) else {
            return Attribution::Other;
        };
        let uncertain = match Marker::named(last) {
            Some(_) => Attribution::Uncertain,
            None => Attribution::Other,
        };
        match self.path(&path, module, Space::Macro) {
            Answer::Named(named) => match named.as_slice() {
                [Named::Foreign(path), ..] => self.foreign_marker(path),
                [Named::Unknown, ..] => uncertain,
                _ => Attribution::Other,
            },
            Answer::Missing(..) if path.segments.len() == 1 => uncertain,
            Answer::Missing(..) | Answer::Private(..) => Attribution::Other,
        }
    }

    fn foreign_marker(&self, path: &[String]) -> Attribution {
        let is_runtime = |name: &String| self.sources.package.runtime_keys.contains(name);
        match (path, path.last().and_then(|name| Marker::named(name))) {
            ([first, _, ..], Some(marker)) if is_runtime(first) => Attribution::Ours(marker),
            ([_, rest @ .., _], Some(_)) if rest.iter().any(is_runtime) => Attribution::Uncertain,
            _ => Attribution::Other,
        }
    }
}

/// Finds the function whose name stands at a place.
struct FunctionAt {
    place: Place,
    found: Option<syn::Signature>,
}

impl Visit<'_> for FunctionAt {
    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        if Place::of(item.sig.ident.span()) == self.place {
            self.found = Some(item.sig.clone());
        }
    }
}
