//! How a generated body reaches the wrapped value and the policies, and what it calls its own things.
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::method::Template;
use super::names::Names;
use super::note;
use crate::model::Receiver;

/// Where a method's policies are.
pub(super) enum PoliciesAt {
    /// In this field of `self`, or of a field of it.
    Field(TokenStream),
    /// In a static that this statement makes, as a local of this name.
    Static(TokenStream, Ident),
    /// Nowhere: it is not marked.
    None,
}

/// The names in a generated body.
pub(super) struct Locals {
    pub inner: Ident,
    pub policies: Ident,
    pub attempt: Ident,
    pub result: Ident,
    pub turn: Ident,
    pub future: Ident,
    pub poll: Ident,
    pub context: Ident,
    pub failure: Ident,
    pub call: Ident,
}

impl Locals {
    pub(super) fn new(names: &mut Names) -> Locals {
        Locals {
            inner: names.fresh(&["inner"]),
            policies: names.fresh(&["policies"]),
            attempt: names.fresh(&["attempt"]),
            result: names.fresh(&["result"]),
            turn: names.fresh(&["turn"]),
            future: names.fresh(&["future"]),
            poll: names.fresh(&["poll"]),
            context: names.fresh(&["cx", "context"]),
            failure: names.fresh(&["failure"]),
            call: names.fresh(&["call"]),
        }
    }
}

/// How a body reaches what it needs.
pub(super) struct Reach {
    /// Statements at its beginning.
    pub before: TokenStream,
    /// Statements at the beginning of the future that it returns.
    pub inside: TokenStream,
    /// What a fallback is called on that is the wrapper's own method.
    pub whole: TokenStream,
    /// The receiver of an attempt.
    pub receiver: TokenStream,
    /// The policies as a place: `self.get`, `policies`.
    pub policies: TokenStream,
    /// A reference to them.
    pub reference: TokenStream,
}

impl Template<'_> {
    /// `&self` is used as it is; what is taken from another receiver gets names, for closures that capture it whole.
    pub(super) fn reach(&self, at: &PoliciesAt) -> Reach {
        let Locals { inner: local, policies, .. } = &self.locals;
        let (inner, runtime) = (&self.site.inner, self.site.runtime);
        let field = match at {
            PoliciesAt::Field(field) => quote!(self.#field),
            PoliciesAt::Static(statement, name) => {
                let before = statement.clone();
                return Reach { policies: quote!(#name), reference: quote!(#name), ..Reach::with(before, quote!()) };
            }
            PoliciesAt::None => quote!(()),
        };
        let named = |before, receiver| Reach {
            policies: quote!(#policies),
            reference: quote!(#policies),
            ..Reach::with(before, receiver)
        };
        match self.method.receiver {
            // The fallback takes the whole wrapper.
            Receiver::Mutable if self.fallback_is_marked() => {
                named(quote!(let #policies = &::core::clone::Clone::clone(&#field);), quote!(&mut self.#inner))
            }
            Receiver::Mutable => named(quote!(let #local = &mut self.#inner; let #policies = &#field;), quote!(#local)),
            Receiver::Value => named(quote!(let #local = self.#inner; let #policies = &#field;), quote!(#local)),
            _ if self.method.detached && self.fallback_is_marked() => {
                let PoliciesAt::Field(field) = at else { return Reach::with(quote!(), quote!()) };
                Reach {
                    inside: quote!(let #local = &#local;),
                    policies: quote!(#local.#field),
                    reference: quote!(&#local.#field),
                    whole: quote!(#local),
                    ..Reach::with(quote!(let #local = ::core::clone::Clone::clone(self);), quote!(&#local.#inner))
                }
            }
            _ if self.method.detached => {
                let note = note(&format!("{}: its future may not borrow `self`", self.place()));
                Reach {
                    inside: quote!(let #local = &#local; let #policies = &#policies;),
                    ..named(
                        quote! {
                            #note let #local = #runtime::generated::detached(&self.#inner);
                            let #policies = ::core::clone::Clone::clone(&#field);
                        },
                        quote!(#local),
                    )
                }
            }
            _ => Reach {
                policies: field.clone(),
                reference: quote!(&#field),
                ..Reach::with(quote!(), quote!(&self.#inner))
            },
        }
    }
}

impl Reach {
    fn with(before: TokenStream, receiver: TokenStream) -> Reach {
        let (inside, policies, reference) = (quote!(), quote!(), quote!());
        Reach { before, inside, receiver, policies, reference, whole: quote!(self) }
    }
}
