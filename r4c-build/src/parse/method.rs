//! A signature to a [`Method`]: what it returns, how it takes `self`, how it takes its arguments.
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, Pat, PathArguments, ReceiverKind, Signature, Type,
    TypeParamBound, Visibility, WherePredicate,
};

use super::Context;
use super::future::{returned, unaliased};
use super::holding::{Around, Holding, holding};
use super::marker::{self, Use};
use crate::model::{Argument, ArgumentForm, Held, Method, Receiver, Unheld};
use crate::source::Span;
use crate::summary::unraw;

/// The parts of an item that become a method.
pub(super) struct Source {
    pub attributes: Vec<Attribute>,
    pub visibility: Visibility,
    pub signature: Signature,
    /// What it is marked with.
    pub uses: Vec<Use>,
    /// The trait or type around it, for its default id.
    pub owner: Option<String>,
    /// Whether `#[async_trait]` stands on the trait.
    pub boxed: bool,
    pub around: Around,
}

/// Reads a method.
pub(super) fn read(source: Source, context: &mut Context<'_>) -> Method {
    let Source { attributes, visibility, signature, uses, owner, boxed, around } = source;
    let name = unraw(&signature.ident);
    let id = owner.map_or(name.clone(), |owner| format!("{owner}::{name}"));
    let start = uses.first().map_or_else(|| signature_start(&visibility, &signature, context), |first| first.span);
    let (kind, output) = returned(&signature, boxed, context.names, context.module);
    let holding = match uses.is_empty() {
        true => Holding::default(),
        false => holding(&signature, (&kind, &output), &around, context.names, context.module),
    };
    let unheld = holding.unheld.map(|(place, why)| Unheld { span: Span::from_tokens(context.file, place), why });
    Method {
        kind,
        stands_for: unaliased(&output, context.names, context.module).filter(|_| !uses.is_empty()),
        output,
        receiver: receiver(&signature),
        detached: holding.detached,
        owns_self: holding.owns_self,
        hides_output: holding.hides_output,
        static_parameters: holding.static_parameters,
        unheld,
        needs_self: needs_self(&signature),
        arguments: arguments(&signature, &holding.arguments, context),
        policies: marker::policies(uses, &id, context),
        location: context.names.sources.map.location(start),
        span: context.span(&signature.ident),
        name,
        attributes,
        visibility,
        signature,
    }
}

fn signature_start(visibility: &Visibility, signature: &Signature, context: &Context<'_>) -> Span {
    match visibility {
        Visibility::Inherited => context.span(signature),
        visibility => context.span(visibility),
    }
}

/// The types among the generic arguments of a path segment.
pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<Type> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return Vec::new();
    };
    let ty = |argument: &GenericArgument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    };
    list.args.iter().filter_map(ty).collect()
}

/// Whether a bound is one of these traits.
pub(crate) fn is_bound(bound: &TypeParamBound, names: &[&str]) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}

fn receiver(signature: &Signature) -> Receiver {
    let Some(receiver) = signature.receiver() else {
        return Receiver::None;
    };
    match &receiver.kind {
        ReceiverKind::Value => Receiver::Value,
        ReceiverKind::Reference(_, _, None) => Receiver::Reference,
        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Mutable,
        ReceiverKind::Typed(_, ty) => typed_receiver(ty),
        _ => Receiver::Other,
    }
}

fn typed_receiver(ty: &Type) -> Receiver {
    match ty {
        ty if is_self(ty) => Receiver::Value,
        Type::Reference(reference) if is_self(&reference.elem) => match reference.mutability {
            None => Receiver::Reference,
            Some(_) => Receiver::Mutable,
        },
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Box" => match type_arguments(&last.arguments).as_slice() {
                [inner] if is_self(inner) => Receiver::Boxed,
                _ => Receiver::Other,
            },
            _ => Receiver::Other,
        },
        _ => Receiver::Other,
    }
}

/// Whether `Self` stands in a signature where the wrapper and the wrapped value cannot stand for each other.
fn needs_self(signature: &Signature) -> bool {
    let returned = names_self(signature.output.to_token_stream());
    let taken = signature.inputs.iter().any(|input| match input {
        FnArg::Typed(argument) => takes_self(&argument.ty),
        FnArg::Receiver(_) => false,
    });
    returned || taken
}

/// Whether the type of an argument has `Self` inside of it; `Self`, `&Self` and `&mut Self` can be converted.
pub(crate) fn takes_self(ty: &Type) -> bool {
    let inner = match ty {
        Type::Reference(reference) => &reference.elem,
        ty => ty,
    };
    !is_self(inner) && names_self(ty.to_token_stream())
}

/// Whether `Self` stands in a type by itself: not in `Self::Error`, not in `<Self as Trait>::Error`.
pub(crate) fn names_self(tokens: TokenStream) -> bool {
    let tokens: Vec<_> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            let next = tokens.get(index + 1).map(ToString::to_string);
            !matches!(next.as_deref(), Some(":" | "as"))
        }
        TokenTree::Group(group) => names_self(group.stream()),
        _ => false,
    })
}

fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"))
}

fn arguments(signature: &Signature, held: &[Held], context: &Context<'_>) -> Vec<Argument> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => Some(argument),
        FnArg::Receiver(_) => None,
    });
    let argument = |(index, argument): (usize, &syn::PatType)| Argument {
        attributes: argument.attrs.clone(),
        pattern: (*argument.pat).clone(),
        ty: (*argument.ty).clone(),
        form: form(&argument.ty, &signature.generics),
        held: held.get(index).copied().unwrap_or_default(),
        span: context.span(&argument.pat),
    };
    typed.enumerate().map(argument).collect()
}

pub(super) fn form(ty: &Type, generics: &Generics) -> ArgumentForm {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => ArgumentForm::Mutable,
        Type::Reference(_) => ArgumentForm::Reference,
        Type::ImplTrait(ty) => converted(ty.bounds.iter()),
        Type::Path(path) => match path.path.get_ident() {
            Some(ident) => converted(bounds_of(ident, generics).into_iter()),
            None => ArgumentForm::Value,
        },
        Type::Paren(inner) => form(&inner.elem, generics),
        _ => ArgumentForm::Value,
    }
}

/// `Into<X>` alone can be converted once; with `Clone` beside it, it can be cloned.
fn converted<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> ArgumentForm {
    let bounds: Vec<_> = bounds.collect();
    let has = |names: &[&str]| bounds.iter().any(|bound| is_bound(bound, names));
    if has(&["Into"]) && !has(&["Clone", "Copy"]) { ArgumentForm::Into } else { ArgumentForm::Value }
}

fn bounds_of<'a>(name: &syn::Ident, generics: &'a Generics) -> Vec<&'a TypeParamBound> {
    let mut bounds = Vec::new();
    for parameter in &generics.params {
        if let GenericParam::Type(parameter) = parameter {
            if parameter.ident == *name {
                bounds.extend(&parameter.bounds);
            }
        }
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate {
            if matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(name)) {
                bounds.extend(&predicate.bounds);
            }
        }
    }
    bounds
}

/// The identifier of an argument, where its pattern is one.
pub(crate) fn argument_name(pattern: &Pat) -> Option<&syn::Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(&pattern.ident),
        _ => None,
    }
}
