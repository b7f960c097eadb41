//! Bounds that a wrapper needs beyond those of the trait: what the compiler cannot know of associated types.
//!
//! A conversion into a concrete error type is checked in the method's body. Where the return type depends on the wrapped
//! type or on the trait's parameters, the bound stands on the impl, in terms of the return type; and on `new`, where rustc
//! reports it at the user's line.
use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, GenericParam, Path, Type, TypeParamBound};

use super::ending::left;
use super::substitute::{SelfType, inferred, with_named_lifetimes};
use crate::model::{Method, MethodKind, Receiver, TraitWrapper};

/// The identifiers in tokens.
pub(super) fn idents(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => found.append(&mut idents(group.stream())),
            _ => {}
        }
    }
    found
}

/// `Result<C::Item, C::Error>: CanRefuse<CallNotPermitted>` and the like, each once.
pub(super) fn conversions(wrapper: &TraitWrapper, wrapped: &SelfType<'_>, runtime: &Path) -> Vec<TokenStream> {
    let parameters: BTreeSet<String> = wrapper.item.generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let lifetimes: BTreeSet<String> = wrapper.item.generics.lifetimes().map(|parameter| parameter.lifetime.ident.to_string()).collect();
    let mut bounds: Vec<TokenStream> = Vec::new();
    for method in &wrapper.methods {
        let left = left(method);
        if !(left.refusal || left.rejection) || !depends(method, &parameters) {
            continue;
        }
        let (output, free) = with_named_lifetimes(&wrapped.in_type(&method.output), &lifetimes);
        if matches!(inferred(&output), ty if ty != output) {
            continue; // no type that could be named
        }
        let quantified = (!free.is_empty()).then(|| quote!(for<#(#free),*>));
        if left.refusal {
            bounds.push(quote!(#quantified #output: #runtime::generated::CanRefuse<#runtime::CallNotPermitted>));
        }
        if let (true, Some(value)) = (left.rejection, first_argument(&output)) {
            bounds.push(quote!(#quantified #output: #runtime::generated::CanReject<#runtime::ResultRejected<#value>>));
        }
    }
    let mut seen = BTreeSet::new();
    bounds.retain(|bound| seen.insert(bound.to_string()));
    bounds
}

/// Whether the compiler must be told about the return type, and can be: it depends on what the impl is generic over, and
/// on nothing that only the method is generic over.
fn depends(method: &Method, parameters: &BTreeSet<String>) -> bool {
    let output = idents(method.output.to_token_stream());
    let own = method.signature.generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => output.contains(&parameter.ident.to_string()),
        GenericParam::Const(parameter) => output.contains(&parameter.ident.to_string()),
        GenericParam::Lifetime(_) => false,
    });
    !own && (output.contains("Self") || parameters.iter().any(|parameter| output.contains(parameter)))
}

fn first_argument(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    crate::parse::method::type_arguments(&path.path.segments.last()?.arguments).into_iter().next()
}

/// `Sync` where a `Send` future borrows the wrapped value, `Send` where it holds it or borrows it mutably.
pub(super) fn auto_traits(wrapper: &TraitWrapper) -> TokenStream {
    let (mut send, mut sync) = (false, false);
    for method in wrapper.methods.iter().filter(|method| gives_send(method, &wrapper.async_trait)) {
        match method.receiver {
            Receiver::Reference => sync = true,
            Receiver::Mutable | Receiver::Value | Receiver::Boxed => send = true,
            Receiver::None | Receiver::Other => {}
        }
    }
    let send = send.then(|| quote!(+ ::core::marker::Send));
    let sync = sync.then(|| quote!(+ ::core::marker::Sync));
    quote!(#send #sync)
}

/// Whether a future of this package must be `Send`.
fn gives_send(method: &Method, async_trait: &[Attribute]) -> bool {
    let marked = !method.policies.is_empty();
    match &method.kind {
        MethodKind::Sync | MethodKind::Async => false,
        MethodKind::AsyncTrait => async_trait.iter().any(|attribute| !is_local(attribute)),
        MethodKind::ImplFuture { send } => marked && *send,
        MethodKind::BoxedFuture => marked && boxed_is_send(&method.signature.output),
    }
}

/// `#[async_trait(?Send)]`.
fn is_local(attribute: &Attribute) -> bool {
    let text = attribute.meta.to_token_stream().to_string();
    text.contains("? Send") || text.contains("?Send")
}

fn boxed_is_send(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, ty) = output else { return false };
    let Type::Path(path) = &**ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    if last.ident != "Pin" {
        return !last.ident.to_string().starts_with("Local");
    }
    let found = crate::parse::method::type_arguments(&last.arguments);
    let [Type::Path(boxed)] = found.as_slice() else { return false };
    let inner = boxed.path.segments.last().map(|segment| crate::parse::method::type_arguments(&segment.arguments));
    match inner.as_deref() {
        Some([Type::TraitObject(object)]) => object.bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| last.ident == "Send"),
            _ => false,
        }),
        _ => false,
    }
}
