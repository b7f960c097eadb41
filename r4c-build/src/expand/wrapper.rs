//! The wrapper type, and what can be done with it besides calling: `new`, access to the wrapped value, `Clone`, `Debug`.
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Generics, Path, Visibility};

use super::attribute::{is_deprecated, lints, of_impl, of_type};
use super::policies;
use crate::model::Method;

/// A field with the policies of a method.
pub(super) struct Field<'a> {
    pub name: Ident,
    pub method: &'a Method,
    /// The `#[cfg]`s under which the method exists.
    pub conditions: Vec<Attribute>,
}

/// A wrapper type.
pub(super) struct Type<'a> {
    pub name: &'a Ident,
    /// The trait or type it is made from, for people.
    pub source: &'a str,
    pub visibility: &'a Visibility,
    pub attributes: &'a [Attribute],
    /// The parameters of the type, with defaults and where clause.
    pub generics: Generics,
    /// The field of the wrapped value, and its type.
    pub inner: &'a Ident,
    pub wrapped: TokenStream,
    pub fields: Vec<Field<'a>>,
    /// Further fields: name, type, and the expression that makes it of `registry`.
    pub more: Vec<(Ident, TokenStream, TokenStream)>,
    /// The methods of the trait or type: an accessor of the same name is left out, or it would be called instead.
    pub methods: BTreeSet<String>,
    /// Who sees the fields, besides this module.
    pub fields_for: TokenStream,
    /// Bounds that `new` can check early.
    pub early: Vec<TokenStream>,
    pub runtime: &'a Path,
}

impl Type<'_> {
    /// The type and its own impls.
    pub(super) fn items(&self) -> Vec<TokenStream> {
        vec![self.declaration(), self.own(), self.clone_impl(), self.debug_impl()]
    }

    fn declaration(&self) -> TokenStream {
        let Type { name, visibility, inner, wrapped, fields, fields_for, runtime, .. } = self;
        let (attributes, lints) = (of_type(self.attributes), lints(is_deprecated(self.attributes)));
        let doc = format!(" `{}` with {}.", self.source, summary(fields));
        let fields = fields.iter().map(|Field { name, method, conditions }| {
            let ty = policies::method_type(method, runtime);
            quote!(#(#conditions)* #name: #ty)
        });
        let more = self.more.iter().map(|(name, ty, _)| quote!(#fields_for #name: #ty));
        let (generics, clause) = (&self.generics, &self.generics.where_clause);
        let attributes = attributes.iter().filter(|attribute| !attribute.path().is_ident("allow"));
        quote! {
            #[doc = #doc]
            #(#attributes)*
            #lints
            #visibility struct #name #generics #clause {
                #fields_for #inner: #wrapped,
                #(#fields,)*
                #(#more,)*
            }
        }
    }

    fn own(&self) -> TokenStream {
        let Type { name, visibility, inner, wrapped, fields, early, runtime, .. } = self;
        let (attributes, lints) = (of_impl(self.attributes), lints(is_deprecated(self.attributes)));
        let (parameters, arguments, clause) = self.generics.split_for_impl();
        let registry = Ident::new("registry", proc_macro2::Span::call_site());
        let owner = format!("{}::", self.source);
        let made = fields.iter().map(|Field { name, method, conditions }| {
            let value = policies::constructor(method, &owner, &registry, runtime);
            quote!(#(#conditions)* #name: #value)
        });
        let more = self.more.iter().map(|(name, _, value)| quote!(#name: #value));
        let early = (!early.is_empty()).then(|| quote!(where #(#early),*));
        let accessors = self.accessors();
        let doc = format!(" Wraps `{inner}`; the policies are those of `registry`.");
        quote! {
            #(#attributes)*
            #lints
            impl #parameters #name #arguments #clause {
                #[doc = #doc]
                ///
                /// # Errors
                /// If the configuration of a policy is wrong, or contradicts that of another marker of the same name.
                #visibility fn new(#inner: #wrapped, #registry: &#runtime::Registry)
                    -> ::core::result::Result<Self, #runtime::ConfigError> #early
                {
                    ::core::result::Result::Ok(Self { #(#made,)* #(#more,)* #inner })
                }
                #accessors
            }
        }
    }

    /// Access to the wrapped value.
    fn accessors(&self) -> TokenStream {
        let Type { visibility, inner, wrapped, .. } = self;
        let accessors = [
            (
                "get_ref",
                quote! {
                    /// The wrapped value: calls on it bypass the policies.
                    #[must_use]
                    #visibility fn get_ref(&self) -> &#wrapped {
                        &self.#inner
                    }
                },
            ),
            (
                "get_mut",
                quote! {
                    /// The wrapped value: calls on it bypass the policies.
                    #[must_use]
                    #visibility fn get_mut(&mut self) -> &mut #wrapped {
                        &mut self.#inner
                    }
                },
            ),
            (
                "into_inner",
                quote! {
                    /// Gives the wrapped value back.
                    #[must_use]
                    #visibility fn into_inner(self) -> #wrapped {
                        self.#inner
                    }
                },
            ),
        ];
        accessors.into_iter().filter(|(name, _)| !self.methods.contains(*name)).map(|(_, accessor)| accessor).collect()
    }

    fn clone_impl(&self) -> TokenStream {
        let Type { name, inner, fields, .. } = self;
        let (attributes, lints) = (of_impl(self.attributes), lints(is_deprecated(self.attributes)));
        let (parameters, arguments, clause) = self.generics.split_for_impl();
        let cloned = fields.iter().map(
            |Field { name, conditions, .. }| quote!(#(#conditions)* #name: ::core::clone::Clone::clone(&self.#name)),
        );
        let more = self.more.iter().map(|(name, ..)| quote!(#name: ::core::clone::Clone::clone(&self.#name)));
        let unused = self.is_concrete().then(|| quote!(#[allow(unused_lifetimes)]));
        let clause = self.with_bound(clause, &quote!(::core::clone::Clone));
        quote! {
            #(#attributes)*
            #[automatically_derived]
            #lints
            #unused
            impl #parameters ::core::clone::Clone for #name #arguments #clause {
                fn clone(&self) -> Self {
                    Self { #(#cloned,)* #(#more,)* #inner: ::core::clone::Clone::clone(&self.#inner) }
                }
            }
        }
    }

    fn debug_impl(&self) -> TokenStream {
        let Type { name, inner, .. } = self;
        let (attributes, lints) = (of_impl(self.attributes), lints(is_deprecated(self.attributes)));
        let (parameters, arguments, clause) = self.generics.split_for_impl();
        let (text, inner_text) = (crate::summary::unraw(name), inner.to_string());
        let unused = self.is_concrete().then(|| quote!(#[allow(unused_lifetimes)]));
        let clause = self.with_bound(clause, &quote!(::core::fmt::Debug));
        quote! {
            #(#attributes)*
            #[automatically_derived]
            #lints
            #unused
            impl #parameters ::core::fmt::Debug for #name #arguments #clause {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#text).field(#inner_text, &self.#inner).finish_non_exhaustive()
                }
            }
        }
    }

    fn is_concrete(&self) -> bool {
        self.generics.params.iter().all(|parameter| matches!(parameter, syn::GenericParam::Lifetime(_)))
    }

    /// The where clause with a bound on the wrapped type. Where that is a concrete type, rustc would refuse a bound that does
    /// not hold, but for one that is quantified, if over nothing.
    fn with_bound(&self, clause: Option<&syn::WhereClause>, bound: &TokenStream) -> TokenStream {
        let predicates = clause.into_iter().flat_map(|clause| &clause.predicates);
        let quantified = self.is_concrete().then(|| quote!(for<'r4c>));
        let wrapped = &self.wrapped;
        quote!(where #(#predicates,)* #quantified #wrapped: #bound)
    }
}

/// "its retry, circuit breaker and fallback": what at least one method has.
fn summary(fields: &[Field<'_>]) -> String {
    let has = |of: fn(&Method) -> bool| fields.iter().any(|field| of(field.method));
    let found = [
        ("retry", has(|method| method.policies.retry.is_some())),
        ("circuit breaker", has(|method| method.policies.circuit_breaker.is_some())),
        ("fallback", has(|method| method.policies.fallback.is_some())),
    ];
    let names: Vec<_> = found.iter().filter(|(_, found)| *found).map(|(name, _)| *name).collect();
    policies_text(&names)
}

/// "its retry and circuit breaker".
pub(super) fn policies_text(names: &[&str]) -> String {
    match names {
        [] => "its policies".to_owned(),
        [only] => format!("its {only}"),
        [first @ .., last] => format!("its {} and {last}", first.join(", ")),
    }
}

/// "its retry and circuit breaker", of one method.
pub(super) fn summary_of(method: &Method) -> String {
    let policies = &method.policies;
    let found = [
        ("retry", policies.retry.is_some()),
        ("circuit breaker", policies.circuit_breaker.is_some()),
        ("fallback", policies.fallback.is_some()),
    ];
    let names: Vec<_> = found.iter().filter(|(_, found)| *found).map(|(name, _)| *name).collect();
    policies_text(&names)
}
