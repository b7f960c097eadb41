//! Which attributes of the marked code are repeated on the generated code, and which lints it is spared.
use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{AttrStyle, Attribute, Meta, Token, parse_quote};

/// The conditions under which an item exists.
pub(super) fn conditions(attributes: &[Attribute]) -> Vec<Attribute> {
    retained(attributes, &["cfg"])
}

/// What a method of a trait impl repeats: nothing that means something only at its declaration.
pub(super) fn of_implemented(attributes: &[Attribute]) -> Vec<Attribute> {
    retained(attributes, &["cfg", "inline", "track_caller", "allow"])
}

/// What a method or function of its own repeats.
pub(super) fn of_declared(attributes: &[Attribute]) -> Vec<Attribute> {
    let kept = retained(attributes, &["cfg", "inline", "track_caller", "allow", "deprecated", "must_use"]);
    kept.into_iter().chain(hidden(attributes)).collect()
}

/// What a wrapper type repeats.
pub(super) fn of_type(attributes: &[Attribute]) -> Vec<Attribute> {
    let kept = retained(attributes, &["cfg", "allow", "deprecated"]);
    kept.into_iter().chain(hidden(attributes)).collect()
}

/// What an impl for that type repeats.
pub(super) fn of_impl(attributes: &[Attribute]) -> Vec<Attribute> {
    retained(attributes, &["cfg", "allow"])
}

/// Whether using the item is reported by the compiler.
pub(super) fn is_deprecated(attributes: &[Attribute]) -> bool {
    !retained(attributes, &["deprecated"]).is_empty()
}

/// The lints that look at style and at what is not used. The generated code is clean but for names that the user chose and
/// policies that no program uses. What is deprecated has been reported where the user wrote it.
pub(super) fn lints(is_deprecated: bool) -> TokenStream {
    let deprecated = is_deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[allow(unused, nonstandard_style)]
        #deprecated
    }
}

fn hidden(attributes: &[Attribute]) -> Option<Attribute> {
    let is_hidden = |attribute: &&Attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    };
    let found = attributes.iter().find(is_hidden).cloned();
    found.map(|attribute| Attribute { style: AttrStyle::Outer, ..attribute })
}

/// The attributes of these names, also those in a `cfg_attr`. What stands inside of a body (`#![allow(..)]`) goes before it.
fn retained(attributes: &[Attribute], names: &[&str]) -> Vec<Attribute> {
    let keep = |attribute: &Attribute| {
        let meta = retained_meta(&attribute.meta, names)?;
        Some(Attribute { meta, style: AttrStyle::Outer, ..attribute.clone() })
    };
    attributes.iter().filter_map(keep).collect()
}

fn retained_meta(meta: &Meta, names: &[&str]) -> Option<Meta> {
    // Whether a lint that is expected in the user's code would fire here as well nobody knows.
    if let (true, Meta::List(list)) = (meta.path().is_ident("expect") && names.contains(&"allow"), meta) {
        let path = parse_quote!(allow);
        return Some(Meta::List(syn::MetaList { path, ..list.clone() }));
    }
    if names.iter().any(|name| meta.path().is_ident(name)) {
        return Some(meta.clone());
    }
    let Meta::List(list) = meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let mut parts = parts.iter();
    let predicate = parts.next()?;
    let kept: Vec<_> = parts.filter_map(|part| retained_meta(part, names)).collect();
    if kept.is_empty() {
        return None;
    }
    let mut list = list.clone();
    list.tokens = quote!(#predicate, #(#kept),*);
    Some(Meta::List(list))
}
