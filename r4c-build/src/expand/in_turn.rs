//! A method whose attempts are made in its own body, one after the other.
use proc_macro2::TokenStream;
use quote::quote;

use super::argument::Takers;
use super::method::Template;
use super::names::Names;
use super::reach::{Locals, PoliciesAt};
use super::rule::Judgement;
use crate::model::MethodKind;

impl Template<'_> {
    /// A body that makes one attempt after the other itself, so that each may borrow what the one before has borrowed.
    pub(super) fn in_a_loop(&self, at: &PoliciesAt, takers: Takers, names: &mut Names) -> TokenStream {
        let (runtime, locals) = (self.site.runtime, &self.locals);
        let Locals { attempt, result, turn, call, .. } = locals;
        let is_async = !matches!(self.method.kind, MethodKind::Sync);
        let reach = self.reach(at);
        let (before, prepared, reference, returns) =
            (&reach.before, self.prepared(takers), &reach.reference, self.returns());
        let (copied, inside) = (self.copied(), self.inside(&reach));
        let run = self.attempt(&reach, takers, turn);
        let Judgement { before: judge, settle } = self.judgement(&reach, quote!(#result), names);
        let kind = if takers.fallback { quote!(in_turn_before_fallback) } else { quote!(in_turn) };
        let ending = self.ending(&reach);
        let (admits, run_name, end_name, wait) = match is_async {
            false => (quote!(admits), quote!(run), quote!(end), quote!()),
            true => (quote!(admits_async), quote!(run_async), quote!(end_async), quote!(.await)),
        };
        let in_turn = quote!(#runtime::generated::InTurn);
        // The only attempt may use up what it is given: rustc must see that there is no other.
        let repeat = if takers.retry { quote!(while) } else { quote!(if) };
        let body = quote! {
            #before
            #inside
            #prepared
            let mut #call = #runtime::generated::#kind(#reference, #returns);
            #repeat #in_turn::#admits(&mut #call) #wait {
                let #result = #in_turn::#run_name(
                    &mut #call,
                    |#turn| { #run },
                    |#attempt, #result| { #judge #settle },
                ) #wait;
                let #result = #in_turn::conclude(&mut #call, #result);
                if let ::core::option::Option::Some(#result) = #result {
                    return #result;
                }
            }
            #in_turn::#end_name(#call, #ending) #wait
        };
        match is_async {
            true => self.in_an_async_body(&copied, &body),
            false => self.assemble(self.head(false), body),
        }
    }

    /// A body with everything but `outside` in the future that it returns.
    pub(super) fn in_an_async_body(&self, outside: &TokenStream, body: &TokenStream) -> TokenStream {
        let body = match self.method.kind {
            MethodKind::BoxedFuture(_) | MethodKind::ImplFuture(_) => {
                self.as_promised(quote!(async move { #body }), true)
            }
            _ => body.clone(),
        };
        self.assemble(self.head(false), quote!(#outside #body))
    }
}
