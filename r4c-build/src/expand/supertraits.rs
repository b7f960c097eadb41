//! The supertraits of a wrapper.
//!
//! The user implements them for the wrapper; the impl of the trait asks for them. An associated type of a supertrait that the
//! trait names must be that of the wrapped type, or what its methods return would be of another type there.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{
    ItemTrait, Lifetime, Path, PathArguments, PathSegment, TraitBound, TypeParamBound, TypePath, WherePredicate,
    parse_quote,
};

use super::bounds::idents;
use super::names::Names;
use super::substitute::{SelfType, is_self};
use crate::model::TraitWrapper;

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

/// What a wrapper's impl says of its supertraits.
pub(super) struct Supertraits {
    /// `Self: HasError<Error = C::Error> + Send`.
    pub predicates: Vec<TokenStream>,
    /// A trait that stands for several supertraits.
    pub items: Vec<TokenStream>,
}

/// Those of a trait, and of its where clause.
pub(super) fn supertraits(wrapper: &TraitWrapper, wrapped: &Ident, self_type: &SelfType<'_>) -> Supertraits {
    let (item, all) = (&wrapper.item, of(&wrapper.item));
    let used = used(item);
    let owners: Vec<&TypeParamBound> = match used.unqualified.is_empty() {
        true => Vec::new(),
        false => all.iter().copied().filter(|bound| !is_plain(bound)).collect(),
    };
    let of_unqualified =
        || used.unqualified.iter().map(|used| Binding { of: quote!(#wrapped::), used }).collect::<Vec<_>>();
    let together = (owners.len() > 1).then(|| together(wrapper, &owners));
    let mut bounds: Vec<TokenStream> = Vec::new();
    bounds.extend(together.iter().map(|Together { path, .. }| bound_with(&parse_quote!(#path), of_unqualified())));
    for bound in all {
        let mut bindings = used.of_bound(bound, wrapped);
        match owners.as_slice() {
            [only] if *only == bound => {
                let known: Vec<Ident> = bindings.iter().map(|binding| binding.used.name.clone()).collect();
                bindings.extend(of_unqualified().into_iter().filter(|binding| !known.contains(&binding.used.name)));
            }
            [_, _, ..] if owners.contains(&bound) && bindings.is_empty() && !names_self(bound) => continue,
            _ => {}
        }
        let mut bound = bound.clone();
        self_type.visitor().visit_type_param_bound_mut(&mut bound);
        bounds.push(bound_with(&bound, bindings));
    }
    let distant = used.qualified.iter().filter(|(path, _)| !of(item).iter().any(|bound| is_of(bound, path)));
    bounds.extend(distant.map(|(path, used)| {
        bound_with(&parse_quote!(#path), vec![Binding { of: quote!(<#wrapped as #path>::), used }])
    }));
    let mut predicates: Vec<_> = (!bounds.is_empty()).then(|| quote!(Self: #(#bounds)+*)).into_iter().collect();
    if used.is_generic() {
        // A bound for all lifetimes, as rustc sees it.
        predicates.push(quote!(#wrapped: 'static));
    }
    Supertraits { predicates, items: together.into_iter().map(|together| together.item).collect() }
}

/// The supertraits, also those in the where clause.
fn of(item: &ItemTrait) -> Vec<&TypeParamBound> {
    let predicates = item.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_self = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if is_self(&predicate.bounded_ty) && predicate.lifetimes.is_none() => {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    item.supertraits.iter().chain(of_self.flatten()).collect()
}

/// Several supertraits as one.
struct Together {
    path: Path,
    item: TokenStream,
}

/// `Self::Name` may be of any of several supertraits: which one it is the compiler finds for a trait that has them all.
fn together(wrapper: &TraitWrapper, owners: &[&TypeParamBound]) -> Together {
    let (visibility, generics) = (&wrapper.item.vis, &wrapper.item.generics);
    let name = format_ident!("{}Supertraits", wrapper.name);
    let doc =
        format!(" The supertraits of `{}` that may have associated types.", crate::summary::unraw(&wrapper.item.ident));
    let owners: Vec<_> = owners.iter().filter(|bound| !names_self(bound)).collect();
    let mut declared = generics.clone();
    let clause = declared.where_clause.take();
    let clause = clause.into_iter().flat_map(|clause| clause.predicates);
    let clause: Vec<_> = clause.filter(|predicate| !idents(predicate.to_token_stream()).contains("Self")).collect();
    let clause = (!clause.is_empty()).then(|| quote!(where #(#clause),*));
    let (_, arguments, _) = generics.split_for_impl();
    let implementor = Names::of(&wrapper.item).fresh(&["T", "Implementor"]);
    let parameters = super::traits::parameters(generics, &implementor, &quote!(?::core::marker::Sized #(+ #owners)*));
    let (conditions, lints) = (super::attribute::conditions(&wrapper.item.attrs), super::attribute::lints(false));
    let item = quote! {
        #[doc = #doc]
        #[doc(hidden)]
        #(#conditions)*
        #lints
        #visibility trait #name #declared: #(#owners)+* #clause {}
    };
    let implementation = quote! {
        #(#conditions)*
        #[automatically_derived]
        #lints
        impl #parameters #name #arguments for #implementor #clause {}
    };
    Together { path: parse_quote!(#name #arguments), item: quote!(#item #implementation) }
}

/// Whether a bound has `Self` in it, which means something else in another trait.
fn names_self(bound: &TypeParamBound) -> bool {
    idents(bound.to_token_stream()).contains("Self")
}

/// `Name = C::Name`.
struct Binding<'a> {
    /// `C::`
    of: TokenStream,
    used: &'a Used,
}

/// `Trait<A, Name = Type>`, for all lifetimes that `Name` may be given.
fn bound_with(bound: &TypeParamBound, bindings: Vec<Binding<'_>>) -> TokenStream {
    let (false, TypeParamBound::Trait(TraitBound { path, lifetimes, .. })) = (bindings.is_empty(), bound) else {
        return bound.to_token_stream();
    };
    let most = bindings.iter().map(|binding| binding.used.lifetimes).max().unwrap_or_default();
    let names: Vec<_> = (0..most).map(|number| Lifetime::new(&format!("'r4c{number}"), Span::call_site())).collect();
    let bindings = bindings.iter().map(|Binding { of, used: Used { name, lifetimes } }| {
        let names = &names[..*lifetimes];
        let arguments = (!names.is_empty()).then(|| quote!(<#(#names),*>));
        quote!(#name #arguments = #of #name #arguments)
    });
    let quantified = (most > 0).then(|| quote!(for<#(#names),*>));
    let mut plain = path.clone();
    let Some(last) = plain.segments.last_mut() else { return bound.to_token_stream() };
    match std::mem::take(&mut last.arguments) {
        PathArguments::None => quote!(#lifetimes #quantified #plain<#(#bindings),*>),
        PathArguments::AngleBracketed(list) => {
            let written = list.args.iter();
            quote!(#lifetimes #quantified #plain<#(#written,)* #(#bindings),*>)
        }
        PathArguments::Parenthesized(_) => bound.to_token_stream(),
    }
}

fn is_of(bound: &TypeParamBound, path: &Path) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if same(&bound.path, path))
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

/// An associated type that a trait names.
struct Used {
    name: Ident,
    /// How many lifetimes it is given.
    lifetimes: usize,
}

/// The associated types of supertraits that a trait names, each once.
#[derive(Default)]
struct AllUsed {
    /// By `Self::Name`.
    unqualified: Vec<Used>,
    /// By `<Self as Trait>::Name`.
    qualified: Vec<(Path, Used)>,
}

fn used(item: &ItemTrait) -> AllUsed {
    let mut used = AllUsed::default();
    used.visit_item_trait(item);
    let declared = super::traits::declared(item);
    used.unqualified.retain(|used| !declared.contains(&used.name.to_string()));
    used.qualified.retain(|(path, _)| path.segments.last().is_none_or(|last| last.ident != item.ident));
    used
}

impl AllUsed {
    fn of_bound(&self, bound: &TypeParamBound, wrapped: &Ident) -> Vec<Binding<'_>> {
        let of_bound = self.qualified.iter().filter(|(path, _)| is_of(bound, path));
        of_bound.map(|(path, used)| Binding { of: quote!(<#wrapped as #path>::), used }).collect()
    }

    fn is_generic(&self) -> bool {
        let mut all = self.unqualified.iter().chain(self.qualified.iter().map(|(_, used)| used));
        all.any(|used| used.lifetimes > 0)
    }
}

impl Visit<'_> for AllUsed {
    /// A default body is not repeated.
    fn visit_block(&mut self, _: &syn::Block) {}

    fn visit_type_path(&mut self, path: &TypePath) {
        let segments: Vec<_> = path.path.segments.iter().collect();
        let used = |segment: &PathSegment| Used {
            name: segment.ident.clone(),
            lifetimes: match &segment.arguments {
                PathArguments::AngleBracketed(list) => list.args.len(),
                _ => 0,
            },
        };
        match &path.qself {
            None if segments.len() > 1 && segments[0].ident == "Self" => {
                let used = used(segments[1]);
                if !self.unqualified.iter().any(|known| known.name == used.name) {
                    self.unqualified.push(used);
                }
            }
            Some(qself) if is_self(&qself.ty) && qself.position > 0 && qself.position < segments.len() => {
                let of = Path {
                    leading_colon: path.path.leading_colon,
                    segments: segments[..qself.position].iter().map(|segment| (*segment).clone()).collect(),
                };
                let used = used(segments[qself.position]);
                if !self.qualified.iter().any(|(other, known)| same(other, &of) && known.name == used.name) {
                    self.qualified.push((of, used));
                }
            }
            _ => {}
        }
        visit::visit_type_path(self, path);
    }
}
