//! How a generated body reaches the wrapped value and the policies, and what it calls its own things.
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::method::Template;
use super::names::Names;
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
        let inner = &self.site.inner;
        let (field, before) = match at {
            PoliciesAt::Field(field) => (quote!(self.#field), quote!()),
            PoliciesAt::Static(statement, name) => {
                return Reach {
                    before: statement.clone(),
                    receiver: quote!(),
                    policies: quote!(#name),
                    reference: quote!(#name),
                };
            }
            PoliciesAt::None => (quote!(()), quote!()),
        };
        match self.method.receiver {
            Receiver::Mutable => Reach {
                before: match self.fallback_is_marked() {
                    false => quote!(let #local = &mut self.#inner; let #policies = &#field;),
                    // The fallback takes the whole wrapper.
                    true => quote!(let #policies = &::core::clone::Clone::clone(&#field);),
                },
                receiver: if self.fallback_is_marked() { quote!(&mut self.#inner) } else { quote!(#local) },
                policies: quote!(#policies),
                reference: quote!(#policies),
            },
            Receiver::Value => Reach {
                before: quote!(let #local = self.#inner; let #policies = &#field;),
                receiver: quote!(#local),
                policies: quote!(#policies),
                reference: quote!(#policies),
            },
            _ => Reach { before, receiver: quote!(&self.#inner), policies: field.clone(), reference: quote!(&#field) },
        }
    }
}
