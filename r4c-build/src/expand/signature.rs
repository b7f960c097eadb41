//! Signatures of generated methods: those of the user, with plain names for the arguments.
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Generics, Receiver, ReceiverKind, ReturnType, Safety};

use super::attribute::conditions;
use super::method::{Site, SiteKind};
use super::substitute::SelfType;
use crate::model::Method;

/// What a signature is made of.
pub(super) struct Head<'a> {
    pub site: &'a Site<'a>,
    pub method: &'a Method,
    pub parameters: Vec<TokenStream>,
    /// `-> impl Future<Output = R>` for an `async fn`.
    pub as_future: bool,
}

/// From `unsafe` to the where clause.
pub(super) fn head(head: &Head<'_>) -> TokenStream {
    let signature = &head.method.signature;
    let (safety, abi) = (&signature.safety, &signature.abi);
    let name = head.site.name.as_ref().unwrap_or(&signature.ident);
    let self_type = head.site.self_type.as_ref();
    let safety = matches!(safety, Safety::Unsafe(_)).then_some(safety);
    let asyncness = signature.asyncness.filter(|_| !head.as_future);
    let abi = abi.as_ref().filter(|_| head.site.kind == SiteKind::Trait);
    let generics = generics(&signature.generics, self_type);
    let clause = &generics.where_clause;
    let receiver = signature.receiver().map(receiver);
    let inputs = receiver.into_iter().chain(head.parameters.iter().cloned());
    let output = output(head);
    quote!(#safety #asyncness #abi fn #name #generics (#(#inputs),*) #output #clause)
}

fn receiver(receiver: &Receiver) -> TokenStream {
    let attributes = conditions(&receiver.attrs);
    let written = match &receiver.kind {
        ReceiverKind::Reference(and, lifetime, mutability) => quote!(#and #lifetime #mutability self),
        ReceiverKind::Typed(colon, ty) => quote!(self #colon #ty),
        _ => quote!(self),
    };
    quote!(#(#attributes)* #written)
}

fn generics(generics: &Generics, self_type: Option<&SelfType<'_>>) -> Generics {
    let mut generics = generics.clone();
    if let Some(self_type) = self_type {
        self_type.visitor().visit_generics_mut(&mut generics);
    }
    generics
}

fn output(head: &Head<'_>) -> TokenStream {
    let own =
        |ty: &syn::Type| head.site.self_type.as_ref().map_or_else(|| ty.clone(), |replacement| replacement.in_type(ty));
    if head.as_future {
        let output = own(&head.method.output);
        return quote!(-> impl ::core::future::Future<Output = #output>);
    }
    match &head.method.signature.output {
        ReturnType::Default => quote!(),
        ReturnType::Type(arrow, ty) => {
            let ty = own(ty);
            quote!(#arrow #ty)
        }
    }
}
