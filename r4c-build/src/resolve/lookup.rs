//! The walk along a path: items, imports, globs, crates.
use super::names::{Answer, ItemId, Marker, Named, Names, Space};
use super::prelude;
use crate::discover::{ModuleId, TargetKind};
use crate::summary::{Item, Kind, PathText, Visible};

type Seen = Vec<(ModuleId, String, Space)>;

/// Longer chains of imports than any program has.
const LONGEST: usize = 64;

impl Names<'_> {
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
                answer if index == 0 && last > 0 && self.is_unknown_crate(&answer) => {
                    here = vec![Named::Foreign(vec![name.clone()])];
                }
                Answer::Named(named) => here = named,
                Answer::Missing(_, module) => return Answer::Missing(index, module),
                Answer::Private(_, span) => return Answer::Private(index, span),
            }
        }
        Answer::Named(here)
    }

    /// Where the dependencies are not known: what no module has for certain can only be a crate.
    fn is_unknown_crate(&self, answer: &Answer) -> bool {
        let nowhere = matches!(answer, Answer::Missing(..)) || answer.first() == Some(&Named::Unknown);
        nowhere && self.sources.package.externs.is_none()
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
            // A macro or a foreign glob could bring in a crate's or the prelude's name; nobody does that.
            answer if answer.first() == Some(&Named::Unknown) => {
                return match self.everywhere(name, module, space) {
                    Answer::Missing(..) => answer,
                    everywhere => everywhere,
                };
            }
            answer => return answer,
        }
        self.everywhere(name, module, space)
    }

    /// A name that needs no import: of a crate, of the standard prelude.
    fn everywhere(&self, name: &str, module: ModuleId, space: Space) -> Answer {
        let krate = match space {
            Space::Type => self.krate(name, module),
            Space::Value | Space::Macro => Answer::Missing(0, module),
        };
        match krate {
            Answer::Missing(..) if prelude::contains(name, space) => {
                named(Named::Foreign(vec!["std".to_owned(), name.to_owned()]))
            }
            krate => krate,
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
            Kind::ExternCrate(_) if space == Space::Type => {
                return self.extern_crate(item, id.module);
            }
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
            Kind::ExternCrate(krate) if krate == "self" => {
                vec![Named::Module(self.sources.target(module).root)]
            }
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
            let Kind::Glob(path) = &item.kind else {
                continue;
            };
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
        let Visible::In(path) = visibility else {
            return None;
        };
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
