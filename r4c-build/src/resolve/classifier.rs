//! What the path of a classifier names, how a value of it is made, and whether it implements `Classifier`.
//!
//! Every answer has three values; *unknown* is left to the bounds in the generated code.
use std::cell::RefCell;
use std::collections::HashMap;

use syn::spanned::Spanned;

use super::names::{Answer, ItemId, Named, Names, Space};
use crate::cfg::Truth;
use crate::discover::ModuleId;
use crate::model::{Binding, Classifier, Construction};
use crate::report::nearest;
use crate::source::Span;
use crate::summary::{Item, Kind, PathText, Target, TypeSummary, path_of};

/// More aliases in a row than any program has.
const LONGEST: usize = 16;

/// Fills in what the path of a classifier names, which is written in `module` under these type parameters.
pub(super) fn bind(classifier: &mut Classifier, module: ModuleId, parameters: &[String], known: &Known<'_>) {
    let names = known.names;
    let path = path_of(&classifier.path);
    let segment = |index: usize| {
        let ident = classifier.path.segments.get(index).map(|segment| segment.ident.span());
        ident.map_or(classifier.span, |span| Span::from_tokens(classifier.span.file, span.span()))
    };
    let search = Search { names, known, module, path: &path };
    let found = match path.segments.as_slice() {
        [first, rest @ ..] if first == "Self" => {
            Found::not_concrete(if rest.is_empty() { "`Self`" } else { "an associated type" })
        }
        [first, rest @ ..] if parameters.contains(first) => {
            Found::not_concrete(if rest.is_empty() { "a type parameter" } else { "an associated type" })
        }
        _ => search.find(&segment),
    };
    classifier.binding = found.binding;
    classifier.construction = found.construction;
    if let Some(identity) = found.identity {
        classifier.identity = identity;
    } else {
        classifier.identity = format!("{}|{}", names.sources.path(module), classifier.identity);
    }
}

/// What was found out about the types so far: many markers name the same class.
pub(super) struct Known<'a> {
    names: &'a Names<'a>,
    abilities: RefCell<HashMap<ItemId, Abilities>>,
}

/// Whether a type has, or may have, what a classifier needs.
#[derive(Debug, Clone, Copy)]
struct Abilities {
    default: bool,
    classifies: bool,
}

impl<'a> Known<'a> {
    /// Nothing yet.
    pub(super) fn new(names: &'a Names<'a>) -> Known<'a> {
        Known { names, abilities: RefCell::default() }
    }

    fn abilities(&self, id: ItemId, item: &Item, summary: &TypeSummary) -> Abilities {
        if let Some(known) = self.abilities.borrow().get(&id) {
            return *known;
        }
        let names = self.names;
        let mentioned = summary.foreign || mentioned_by_macro(names, &item.name);
        let mut derives = summary.defaults.iter().map(|under| names.sources.cfg.all(under));
        let derived = derives.any(|truth| truth != Truth::No);
        let found = Abilities {
            default: derived || mentioned || implements(names, id, is_default),
            classifies: mentioned || implements(names, id, is_classifier),
        };
        self.abilities.borrow_mut().insert(id, found);
        found
    }
}

struct Search<'a> {
    known: &'a Known<'a>,
    names: &'a Names<'a>,
    module: ModuleId,
    path: &'a PathText,
}

struct Found {
    binding: Binding,
    construction: Construction,
    /// `None`: as written in this module.
    identity: Option<String>,
}

impl Found {
    fn unknown(identity: Option<String>) -> Found {
        Found { binding: Binding::Unknown, construction: Construction::Unknown, identity }
    }

    fn fault(binding: Binding) -> Found {
        Found { binding, construction: Construction::Unknown, identity: None }
    }

    fn not_concrete(what: &'static str) -> Found {
        Found::fault(Binding::NotConcrete { what })
    }
}

impl Search<'_> {
    fn find(&self, segment: &dyn Fn(usize) -> Span) -> Found {
        match self.names.path(self.path, self.module, Space::Type) {
            Answer::Named(named) => self.of_named(&named),
            Answer::Private(index, span) => {
                let name = self.path.segments[index].clone();
                Found::fault(Binding::Inaccessible { name, at: segment(index), span })
            }
            Answer::Missing(index, module) => self.missing(index, module, segment(index)),
        }
    }

    /// Not a type: a value or macro of this name, a type in a body, or nothing.
    fn missing(&self, index: usize, module: ModuleId, span: Span) -> Found {
        let last = index + 1 == self.path.segments.len();
        for space in [Space::Value, Space::Macro] {
            match self.names.path(self.path, self.module, space) {
                Answer::Named(named) if last => match named.first() {
                    Some(Named::Item(id)) => {
                        let what = self.names.item(*id).kind.noun();
                        return Found::fault(Binding::NotAType { what, span: Some(self.names.span(*id)) });
                    }
                    Some(Named::Variant(id)) => {
                        let span = Some(self.names.span(*id));
                        return Found::fault(Binding::NotAType { what: "variant", span });
                    }
                    Some(Named::Unknown | Named::Foreign(_)) => return Found::unknown(None),
                    _ => {}
                },
                _ => {}
            }
        }
        let name = self.path.segments[index].clone();
        if let Some(span) = self.names.in_body(module, &name) {
            return Found::fault(Binding::InBody { span });
        }
        let crates = self.names.sources.package.externs.iter().flatten().map(String::as_str);
        let crates = crates.filter(|_| index == 0 && !last);
        let similar = nearest(&name, self.names.type_names(module).into_iter().chain(crates)).map(str::to_owned);
        let module = self.names.sources.path(module);
        Found::fault(Binding::Missing { name, span, module, similar })
    }

    fn of_named(&self, named: &[Named]) -> Found {
        let mut found: Vec<_> = named.iter().map(|named| self.of_one(named)).collect();
        // Several definitions under different cfgs: a fault of one need not be there in this build.
        let same =
            |a: &Found, b: &Found| a.construction == b.construction && is_type(&a.binding) && is_type(&b.binding);
        let agreed = found.windows(2).all(|pair| same(&pair[0], &pair[1]));
        match (found.pop(), agreed) {
            (Some(found), true) => found,
            _ => Found::unknown(None),
        }
    }

    fn of_one(&self, named: &Named) -> Found {
        match named {
            Named::Item(id) => self.of_item(*id, 0),
            Named::Module(id) => {
                let span = Some(self.names.sources.module(*id).declared);
                Found::fault(Binding::NotAType { what: "module", span })
            }
            Named::Variant(id) => Found::fault(Binding::NotAType { what: "variant", span: Some(self.names.span(*id)) }),
            Named::Foreign(path) if path.len() < 2 => Found::fault(Binding::NotAType { what: "crate", span: None }),
            Named::Foreign(path) => Found::unknown(Some(path.join("::"))),
            Named::Unknown => Found::unknown(None),
        }
    }

    fn of_item(&self, id: ItemId, depth: usize) -> Found {
        let item = self.names.item(id);
        match &item.kind {
            Kind::Type(summary) if summary.generic && depth == 0 => {
                Found::fault(Binding::Generic { span: self.names.span(id) })
            }
            Kind::Type(summary) => self.of_type(id, item, summary),
            Kind::Alias { generic: true, .. } if depth == 0 => {
                Found::fault(Binding::Generic { span: self.names.span(id) })
            }
            Kind::Alias { target, .. } if depth < LONGEST => self.of_alias(id, target, depth),
            Kind::Trait => Found::not_concrete("a trait"),
            _ => Found::unknown(None),
        }
    }

    fn of_alias(&self, id: ItemId, target: &Target, depth: usize) -> Found {
        let own = Some(self.identity(id));
        match target {
            Target::Object => Found::not_concrete("an alias of a trait object"),
            Target::Path(path) => match self.names.path(path, id.module, Space::Type) {
                Answer::Named(named) => match named.as_slice() {
                    [Named::Item(target)] => {
                        let found = self.of_item(*target, depth + 1);
                        let generic = matches!(&self.names.item(*target).kind, Kind::Type(summary) if summary.generic);
                        Found { identity: if generic { own } else { found.identity }, ..found }
                    }
                    _ => Found::unknown(own),
                },
                _ => Found::unknown(own),
            },
            Target::Blanket | Target::Other => Found::unknown(own),
        }
    }

    fn of_type(&self, id: ItemId, item: &Item, summary: &TypeSummary) -> Found {
        let names = self.names;
        let abilities = self.known.abilities(id, item, summary);
        let construction = match (summary.unit, abilities.default) {
            (true, false) => Construction::Unit,
            (true, true) => Construction::UnitOrDefault,
            (false, true) => Construction::Default,
            (false, false) => Construction::Unknown,
        };
        let binding = Binding::Type {
            name: item.name.clone(),
            span: names.span(id),
            constructible: summary.unit || abilities.default,
            implements: abilities.classifies,
        };
        Found { binding, construction, identity: Some(self.identity(id)) }
    }

    fn identity(&self, id: ItemId) -> String {
        let names = self.names;
        format!("{}::{}", names.sources.path(id.module), names.item(id).name)
    }
}

fn is_type(binding: &Binding) -> bool {
    matches!(binding, Binding::Type { .. })
}

/// Whether some impl of the package may be one of a trait for this type.
fn implements(names: &Names<'_>, id: ItemId, is_trait: fn(&Names<'_>, &PathText, ModuleId) -> bool) -> bool {
    let name = &names.item(id).name;
    names.items().any(|(at, item)| match &item.kind {
        Kind::Impl { of, target, .. } => match target {
            Target::Blanket => is_trait(names, of, at.module),
            Target::Path(path) => names_type(names, path, at.module, id, name) && is_trait(names, of, at.module),
            Target::Object | Target::Other => false,
        },
        _ => false,
    })
}

/// Whether a path names this type, as far as one can see.
fn names_type(names: &Names<'_>, path: &PathText, module: ModuleId, id: ItemId, name: &str) -> bool {
    match names.path(path, module, Space::Type) {
        Answer::Named(named) => named.iter().any(|named| match named {
            Named::Item(found) if *found == id => true,
            Named::Item(found) => match &names.item(*found).kind {
                Kind::Alias { target: Target::Path(path), .. } => {
                    let last = names.path(path, found.module, Space::Type);
                    matches!(last.first(), Some(Named::Item(target)) if *target == id)
                }
                // The other definition under another cfg.
                Kind::Type(_) => found.module == id.module && names.item(*found).name == name,
                _ => false,
            },
            Named::Unknown => true,
            _ => false,
        }),
        // In a function body a name may be local.
        _ => path.segments.last().is_some_and(|last| last == name),
    }
}

/// Whether a trait is, or may be, r4c's `Classifier`.
fn is_classifier(names: &Names<'_>, of: &PathText, module: ModuleId) -> bool {
    match names.path(of, module, Space::Type).first() {
        Some(Named::Foreign(path)) => !["std", "core", "alloc"].contains(&path[0].as_str()),
        Some(Named::Unknown) | None => true,
        Some(_) => false,
    }
}

/// Whether a trait is, or may be, `Default`.
fn is_default(names: &Names<'_>, of: &PathText, module: ModuleId) -> bool {
    match names.path(of, module, Space::Type).first() {
        Some(Named::Foreign(path)) => path.last().is_some_and(|last| last == "Default"),
        Some(Named::Unknown) | None => true,
        Some(_) => false,
    }
}

/// Whether a macro whose output cannot be seen has this name among its tokens.
fn mentioned_by_macro(names: &Names<'_>, name: &str) -> bool {
    names.items().any(|(_, item)| match &item.kind {
        Kind::Opaque(identifiers) | Kind::MacroRules(identifiers) => identifiers.iter().any(|ident| ident == name),
        _ => false,
    })
}
