//! The arguments of a method: what they are called, and how an attempt and a fallback get them.
//!
//! References are passed on. A by-value argument of a retried method lies in an `Argument` of the runtime, which clones it
//! while another attempt may follow; a fallback that may need it gets a clone of its own. Both bounds carry R4C-ARG-003.
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{
    Attribute, GenericArgument, GenericParam, Generics, Pat, Path, PathArguments, Type, TypeParamBound, WherePredicate,
};

use super::attribute::conditions;
use super::method::SiteKind;
use super::names::Names;
use super::note;
use super::substitute::is_self;
use crate::model::{ArgumentForm, Held, Method};

/// An argument with its name.
pub(super) struct Argument<'a> {
    /// What it is called here; its own name where it has one.
    pub name: Ident,
    /// The `#[cfg]`s it stands under.
    pub conditions: Vec<Attribute>,
    /// Its type as written.
    pub ty: &'a Type,
    form: ArgumentForm,
    held: Held,
    /// What it is converted to before the first attempt.
    target: Option<Type>,
    /// Whether it is another wrapper, of which the inner value is passed on.
    itself: Itself,
    /// What the fallback's clone is called.
    kept: Ident,
}

/// Whether a type is `Self`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Itself {
    No,
    Value,
    Reference,
    Mutable,
}

/// Who takes arguments besides the only attempt.
#[derive(Clone, Copy)]
pub(super) struct Takers {
    pub retry: bool,
    pub fallback: bool,
}

impl<'a> Argument<'a> {
    /// The arguments of a method.
    pub(super) fn of(method: &'a Method, kind: SiteKind, names: &mut Names) -> Vec<Argument<'a>> {
        let own: Vec<Option<&Ident>> = method.arguments.iter().map(|argument| simple_name(&argument.pattern)).collect();
        own.iter().flatten().for_each(|name| names.add(name));
        let argument = |(argument, own): (&'a crate::model::Argument, Option<&Ident>)| {
            let name = own.cloned().unwrap_or_else(|| names.fresh(&["argument"]));
            let kept = names.fresh(&[&format!("kept_{}", crate::summary::unraw(&name))]);
            Argument {
                name,
                conditions: conditions(&argument.attributes),
                ty: &argument.ty,
                form: argument.form,
                held: argument.held,
                target: conversion(&argument.ty, argument.form, &method.signature.generics),
                // In the methods of a type, `Self` is the wrapped type.
                itself: if kind == SiteKind::Trait { itself(&argument.ty) } else { Itself::No },
                kept,
            }
        };
        method.arguments.iter().zip(own).map(argument).collect()
    }

    /// As a parameter of the generated method.
    pub(super) fn parameter(&self, ty: &Type) -> TokenStream {
        let Argument { name, conditions, .. } = self;
        quote!(#(#conditions)* #name: #ty)
    }

    /// Passed on once.
    pub(super) fn forwarded(&self, inner: &Ident) -> TokenStream {
        let (conditions, value) = (&self.conditions, self.value(inner));
        quote!(#(#conditions)* #value)
    }

    /// What is to be done before the first attempt.
    pub(super) fn prepared(&self, takers: Takers, place: &str, inner: &Ident, runtime: &Path) -> TokenStream {
        let Argument { name, conditions, kept, .. } = self;
        if self.is_reference() || !(takers.retry || takers.fallback) {
            return quote!();
        }
        let (for_attempt, for_fallback) =
            (note(&format!("{place}: another attempt")), note(&format!("{place}: the fallback")));
        let convert = if self.held == Held::Converted { quote!() } else { self.converted() };
        let keep = takers
            .fallback
            .then(|| quote!(#(#conditions)* #for_fallback let #kept = #runtime::generated::keep(&#name);));
        let value = self.value(inner);
        let hold = takers
            .retry
            .then(|| quote!(#(#conditions)* #for_attempt let mut #name = #runtime::generated::Argument::new(#value);));
        quote!(#convert #keep #hold)
    }

    fn converted(&self) -> TokenStream {
        let Argument { name, conditions, target, .. } = self;
        let convert = |target| quote!(#(#conditions)* let #name: #target = ::core::convert::Into::into(#name););
        target.as_ref().map(convert).unwrap_or_default()
    }

    /// What the wrapper's future may not hold, before that future is made: a copy.
    pub(super) fn copied(&self, place: &str, runtime: &Path) -> TokenStream {
        let Argument { name, conditions, .. } = self;
        let note = note(&format!("{place}: its future may not hold the borrow"));
        let copied = match self.held {
            Held::Copied => quote!(#runtime::generated::copied(#name)),
            Held::CopiedOption => quote!(#runtime::generated::copied_option(#name)),
            Held::CopiedCow => quote!(#runtime::generated::owned(#name)),
            Held::Converted => return self.converted(),
            Held::AsItIs => return quote!(),
        };
        quote!(#(#conditions)* #note let #name = #copied;)
    }

    /// The same inside of that future: what it lends.
    pub(super) fn lent(&self) -> TokenStream {
        let Argument { name, conditions, .. } = self;
        let lent = match self.held {
            Held::Copied => quote!(&*#name),
            Held::CopiedOption => quote!(::core::option::Option::as_deref(&#name)),
            Held::AsItIs | Held::Converted | Held::CopiedCow => return quote!(),
        };
        quote!(#(#conditions)* let #name = #lent;)
    }

    /// Passed to an attempt; `turn` says whether there may be another one.
    pub(super) fn passed(&self, retry: bool, turn: &Ident, inner: &Ident, runtime: &Path) -> TokenStream {
        let Argument { name, conditions, .. } = self;
        let passed = match self.form {
            ArgumentForm::Mutable if self.itself == Itself::No => quote!(&mut *#name),
            ArgumentForm::Value | ArgumentForm::Into if retry => {
                quote!(#runtime::generated::Argument::next(&mut #name, #turn.may_repeat()))
            }
            _ => self.value(inner),
        };
        quote!(#(#conditions)* #passed)
    }

    /// Passed to the fallback.
    pub(super) fn given(&self) -> TokenStream {
        let Argument { name, conditions, kept, .. } = self;
        let given = if self.is_reference() { name } else { kept };
        quote!(#(#conditions)* #given)
    }

    /// Whether an attempt asks if there may be another one.
    pub(super) fn asks(&self) -> bool {
        !self.is_reference()
    }

    /// Whether its type parameter, where it is one, is not what it was.
    pub(super) fn converts(&self, parameter: &Ident, takers: Takers) -> bool {
        let is_converted = takers.retry || takers.fallback || self.held == Held::Converted;
        is_converted && self.target.is_some() && matches!(self.ty, Type::Path(path) if path.path.is_ident(parameter))
    }

    /// Whether an attempt changes it.
    pub(super) fn is_used_up(&self) -> bool {
        self.form != ArgumentForm::Reference
    }

    pub(super) fn is_mutable(&self) -> bool {
        self.form == ArgumentForm::Mutable
    }

    fn is_reference(&self) -> bool {
        matches!(self.form, ArgumentForm::Reference | ArgumentForm::Mutable)
    }

    /// The argument, or the inner value of another wrapper.
    fn value(&self, inner: &Ident) -> TokenStream {
        let name = &self.name;
        match self.itself {
            Itself::No => quote!(#name),
            Itself::Value => quote!(#name.#inner),
            Itself::Reference => quote!(&#name.#inner),
            Itself::Mutable => quote!(&mut #name.#inner),
        }
    }
}

/// The name of a pattern that is nothing but a name.
fn simple_name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(pattern) if pattern.subpat.is_none() => Some(&pattern.ident),
        _ => None,
    }
}

fn itself(ty: &Type) -> Itself {
    match ty {
        ty if is_self(ty) => Itself::Value,
        Type::Reference(reference) if is_self(&reference.elem) => match reference.mutability {
            None => Itself::Reference,
            Some(_) => Itself::Mutable,
        },
        _ => Itself::No,
    }
}

/// `X` of an argument that is `Into<X>` and nothing that `X` might not be.
fn conversion(ty: &Type, form: ArgumentForm, generics: &Generics) -> Option<Type> {
    if form != ArgumentForm::Into {
        return None;
    }
    let bounds: Vec<&TypeParamBound> = match ty {
        Type::ImplTrait(ty) => ty.bounds.iter().collect(),
        Type::Path(path) => bounds_of(path.path.get_ident()?, generics),
        _ => return None,
    };
    let mut target = None;
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last()?;
                match last.ident.to_string().as_str() {
                    "Into" => target = into_target(&last.arguments),
                    "Send" | "Sync" | "Sized" | "Unpin" => {}
                    _ => return None,
                }
            }
            TypeParamBound::Lifetime(_) => {}
            _ => return None,
        }
    }
    target
}

fn into_target(arguments: &PathArguments) -> Option<Type> {
    let PathArguments::AngleBracketed(list) = arguments else { return None };
    match list.args.first()? {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

fn bounds_of<'a>(name: &Ident, generics: &'a Generics) -> Vec<&'a TypeParamBound> {
    let mut bounds = Vec::new();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(parameter) if parameter.ident == *name => bounds.extend(&parameter.bounds),
            _ => {}
        }
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        match predicate {
            WherePredicate::Type(predicate) if matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(name)) =>
            {
                bounds.extend(&predicate.bounds);
            }
            _ => {}
        }
    }
    bounds
}
