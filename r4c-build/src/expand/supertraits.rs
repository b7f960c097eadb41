//! The supertraits of a wrapper.
//!
//! The user implements them for the wrapper; the impl of the trait asks for them. An associated type of a supertrait that the
//! trait's methods use must be that of the wrapped type, or what they return would be of another type there.
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{ItemTrait, Path, PathArguments, TraitItem, TypeParamBound, TypePath};

use super::substitute::{SelfType, is_self};

/// Supertraits without associated types that anybody would use.
const PLAIN: [&str; 17] = [
    "Any",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Error",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "UnwindSafe",
    "Unpin",
];

/// `Self: HasError<Error = <C as HasError>::Error> + Send`; nothing for a trait without supertraits.
pub(super) fn predicate(
    item: &ItemTrait,
    declared: &BTreeSet<String>,
    wrapped: &Ident,
    self_type: &SelfType<'_>,
) -> Option<TokenStream> {
    let used = used(item);
    let unqualified: Vec<&Ident> =
        used.unqualified.iter().filter(|name| !declared.contains(&name.to_string())).collect();
    let candidates: Vec<&TypeParamBound> = item.supertraits.iter().filter(|bound| !is_plain(bound)).collect();
    let bounds: Vec<TokenStream> = item
        .supertraits
        .iter()
        .map(|bound| {
            let mut bound = bound.clone();
            self_type.visitor().visit_type_param_bound_mut(&mut bound);
            let TypeParamBound::Trait(of) = &bound else { return bound.to_token_stream() };
            let path = &of.path;
            let qualified = used.qualified.iter().filter(|(of, _)| same(of, path)).map(|(_, name)| name);
            let only = candidates.len() == 1 && !is_plain(&bound);
            let names: BTreeSet<&Ident> = qualified.chain(unqualified.iter().copied().filter(|_| only)).collect();
            let bindings: Vec<_> = names.iter().map(|name| quote!(#name = <#wrapped as #path>::#name)).collect();
            bound_with(&bound, path, &bindings)
        })
        .collect();
    (!bounds.is_empty()).then(|| quote!(Self: #(#bounds)+*))
}

/// `Trait<A, Name = Type>`.
fn bound_with(bound: &TypeParamBound, path: &Path, bindings: &[TokenStream]) -> TokenStream {
    if bindings.is_empty() {
        return bound.to_token_stream();
    }
    let mut plain = path.clone();
    let Some(last) = plain.segments.last_mut() else { return bound.to_token_stream() };
    let arguments = std::mem::take(&mut last.arguments);
    match arguments {
        PathArguments::None => quote!(#plain<#(#bindings),*>),
        PathArguments::AngleBracketed(list) => {
            let written = &list.args;
            quote!(#plain<#written, #(#bindings),*>)
        }
        PathArguments::Parenthesized(_) => bound.to_token_stream(),
    }
}

fn is_plain(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| PLAIN.iter().any(|name| last.ident == name))
        }
        _ => true,
    }
}

fn same(one: &Path, other: &Path) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// The associated types that the signatures of a trait name.
#[derive(Default)]
struct Used {
    /// By `Self::Name`.
    unqualified: BTreeSet<Ident>,
    /// By `<Self as Trait>::Name`.
    qualified: Vec<(Path, Ident)>,
}

fn used(item: &ItemTrait) -> Used {
    let mut used = Used::default();
    for member in &item.items {
        if let TraitItem::Fn(function) = member {
            used.visit_signature(&function.sig);
        }
    }
    used
}

impl Visit<'_> for Used {
    fn visit_type_path(&mut self, path: &TypePath) {
        let segments: Vec<_> = path.path.segments.iter().collect();
        match &path.qself {
            None if segments.len() > 1 && segments[0].ident == "Self" => {
                self.unqualified.insert(segments[1].ident.clone());
            }
            Some(qself) if is_self(&qself.ty) && qself.position > 0 && qself.position < segments.len() => {
                let of: Path = Path {
                    leading_colon: path.path.leading_colon,
                    segments: segments[..qself.position].iter().map(|segment| (*segment).clone()).collect(),
                };
                self.qualified.push((of, segments[qself.position].ident.clone()));
            }
            _ => {}
        }
        visit::visit_type_path(self, path);
    }
}
