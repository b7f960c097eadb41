//! Bounds that a wrapper needs beyond those of the trait: what the compiler cannot know of associated types.
//!
//! A conversion into a concrete error type, and a classifier of concrete types, are checked in the method's body. Where the return type depends on the wrapped
//! type or on the trait's parameters, the bound stands on the impl, in terms of the return type; and on `new`, where rustc
//! reports it at the user's line.
use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Attribute, GenericParam, Path, Type, TypeParamBound};

use super::ending::left;
use super::substitute::{SelfType, inferred, with_named_lifetimes};
use crate::model::{Classifier, Method, MethodKind, Receiver, TraitWrapper};

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

/// What the policies of a trait need, each once.
#[derive(Default)]
pub(super) struct Needs {
    /// `C: Detached + 'static`, where a future may not borrow the wrapped value.
    pub detached: Option<TokenStream>,
    /// `K: 'static`, where a future holds something of a parameter of the trait.
    pub lives: Vec<TokenStream>,
    /// `C::Error: AcceptsNotPermitted` and the like.
    pub conversions: Vec<TokenStream>,
    /// `AnyError: Classifier<C::Item, C::Error>`.
    pub judges: Vec<TokenStream>,
}

/// What the policies of a trait need.
pub(super) fn needs(wrapper: &TraitWrapper, wrapped: &SelfType<'_>, runtime: &Path) -> Needs {
    let generics = &wrapper.item.generics;
    let parameters: BTreeSet<String> = generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let lifetimes = generics.lifetimes().map(|parameter| parameter.lifetime.ident.to_string()).collect();
    let is_detached = wrapper.methods.iter().any(|method| method.detached);
    let ty = &wrapped.ty;
    let detached = is_detached.then(|| quote!(#ty: #runtime::generated::Detached + 'static));
    let held: BTreeSet<&String> = wrapper.methods.iter().flat_map(|method| &method.static_parameters).collect();
    let held =
        generics.type_params().map(|parameter| &parameter.ident).filter(|ident| held.contains(&ident.to_string()));
    let mut lives: Vec<_> = held.map(|ident| quote!(#ident: 'static)).collect();
    lives.extend(wrapper.methods.iter().any(|method| method.owns_self).then(|| quote!(#ty: 'static)));
    let mut needs = Needs { detached, lives, ..Needs::default() };
    for method in wrapper.methods.iter().filter(|method| depends(method, &parameters)) {
        if matches!(inferred(&method.output), ty if ty != method.output) {
            continue; // no type that could be named
        }
        let output = wrapped.in_type(&method.output);
        let on = |ty: &Type, bound: &dyn Fn(&Type) -> TokenStream| {
            let (ty, free) = with_named_lifetimes(ty, &lifetimes);
            let quantified = (!free.is_empty()).then(|| quote!(for<#(#free),*>));
            let bound = bound(&ty);
            quote!(#quantified #bound)
        };
        conversions(method, &output, wrapped, &parameters, runtime, &on, &mut needs.conversions);
        judges(method, &output, runtime, &on, &mut needs.judges);
    }
    for bounds in [&mut needs.conversions, &mut needs.judges] {
        let mut seen = BTreeSet::new();
        bounds.retain(|bound| seen.insert(bound.to_string()));
    }
    needs
}

/// Makes a bound on a type whose lifetimes have names.
type On<'a> = dyn Fn(&Type, &dyn Fn(&Type) -> TokenStream) -> TokenStream + 'a;

/// What the caller may have to be told must fit into the return type.
fn conversions(
    method: &Method,
    output: &Type,
    wrapped: &SelfType<'_>,
    parameters: &BTreeSet<String>,
    runtime: &Path,
    on: &On<'_>,
    bounds: &mut Vec<TokenStream>,
) {
    let left = left(method);
    let generic = idents(wrapped.ty.to_token_stream());
    let is_generic = |ty: &Type| {
        let found = idents(ty.to_token_stream());
        found.iter().any(|name| generic.contains(name) || parameters.contains(name))
    };
    match result_of(output) {
        // A concrete error needs no bound: which is better, as one hides what the compiler knows.
        Some((_, error)) if left.refusal && is_generic(&error) => {
            bounds.push(on(&error, &|error| quote!(#error: #runtime::generated::AcceptsNotPermitted)));
        }
        None if left.refusal => {
            bounds.push(on(
                output,
                &|output| quote!(#output: #runtime::generated::CanRefuse<#runtime::CallNotPermitted>),
            ));
        }
        _ => {}
    }
    if left.rejection && is_result(output) {
        bounds.push(on(output, &|output| {
            let value = quote!(<#output as #runtime::generated::Parts>::Value);
            quote!(#output: #runtime::generated::CanReject<#runtime::ResultRejected<#value>>)
        }));
    }
}

/// The classifiers must know the value and the error.
fn judges(method: &Method, output: &Type, runtime: &Path, on: &On<'_>, bounds: &mut Vec<TokenStream>) {
    if has_static_parts(output) {
        return; // in the `Send` check of a future, the bound would hold for `'static` only
    }
    let policies = &method.policies;
    let retry = policies.retry.iter().filter_map(|retry| retry.classifier.as_ref());
    let breaker = policies.circuit_breaker.iter().filter_map(|breaker| breaker.classifier.as_ref());
    for Classifier { path, .. } in retry.chain(breaker) {
        let bound = |output: &Type| match result_of(output) {
            Some((value, error)) => quote!(#path: #runtime::Classifier<#value, #error>),
            None if is_result(output) => {
                let parts = quote!(<#output as #runtime::generated::Parts>);
                quote!(#path: #runtime::Classifier<#parts::Value, #parts::Error>)
            }
            None => quote!(#path: #runtime::Classifier<#output, ::core::convert::Infallible>),
        };
        if is_result(output) || is_value(output) {
            bounds.push(on(output, &bound));
        }
    }
}

/// The value and the error of a `Result<T, E>` that is written as such.
fn result_of(ty: &Type) -> Option<(Type, Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let mut arguments = crate::parse::method::type_arguments(&last.arguments).into_iter();
    match (arguments.next(), arguments.next(), arguments.next()) {
        (Some(value), Some(error), None) => Some((value, error)),
        _ => None,
    }
}

/// Whether a type is called a `Result`: an alias may hide one, which is left to the compiler.
fn is_result(ty: &Type) -> bool {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("Result"))
        }
        _ => false,
    }
}

/// Whether a type is certainly no `Result`.
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().is_some_and(|last| last.ident == "Option" || last.ident == "Vec")
        }
        // An item of the wrapped type, which the compiler knows nothing of.
        Type::Path(_) | Type::Reference(_) | Type::Tuple(_) | Type::Slice(_) | Type::Array(_) => true,
        _ => false,
    }
}

/// Whether there is a `dyn Trait`, which is `'static` if nothing else is written, or a `'static`.
fn has_static_parts(ty: &Type) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_trait_object(&mut self, _: &syn::TypeTraitObject) {
            self.0 = true;
        }
        fn visit_lifetime(&mut self, lifetime: &syn::Lifetime) {
            self.0 |= lifetime.ident == "static";
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
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

/// What a method asks of `Self` in its where clause, but for `Sized` and lifetimes, and what only the method knows.
pub(super) fn on_self(method: &Method) -> Vec<TokenStream> {
    let generics = &method.signature.generics;
    let own: BTreeSet<String> = generics
        .params
        .iter()
        .map(|parameter| match parameter {
            GenericParam::Type(parameter) => parameter.ident.to_string(),
            GenericParam::Const(parameter) => parameter.ident.to_string(),
            GenericParam::Lifetime(parameter) => parameter.lifetime.ident.to_string(),
        })
        .collect();
    let of_self =
        generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(predicate) if super::substitute::is_self(&predicate.bounded_ty) => {
                Some(&predicate.bounds)
            }
            _ => None,
        });
    let is_meant = |bound: &&TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            !bound.path.is_ident("Sized") && idents(bound.to_token_stream()).is_disjoint(&own)
        }
        _ => false,
    };
    of_self.flatten().filter(is_meant).map(ToTokens::to_token_stream).collect()
}

/// `Sync` where a `Send` future borrows the wrapped value, `Send` where it holds it or borrows it mutably.
pub(super) fn auto_traits(wrapper: &TraitWrapper) -> TokenStream {
    let (mut send, mut sync) = (false, false);
    for method in wrapper.methods.iter().filter(|method| gives_send(method, &wrapper.async_trait)) {
        send |= method.detached;
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
        MethodKind::ImplFuture(bounds) | MethodKind::BoxedFuture(bounds) => marked && bounds.send,
    }
}

/// `#[async_trait(?Send)]`.
fn is_local(attribute: &Attribute) -> bool {
    let text = attribute.meta.to_token_stream().to_string();
    text.contains("? Send") || text.contains("?Send")
}
