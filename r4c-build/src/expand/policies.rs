//! The policies of one method: the type that holds them, and the expression that makes them.
use std::time::Duration;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Path;

use super::note;
use crate::model::{
    CircuitBreaker, Classifier, Construction, ExhaustedResult, Method, MethodKind, Policies, Retry, Setting, Value,
};

/// Which classifiers a method holds.
#[derive(Clone, Copy)]
pub(super) enum Held<'a> {
    /// None.
    None,
    /// One, for both policies or for the only one that has one.
    One(&'a Classifier),
    /// The retry's and the breaker's.
    Two(&'a Classifier, &'a Classifier),
}

impl<'a> Held<'a> {
    pub(super) fn of(policies: &'a Policies) -> Held<'a> {
        let retry = policies.retry.as_ref().and_then(|retry| retry.classifier.as_ref());
        let breaker = policies.circuit_breaker.as_ref().and_then(|breaker| breaker.classifier.as_ref());
        match (retry, breaker) {
            (None, None) => Held::None,
            (Some(_), Some(_)) if policies.shared_classifier().is_some() => retry.map_or(Held::None, Held::One),
            (Some(retry), Some(breaker)) => Held::Two(retry, breaker),
            (Some(one), None) | (None, Some(one)) => Held::One(one),
        }
    }
}

/// Whether a rejected value becomes a failure.
pub(super) fn rejects(policies: &Policies) -> bool {
    let exhausted = policies.retry.as_ref().and_then(|retry| retry.on_exhausted_result);
    exhausted == Some(ExhaustedResult::Reject)
}

/// `::r4c::generated::Method<::r4c::Retry, (), StatusClassifier>`.
pub(super) fn method_type(method: &Method, runtime: &Path) -> TokenStream {
    let policies = &method.policies;
    let retry = match &policies.retry {
        Some(_) if rejects(policies) => quote!(#runtime::generated::Rejecting),
        Some(_) => quote!(#runtime::Retry),
        None => quote!(()),
    };
    let breaker = match &policies.circuit_breaker {
        Some(_) => quote!(#runtime::CircuitBreaker),
        None => quote!(()),
    };
    let classifier = match Held::of(policies) {
        Held::None => quote!(),
        Held::One(Classifier { path, .. }) => quote!(, #path),
        Held::Two(Classifier { path: retry, .. }, Classifier { path: breaker, .. }) => quote!(, (#retry, #breaker)),
    };
    quote!(#runtime::generated::Method<#retry, #breaker #classifier>)
}

/// `::r4c::generated::Method::new(.., .., ..)`, with `?` after what may be wrong; the registry is `registry`.
pub(super) fn constructor(method: &Method, owner: &str, registry: &syn::Ident, runtime: &Path) -> TokenStream {
    let policies = &method.policies;
    let is_async = !matches!(method.kind, MethodKind::Sync);
    let retry = policies
        .retry
        .as_ref()
        .map_or_else(|| quote!(()), |retry| retry_expression(retry, is_async, registry, runtime));
    let retry = if rejects(policies) { quote!(#runtime::generated::Rejecting(#retry)) } else { retry };
    let breaker = policies.circuit_breaker.as_ref();
    let breaker = breaker.map_or_else(|| quote!(()), |breaker| breaker_expression(breaker, registry, runtime));
    let make = |classifier: &Classifier| classifier_expression(classifier, owner, method, runtime);
    let classifier = match Held::of(policies) {
        Held::None => quote!(()),
        Held::One(one) => make(one),
        Held::Two(retry, breaker) => {
            let (retry, breaker) = (make(retry), make(breaker));
            quote!((#retry, #breaker))
        }
    };
    quote!(#runtime::generated::Method::new(#retry, #breaker, #classifier))
}

fn retry_expression(retry: &Retry, is_async: bool, registry: &syn::Ident, runtime: &Path) -> TokenStream {
    let function = if is_async { quote!(async_retry) } else { quote!(retry) };
    let (id, location) = (&retry.instance.id, retry.location.to_string());
    let settings = settings(&retry.settings, &retry.inherited);
    quote!(#runtime::generated::#function(#registry, #id, #location, #runtime::RetrySettings::new() #settings)?)
}

fn breaker_expression(breaker: &CircuitBreaker, registry: &syn::Ident, runtime: &Path) -> TokenStream {
    let (id, location) = (&breaker.instance.id, breaker.location.to_string());
    let settings = settings(&breaker.settings, &breaker.inherited);
    quote! {
        #runtime::generated::circuit_breaker(#registry, #id, #location, #runtime::CircuitBreakerSettings::new() #settings)?
    }
}

fn classifier_expression(classifier: &Classifier, owner: &str, method: &Method, runtime: &Path) -> TokenStream {
    let path = &classifier.path;
    match classifier.construction {
        Construction::Unit => quote!(#path {}),
        Construction::UnitOrDefault => quote!(#runtime::__r4c_default_or!(#path, #path {})),
        Construction::Default => quote!(<#path as ::core::default::Default>::default()),
        Construction::Unknown => {
            let text = quote!(#path).to_string().replace(' ', "");
            let note = note(&format!("`{owner}{}`, {}, classifier = {text}", method.name, method.location));
            quote!(#note #runtime::generated::make::<#path>())
        }
    }
}

/// `.max_attempts(3).delay(..)`: what the marker writes, and what other markers of the same instance write.
fn settings(written: &[Setting], inherited: &[Setting]) -> TokenStream {
    let call = |setting: &Setting| {
        let (key, value) = (format_ident!("{}", setting.key), value(setting.value));
        quote!(.#key(#value))
    };
    written.iter().chain(inherited).map(call).collect()
}

fn value(value: Value) -> TokenStream {
    match value {
        Value::Count(count) => {
            let count = Literal::u64_unsuffixed(count);
            quote!(#count)
        }
        Value::CallWindow(count) => {
            let count = Literal::u32_suffixed(u32::try_from(count).unwrap_or(u32::MAX));
            quote!(#count)
        }
        Value::Percent(number) | Value::Factor(number) => {
            let number = Literal::f64_unsuffixed(number);
            quote!(#number)
        }
        Value::Duration(value) | Value::TimeWindow(value) => duration(value),
        Value::Flag(flag) => quote!(#flag),
    }
}

fn duration(value: Duration) -> TokenStream {
    let number = |number: u64| Literal::u64_unsuffixed(number);
    let (seconds, nanoseconds) = (value.as_secs(), value.subsec_nanos());
    let call = match (u64::try_from(value.as_millis()), nanoseconds) {
        (_, 0) => {
            let seconds = number(seconds);
            quote!(from_secs(#seconds))
        }
        (Ok(milliseconds), nanoseconds) if nanoseconds % 1_000_000 == 0 => {
            let milliseconds = number(milliseconds);
            quote!(from_millis(#milliseconds))
        }
        _ => {
            let (seconds, nanoseconds) = (number(seconds), number(nanoseconds.into()));
            quote!(new(#seconds, #nanoseconds))
        }
    };
    quote!(::core::time::Duration::#call)
}
