//! Types and the targets of impls to their summaries.
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, GenericParam, Generics, Meta, Type};

use super::read::{path_of, unraw};
use super::{Target, TypeSummary};
use crate::cfg;

pub(super) fn type_summary(generics: &Generics, attributes: &[Attribute]) -> TypeSummary {
    let mut summary = TypeSummary {
        unit: false,
        variants: Vec::new(),
        generics: format!("{} {}", generics.to_token_stream(), generics.where_clause.to_token_stream()),
        generic: is_generic(generics),
        defaults: Vec::new(),
        foreign: false,
    };
    for (under, meta) in cfg::flatten(attributes) {
        match &meta {
            Meta::List(list) if list.path.is_ident("derive") => derives(&list.tokens, under, &mut summary),
            meta => summary.foreign |= !is_builtin(meta.path()),
        }
    }
    summary
}

fn derives(tokens: &TokenStream, under: Vec<String>, summary: &mut TypeSummary) {
    const STANDARD: [&str; 8] = ["Clone", "Copy", "Debug", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    let parser = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
    let Ok(paths) = syn::parse::Parser::parse2(parser, tokens.clone()) else {
        summary.foreign = true;
        return;
    };
    for path in &paths {
        let name = path.segments.last().map(|segment| unraw(&segment.ident)).unwrap_or_default();
        match name.as_str() {
            "Default" => summary.defaults.push(under.clone()),
            name => summary.foreign |= !STANDARD.contains(&name),
        }
    }
}

/// Whether attributes (derives apart) may generate items.
pub(super) fn is_generating(attributes: &[Attribute]) -> bool {
    /// Known to change at most the item itself.
    const HARMLESS: [&str; 6] = ["async_trait", "circuit_breaker", "fallback", "instrument", "retry", "serde"];
    cfg::flatten(attributes).iter().any(|(_, meta)| {
        let last = meta.path().segments.last().map(|segment| unraw(&segment.ident)).unwrap_or_default();
        !is_builtin(meta.path()) && !HARMLESS.contains(&last.as_str())
    })
}

/// Whether rustc handles an attribute by itself, without generating items.
fn is_builtin(path: &syn::Path) -> bool {
    const BUILTIN: &str = "allow automatically_derived bench cfg cfg_attr clippy cold default deny deprecated derive \
        diagnostic doc expect export_name forbid global_allocator ignore inline link link_name link_section macro_export \
        macro_use must_use no_mangle no_std non_exhaustive panic_handler path proc_macro proc_macro_attribute \
        proc_macro_derive repr rustfmt should_panic target_feature test track_caller unsafe used warn";
    let first = path.segments.first().map(|segment| unraw(&segment.ident)).unwrap_or_default();
    BUILTIN.split_whitespace().any(|name| name == first)
}

/// Whether a use of the type must or may give it arguments.
pub(super) fn is_generic(generics: &Generics) -> bool {
    generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
        || generics.lifetimes().next().is_some()
}

pub(super) fn target(ty: &Type, generics: &Generics) -> Target {
    let parameters: Vec<_> = generics.type_params().map(|parameter| &parameter.ident).collect();
    match ty {
        Type::Path(path) if path.qself.is_none() => match path.path.get_ident() {
            Some(ident) if parameters.contains(&ident) => Target::Blanket,
            _ => Target::Path(path_of(&path.path)),
        },
        Type::Reference(_) => Target::Blanket,
        Type::TraitObject(_) => Target::Object,
        Type::Paren(inner) => target(&inner.elem, generics),
        Type::Group(inner) => target(&inner.elem, generics),
        Type::Macro(_) | Type::Path(_) => Target::Blanket,
        _ => Target::Other,
    }
}

/// Of `impl<T: A + B> Trait for T`: the last segments of the bounds of `T`.
pub(super) fn bounds_of_all(ty: &Type, generics: &Generics) -> Option<Vec<String>> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    let parameter = generics.type_params().find(|parameter| parameter.ident == *name)?;
    let of_clause =
        generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(predicate) if predicate.bounded_ty == *ty => Some(&predicate.bounds),
            _ => None,
        });
    let bounds = parameter.bounds.iter().chain(of_clause.flatten());
    let last = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| unraw(&segment.ident)),
        _ => None,
    };
    Some(bounds.filter_map(last).collect())
}
