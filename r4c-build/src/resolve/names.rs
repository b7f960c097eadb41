//! What a path names, as far as the sources of this package show it.
//!
//! The look-up follows items, `use`, renames, globs, re-exports and `extern crate` across modules, files and targets. It
//! ends in an item of the package, in a path of another crate, or in *unknown*: where a macro, another crate's glob or a
//! missing file may be behind it. *Missing* is said only where nothing of that kind can be.
use std::collections::{HashMap, HashSet};

use super::prelude;
use crate::cfg::Truth;
use crate::discover::{ModuleId, Sources, TargetKind};
use crate::source::Span;
use crate::summary::{Item, Kind, PathText, Visible, path_of};

/// The names of all modules.
#[derive(Debug)]
pub(crate) struct Names<'a> {
    /// What they were read from.
    pub sources: &'a Sources,
    scopes: Vec<Scope>,
    /// The last segments that a marker may have: the three names and their renames.
    pub marker_words: HashSet<String>,
}

/// The names of one module.
#[derive(Debug, Default)]
struct Scope {
    /// Indices into the module's items.
    items: HashMap<String, Vec<usize>>,
    modules: HashMap<String, Vec<ModuleId>>,
    globs: Vec<usize>,
    /// Whether a macro may add names.
    opaque: bool,
    /// Types whose derives or attributes may add names like theirs.
    generating: Vec<String>,
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

type Seen = Vec<(ModuleId, String, Space)>;

/// Longer chains of imports than any program has.
const LONGEST: usize = 64;

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

    /// What a path names that is written in a module.
    pub(crate) fn path(&self, path: &PathText, module: ModuleId, space: Space) -> Answer {
        self.walk(path, module, space, module, &mut Vec::new())
    }

    fn walk(&self, path: &PathText, module: ModuleId, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        let last = path.segments.len().saturating_sub(1);
        let mut here = vec![Named::Module(module)];
        for (index, name) in path.segments.iter().enumerate() {
            let space = if index == last { space } else { Space::Type };
            let answer = match (index, name.as_str()) {
                (0, _) if path.absolute => self.krate(name, module),
                (0, "crate" | "$crate") => named(Named::Module(self.sources.target(module).root)),
                (0, "self") => named(Named::Module(module)),
                (_, "super") => self.parents(&here, index),
                (_, "self") => Answer::Named(here.clone()),
                (0, "Self") => named(Named::Unknown),
                (0, _) => self.in_scope(name, module, space, from, seen),
                _ => self.members(&here, name, space, from, seen),
            };
            match answer {
                Answer::Named(named) => here = named,
                // The dependencies are not known: what no module has can only be a crate.
                Answer::Missing(..) if index == 0 && last > 0 && self.sources.package.externs.is_none() => {
                    here = vec![Named::Foreign(vec![name.clone()])];
                }
                Answer::Missing(_, module) => return Answer::Missing(index, module),
                Answer::Private(_, span) => return Answer::Private(index, span),
            }
        }
        Answer::Named(here)
    }

    fn parents(&self, here: &[Named], index: usize) -> Answer {
        match here {
            [Named::Module(module)] => match self.sources.module(*module).parent {
                Some(parent) => named(Named::Module(parent)),
                None => Answer::Missing(index, *module),
            },
            _ => named(Named::Unknown),
        }
    }

    /// A name as the first segment of a path: of the module, of a crate, of the standard prelude.
    fn in_scope(&self, name: &str, module: ModuleId, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        match self.member(module, name, space, from, seen) {
            Answer::Missing(..) => {}
            answer => return answer,
        }
        if space == Space::Type {
            match self.krate(name, module) {
                Answer::Missing(..) => {}
                answer => return answer,
            }
        }
        match prelude::contains(name, space) {
            true => named(Named::Foreign(vec!["std".to_owned(), name.to_owned()])),
            false => Answer::Missing(0, module),
        }
    }

    /// A crate: another one, this package's lib, or one that an `extern crate` in the root renames.
    fn krate(&self, name: &str, module: ModuleId) -> Answer {
        let package = &self.sources.package;
        let foreign = || named(Named::Foreign(vec![name.to_owned()]));
        let lib = self.sources.targets.iter().find(|target| target.kind == TargetKind::Lib);
        if let Some(lib) = lib.filter(|lib| package.lib_name == name && lib.root != self.sources.target(module).root) {
            return named(Named::Module(lib.root));
        }
        if package.runtime_keys.iter().any(|key| key == name) || prelude::CRATES.contains(&name) {
            return foreign();
        }
        let root = self.sources.target(module).root;
        for index in self.scopes[root.0].items.get(name).into_iter().flatten() {
            match &self.item(ItemId { module: root, index: *index }).kind {
                Kind::ExternCrate(krate) if krate == "self" => return named(Named::Module(root)),
                Kind::ExternCrate(krate) => return named(Named::Foreign(vec![krate.clone()])),
                _ => {}
            }
        }
        match &package.externs {
            Some(externs) if externs.contains(name) => foreign(),
            _ => Answer::Missing(0, module),
        }
    }

    fn members(&self, here: &[Named], name: &str, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        let mut all = Vec::new();
        let mut fault = None;
        for named in here {
            match named {
                Named::Module(module) => match self.member(*module, name, space, from, seen) {
                    Answer::Named(named) => all.extend(named),
                    answer => fault = fault.or(Some(answer)),
                },
                Named::Foreign(path) => all.push(Named::Foreign([path.as_slice(), &[name.to_owned()]].concat())),
                Named::Item(id) => match &self.item(*id).kind {
                    Kind::Type(summary) if summary.variants.iter().any(|variant| variant == name) => {
                        all.push(Named::Variant(*id));
                    }
                    _ => all.push(Named::Unknown),
                },
                Named::Variant(_) | Named::Unknown => all.push(Named::Unknown),
            }
        }
        match fault {
            Some(fault) if all.is_empty() => fault,
            _ => Answer::Named(all),
        }
    }

    /// A name of a module: its items and imports, then its globs.
    fn member(&self, module: ModuleId, name: &str, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        let key = (module, name.to_owned(), space);
        if seen.contains(&key) || seen.len() > LONGEST {
            return Answer::Missing(0, module);
        }
        seen.push(key);
        let answer = self.own_member(module, name, space, from, seen);
        let answer = match answer {
            Answer::Missing(..) => self.by_globs(module, name, space, from, seen),
            answer => answer,
        };
        seen.pop();
        answer
    }

    fn own_member(&self, module: ModuleId, name: &str, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        let scope = &self.scopes[module.0];
        let mut all = Vec::new();
        let mut private = None;
        if space == Space::Type {
            for child in scope.modules.get(name).into_iter().flatten() {
                let declared = self.sources.module(*child);
                match self.accessible(&declared.visibility, module, from) {
                    true => all.push(Named::Module(*child)),
                    false => private = Some(declared.declared),
                }
            }
        }
        for index in scope.items.get(name).into_iter().flatten() {
            let id = ItemId { module, index: *index };
            let item = self.item(id);
            let named = self.declared(id, item, space, seen);
            if !named.is_empty() && !self.accessible(&item.visibility, module, from) {
                private = Some(self.span(id));
            } else {
                all.extend(named);
            }
        }
        match (all.is_empty(), private) {
            (false, _) => Answer::Named(all),
            (true, Some(span)) => Answer::Private(0, span),
            (true, None) => Answer::Missing(0, module),
        }
    }

    /// What an item gives its name to in one of the spaces.
    fn declared(&self, id: ItemId, item: &Item, space: Space, seen: &mut Seen) -> Vec<Named> {
        let own = match &item.kind {
            Kind::Use(path) => {
                return self.imported(path, id.module, space, seen);
            }
            Kind::ExternCrate(_) if space == Space::Type => return self.extern_crate(item, id.module),
            Kind::Type(_) | Kind::Alias { .. } | Kind::Trait => Space::Type,
            Kind::Function | Kind::Constant => Space::Value,
            Kind::MacroRules(_) => Space::Macro,
            _ => return Vec::new(),
        };
        if own == space { vec![Named::Item(id)] } else { Vec::new() }
    }

    /// What `use path` gives in one of the spaces; *unknown* if it cannot be followed in any.
    fn imported(&self, path: &PathText, module: ModuleId, space: Space, seen: &mut Seen) -> Vec<Named> {
        let mut follow = |space| match self.walk(path, module, space, module, seen) {
            Answer::Named(named) => Some(named),
            Answer::Missing(..) | Answer::Private(..) => None,
        };
        if let Some(named) = follow(space) {
            return named;
        }
        let others = [Space::Type, Space::Value, Space::Macro].into_iter().filter(|other| *other != space);
        match others.into_iter().any(|other| follow(other).is_some()) || path.segments.len() < 2 {
            true => Vec::new(),
            false => vec![Named::Unknown],
        }
    }

    fn extern_crate(&self, item: &Item, module: ModuleId) -> Vec<Named> {
        match &item.kind {
            Kind::ExternCrate(krate) if krate == "self" => vec![Named::Module(self.sources.target(module).root)],
            Kind::ExternCrate(krate) => vec![Named::Foreign(vec![krate.clone()])],
            _ => Vec::new(),
        }
    }

    fn by_globs(&self, module: ModuleId, name: &str, space: Space, from: ModuleId, seen: &mut Seen) -> Answer {
        let scope = &self.scopes[module.0];
        let mut all = Vec::new();
        let mut unknown = scope.opaque || scope.generating.iter().any(|part| name.contains(part.as_str()));
        for index in &scope.globs {
            let id = ItemId { module, index: *index };
            let item = self.item(id);
            let Kind::Glob(path) = &item.kind else { continue };
            if !self.accessible(&item.visibility, module, from) {
                continue;
            }
            let Answer::Named(targets) = self.walk(path, module, Space::Type, module, seen) else {
                unknown = true;
                continue;
            };
            for target in targets {
                match target {
                    Named::Module(target) => match self.member(target, name, space, module, seen) {
                        Answer::Named(named) => all.extend(named),
                        Answer::Missing(..) | Answer::Private(..) => {}
                    },
                    Named::Foreign(path) if self.is_runtime_item(&path, name) => {
                        all.push(Named::Foreign([path.as_slice(), &[name.to_owned()]].concat()));
                    }
                    Named::Item(id) => match &self.item(id).kind {
                        Kind::Type(summary) if summary.variants.iter().any(|variant| variant == name) => {
                            all.push(Named::Variant(id));
                        }
                        _ => {}
                    },
                    Named::Foreign(_) | Named::Variant(_) | Named::Unknown => unknown = true,
                }
            }
        }
        all.dedup();
        match (all.is_empty(), unknown) {
            (false, _) => Answer::Named(all),
            (true, true) => named(Named::Unknown),
            (true, false) => Answer::Missing(0, module),
        }
    }

    /// Whether a glob of the runtime brings in this name.
    fn is_runtime_item(&self, path: &[String], name: &str) -> bool {
        let ours = path.first().is_some_and(|first| self.sources.package.runtime_keys.contains(first));
        ours && (Marker::named(name).is_some() || name == "Classifier")
    }

    /// Whether something of this visibility in `module` may be named in `from`.
    fn accessible(&self, visibility: &Visible, module: ModuleId, from: ModuleId) -> bool {
        self.scope_of(visibility, module).is_none_or(|scope| self.sources.ancestry(from).contains(&scope))
    }

    /// The module in which, and below which, something of this visibility may be named; `None` is everywhere.
    pub(crate) fn scope_of(&self, visibility: &Visible, module: ModuleId) -> Option<ModuleId> {
        let Visible::In(path) = visibility else { return None };
        match path.segments.first().map(String::as_str) {
            Some("self") if path.segments.len() == 1 => Some(module),
            Some("crate") if path.segments.len() == 1 => Some(self.sources.target(module).root),
            _ => match self.walk(path, module, Space::Type, module, &mut Vec::new()) {
                Answer::Named(named) => match named.first() {
                    Some(Named::Module(scope)) => Some(*scope),
                    _ => Some(self.sources.target(module).root),
                },
                _ => Some(self.sources.target(module).root),
            },
        }
    }
}

fn named(one: Named) -> Answer {
    Answer::Named(vec![one])
}
