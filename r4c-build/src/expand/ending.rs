//! What becomes of a call without a result of its own: the caller's error, or a fallback.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Path, Type};

use super::note;
use super::policies::rejects;
use crate::model::{Fallback, Method, MethodKind};

/// The failures that a method's policies have and its fallback leaves to the caller.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Left {
    pub refusal: bool,
    pub rejection: bool,
}

/// What the caller may have to be told.
pub(super) fn left(method: &Method) -> Left {
    let taken = method.policies.fallback.as_ref().and_then(failure_name).unwrap_or_default();
    Left {
        refusal: method.policies.circuit_breaker.is_some() && !matches!(taken.as_str(), "CallNotPermitted" | "Failure"),
        rejection: rejects(&method.policies) && !matches!(taken.as_str(), "ResultRejected" | "Failure"),
    }
}

/// The ending of a method without a fallback.
pub(super) fn to_caller(method: &Method, owner: &str, runtime: &Path) -> TokenStream {
    let left = left(method);
    let place = match (&method.policies.circuit_breaker, &method.policies.retry) {
        (Some(breaker), _) if left.refusal => Some((&breaker.location, "an open breaker needs room in the error type")),
        (_, Some(retry)) if left.rejection => Some((&retry.location, "a rejected value needs room in the error type")),
        _ => None,
    };
    let note = place.map(|(location, what)| note(&format!("`{owner}{}`, {location}: {what}", method.name)));
    quote!(#note #runtime::generated::ToCaller)
}

/// The ending of a method with this fallback, which is called by `call`, an expression of `failure`.
pub(super) fn to_fallback(
    method: &Method,
    fallback: &Fallback,
    owner: &str,
    failure: &Ident,
    call: &TokenStream,
    runtime: &Path,
) -> TokenStream {
    let is_async = !matches!(method.kind, MethodKind::Sync);
    let function = if is_async && fallback.is_async { quote!(fallback_async) } else { quote!(fallback) };
    let moves = is_async.then(|| quote!(move));
    // Where the parameter could be taken for two things: a method's own error is a refusal, or there is none.
    let by = match failure_name(fallback).as_deref() {
        Some("CallNotPermitted") if mentions(&method.output, "CallNotPermitted") => Some(quote!(NotPermitted)),
        Some("Infallible") => Some(quote!(Error)),
        _ => None,
    };
    let by = by.map(|by| quote!(::<_, _, _, #runtime::generated::by::#by>));
    let note = note(&format!("`{owner}{}`, {}: what the fallback takes", method.name, fallback.location));
    quote!(#note #runtime::generated::#function #by (#moves |#failure| { #call }))
}

/// The name of the type of the fallback's last parameter.
fn failure_name(fallback: &Fallback) -> Option<String> {
    match fallback.failure.as_ref()? {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

fn mentions(ty: &Type, name: &str) -> bool {
    super::bounds::idents(ty.to_token_stream()).contains(name)
}
