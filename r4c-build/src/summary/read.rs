//! A syntax tree to its summary.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Meta, UseTree, Visibility};

use super::macros::{body_items, identifiers};
use super::types::{bounds_of_all, is_generating, is_generic, target, type_summary};
use super::wrappers::{included_file, included_output, wrappers_file};
use super::{FileSummary, Item, Kind, PathText, Place, TypeSummary, Visible};
use crate::cfg;

/// The summary of a file's text.
pub(crate) fn summarize(text: &str) -> FileSummary {
    match syn::parse_file(text) {
        Ok(file) => FileSummary { items: Reader::read(&file.items, &[]), error: None },
        Err(error) => FileSummary { items: Vec::new(), error: Some((error.to_string(), Place::of(error.span()))) },
    }
}

/// A path without its generic arguments.
pub(crate) fn path_of(path: &syn::Path) -> PathText {
    let segments = path.segments.iter().map(|segment| unraw(&segment.ident)).collect();
    PathText { absolute: path.leading_colon.is_some(), segments }
}

/// An identifier without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Collects the items of one module.
struct Reader<'a> {
    /// The predicates of the macro bodies around them.
    around: &'a [String],
    items: Vec<Item>,
}

impl Reader<'_> {
    fn read(items: &[syn::Item], around: &[String]) -> Vec<Item> {
        let mut reader = Reader { around, items: Vec::new() };
        items.iter().for_each(|item| reader.item(item));
        reader.items
    }

    fn item(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Mod(item) => self.module(item),
            syn::Item::Use(item) => {
                let mut prefix = PathText { absolute: item.leading_colon.is_some(), segments: Vec::new() };
                self.use_tree(item, &item.tree, &mut prefix);
            }
            syn::Item::ExternCrate(item) => {
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
                self.named(name, &item.vis, &item.attrs, Kind::ExternCrate(unraw(&item.ident)));
            }
            syn::Item::Struct(item) => {
                let unit = matches!(item.fields, syn::Fields::Unit);
                let summary = TypeSummary { unit, ..type_summary(&item.generics, &item.attrs) };
                self.named(&item.ident, &item.vis, &item.attrs, Kind::Type(summary));
            }
            syn::Item::Enum(item) => {
                let variants = item.variants.iter().map(|variant| unraw(&variant.ident)).collect();
                let summary = TypeSummary { variants, ..type_summary(&item.generics, &item.attrs) };
                self.named(&item.ident, &item.vis, &item.attrs, Kind::Type(summary));
            }
            syn::Item::Union(item) => {
                let summary = type_summary(&item.generics, &item.attrs);
                self.named(&item.ident, &item.vis, &item.attrs, Kind::Type(summary));
            }
            syn::Item::Type(item) => {
                let target = target(&item.ty, &item.generics);
                let generic = is_generic(&item.generics);
                let text = item.to_token_stream().to_string();
                self.named(&item.ident, &item.vis, &item.attrs, Kind::Alias { target, generic, text });
            }
            syn::Item::Trait(item) => self.named(&item.ident, &item.vis, &item.attrs, Kind::Trait),
            syn::Item::TraitAlias(item) => self.named(&item.ident, &item.vis, &item.attrs, Kind::Trait),
            syn::Item::Fn(item) => self.named(&item.sig.ident, &item.vis, &item.attrs, Kind::Function),
            syn::Item::Const(item) => self.named(&item.ident, &item.vis, &item.attrs, Kind::Constant),
            syn::Item::Static(item) => self.named(&item.ident, &item.vis, &item.attrs, Kind::Constant),
            syn::Item::Impl(item) => self.implementation(item),
            syn::Item::Macro(item) => self.macro_item(item),
            syn::Item::Verbatim(tokens) => self.unnamed(tokens, &[], Kind::Opaque(identifiers(tokens))),
            _ => {}
        }
        self.bodies(item);
    }

    fn module(&mut self, item: &syn::ItemMod) {
        let mut paths = Vec::new();
        for (under, meta) in cfg::flatten(&item.attrs) {
            if let Some(path) = string_value(&meta, "path") {
                paths.push((under, path));
            }
        }
        let mut inline = item.content.as_ref().map(|(_, items)| Reader::read(items, &[]));
        if let (Some(items), true) = (&mut inline, is_generating(&item.attrs)) {
            let mut inside = Reader { around: &[], items: Vec::new() };
            inside.unnamed(&item.ident, &[], Kind::Opaque(Vec::new()));
            items.append(&mut inside.items);
        }
        let raw = item.ident.to_string().starts_with("r#");
        self.named(&item.ident, &item.vis, &item.attrs, Kind::Module { raw, paths, inline });
    }

    fn use_tree(&mut self, item: &syn::ItemUse, tree: &UseTree, prefix: &mut PathText) {
        match tree {
            UseTree::Path(part) => {
                prefix.segments.push(unraw(&part.ident));
                self.use_tree(item, &part.tree, prefix);
                prefix.segments.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.use_tree(item, tree, prefix));
            }
            UseTree::Name(name) => self.import(item, &name.ident, None, prefix),
            UseTree::Rename(rename) => self.import(item, &rename.ident, Some(&rename.rename), prefix),
            UseTree::Glob(glob) => {
                let place = Place::of(glob.span());
                self.push(String::new(), place, &item.vis, &item.attrs, Kind::Glob(prefix.clone()));
            }
        }
    }

    /// `use prefix::name` or `use prefix::name as alias`, where `name` may be `self`.
    fn import(&mut self, item: &syn::ItemUse, name: &Ident, alias: Option<&Ident>, prefix: &PathText) {
        let mut path = prefix.clone();
        if name != "self" || path.segments.is_empty() {
            path.segments.push(unraw(name));
        }
        let called = alias.map(unraw).or_else(|| path.segments.last().cloned()).unwrap_or_default();
        let place = Place::of(alias.unwrap_or(name).span());
        self.push(called, place, &item.vis, &item.attrs, Kind::Use(path));
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        let target = target(&item.self_ty, &item.generics);
        let kind = match &item.trait_ {
            Some((path, _)) => {
                let for_all = bounds_of_all(&item.self_ty, &item.generics);
                Kind::Impl { of: path_of(path), target, for_all }
            }
            None => Kind::Inherent { target, functions: functions(item) },
        };
        self.unnamed(&item.self_ty, &item.attrs, kind);
    }

    fn macro_item(&mut self, item: &syn::ItemMacro) {
        let name = item.mac.path.segments.last().map(|segment| unraw(&segment.ident)).unwrap_or_default();
        let tokens = &item.mac.tokens;
        if let Some(ident) = &item.ident {
            self.push(
                unraw(ident),
                Place::of(ident.span()),
                &Visibility::Inherited,
                &item.attrs,
                Kind::MacroRules(identifiers(tokens)),
            );
        } else if name == "include_wrappers" {
            let place = if tokens.is_empty() { item.mac.span() } else { tokens.span() };
            let kind = Kind::Wrappers { file: wrappers_file(tokens), by: Some(path_of(&item.mac.path)) };
            self.push(String::new(), Place::of(place), &Visibility::Inherited, &item.attrs, kind);
        } else if name == "include" {
            let kind = match (included_output(tokens), included_file(tokens)) {
                (Some(file), _) => Kind::Wrappers { file: Some(file), by: None },
                (None, Some((base, path))) => Kind::Include(base, path),
                (None, None) => Kind::Opaque(identifiers(tokens)),
            };
            self.unnamed(tokens, &item.attrs, kind);
        } else {
            self.foreign_macro(item, &name);
        }
    }

    /// A macro of somebody else: its body may be items, and its output may be anything.
    fn foreign_macro(&mut self, item: &syn::ItemMacro, name: &str) {
        let bodies = body_items(name, &item.mac.tokens);
        let outer = cfg::predicates(&item.attrs);
        for body in bodies.iter().flatten() {
            let around: Vec<_> = self.around.iter().chain(&outer).chain(&body.cfg).cloned().collect();
            self.items.extend(Reader::read(&body.items, &around));
        }
        if let (None, Some(file)) = (&bodies, wrappers_file(&item.mac.tokens)) {
            // `include_wrappers!`, if that is imported under this name.
            let kind = Kind::Wrappers { file: Some(file), by: Some(path_of(&item.mac.path)) };
            self.unnamed(item, &item.attrs, kind);
        }
        let passes_only = name == "thread_local" || name.starts_with("cfg_");
        if bodies.is_none() || !passes_only {
            self.unnamed(item, &item.attrs, Kind::Opaque(identifiers(&item.mac.tokens)));
        }
    }

    /// Types and impls inside the bodies of an item.
    fn bodies(&mut self, item: &syn::Item) {
        if matches!(
            item,
            syn::Item::Fn(_) | syn::Item::Impl(_) | syn::Item::Trait(_) | syn::Item::Const(_) | syn::Item::Static(_)
        ) {
            let mut bodies = Bodies { reader: self, depth: 0 };
            bodies.visit_item(item);
        }
    }

    fn named(&mut self, name: &Ident, visibility: &Visibility, attributes: &[Attribute], kind: Kind) {
        if is_generating(attributes) {
            self.unnamed(name, attributes, Kind::Generating(unraw(name)));
        }
        self.push(unraw(name), Place::of(name.span()), visibility, attributes, kind);
    }

    fn unnamed(&mut self, node: &impl Spanned, attributes: &[Attribute], kind: Kind) {
        self.push(String::new(), Place::of(node.span()), &Visibility::Inherited, attributes, kind);
    }

    fn push(&mut self, name: String, place: Place, visibility: &Visibility, attributes: &[Attribute], kind: Kind) {
        let mut cfg = self.around.to_vec();
        cfg.extend(cfg::predicates(attributes));
        self.items.push(Item { name, place, visibility: visible(visibility), cfg, kind });
    }
}

/// Walks through the blocks of an item.
struct Bodies<'a, 'b> {
    reader: &'a mut Reader<'b>,
    depth: usize,
}

impl Visit<'_> for Bodies<'_, '_> {
    fn visit_block(&mut self, block: &syn::Block) {
        self.depth += 1;
        syn::visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_item(&mut self, item: &syn::Item) {
        if self.depth > 0 {
            let (name, attributes) = match item {
                syn::Item::Struct(item) => (Some(&item.ident), &item.attrs),
                syn::Item::Enum(item) => (Some(&item.ident), &item.attrs),
                syn::Item::Type(item) => (Some(&item.ident), &item.attrs),
                syn::Item::Impl(item) => {
                    self.reader.implementation(item);
                    (None, &item.attrs)
                }
                _ => (None, &Vec::new()),
            };
            if let Some(name) = name {
                self.reader.named(name, &Visibility::Inherited, attributes, Kind::InBody);
            }
        }
        syn::visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, item: &syn::Macro) {
        if self.depth > 0 && !item.tokens.is_empty() && item.path.segments.len() == 1 && is_impl_like(&item.tokens) {
            self.reader.unnamed(item, &[], Kind::Opaque(identifiers(&item.tokens)));
        }
    }
}

/// Whether the tokens of a macro in a body may become an impl.
fn is_impl_like(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == "impl"))
}

fn functions(item: &syn::ItemImpl) -> Vec<String> {
    let name = |member: &syn::ImplItem| match member {
        syn::ImplItem::Fn(function) => Some(unraw(&function.sig.ident)),
        _ => None,
    };
    item.items.iter().filter_map(name).collect()
}

fn visible(visibility: &Visibility) -> Visible {
    let relative = |segment: &str| PathText { absolute: false, segments: vec![segment.to_owned()] };
    match visibility {
        Visibility::Public(_) => Visible::Public,
        Visibility::Restricted(restricted) => Visible::In(path_of(&restricted.path)),
        _ => Visible::In(relative("self")),
    }
}

fn string_value(meta: &Meta, name: &str) -> Option<String> {
    match meta {
        Meta::NameValue(pair) if pair.path.is_ident(name) => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}
