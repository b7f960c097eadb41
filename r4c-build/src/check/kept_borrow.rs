//! R4C-ARG-010: a returned future that may not hold a borrow which the wrapper's future needs.
//!
//! The wrapper's future calls when it is polled, and perhaps again later: it holds `self` and all arguments. Where the
//! signature promises less (`+ 'static`, `+ 'a`, `use<>`, an `impl Future` of an older edition that names no lifetime) no
//! generated code can keep the promise. What cannot be seen, such as the lifetimes behind an alias, is left to rustc.
use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    CapturedParam, GenericArgument, GenericParam, Lifetime, PathArguments, ReceiverKind, ReturnType, Signature, Type,
    TypeParamBound,
};

use super::{Checker, Marked};
use crate::codes;
use crate::model::{MethodKind, Wrapper};
use crate::report::Diagnostic;
use crate::source::Span;

/// From this edition on, `impl Trait` captures every lifetime in scope.
const CAPTURES_ALL: u16 = 2024;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let Some(promise) = promise(&marked, checker.model.edition) else { continue };
        let broken = |needed: Needed| Some((promise.broken(&needed)?, needed));
        if let Some((why, needed)) = needed(&marked).into_iter().find_map(broken) {
            let span = Span::from_tokens(marked.method.span.file, needed.place);
            let title = format!("the future of `{}` may not hold this borrow", marked.method.name);
            let diagnostic = Diagnostic::new(codes::FUTURE_WITHOUT_BORROW, span, title)
                .label("the wrapper's future needs it until its last attempt")
                .note(why)
                .help("write an `async fn`, let the future borrow (`impl Future<..> + use<'_, ..>`, `BoxFuture<'_, ..>`), or take an owned value");
            checker.diagnostics.push(diagnostic);
        }
    }
}

/// What a signature says about the lifetimes in its future.
struct Promise {
    /// The lifetimes that it may hold; `None` for all.
    captured: Option<Vec<Borrow>>,
    /// The lifetimes for which it must live.
    outlives: Vec<Borrow>,
    /// Lifetimes that are declared with bounds: they may outlive others.
    bounded: Vec<String>,
}

/// A lifetime in a signature: one with a name, or the n-th that is left out.
#[derive(Clone, PartialEq, Eq)]
enum Borrow {
    Named(String),
    Elided(usize),
}

/// A borrow that the wrapper's future holds.
struct Needed {
    borrow: Borrow,
    place: TokenSpan,
}

impl Promise {
    /// Why a borrow cannot be held, if so.
    fn broken(&self, needed: &Needed) -> Option<String> {
        let named = match &needed.borrow {
            Borrow::Named(name) if name == "static" => return None,
            Borrow::Named(name) => Some(name),
            Borrow::Elided(_) => None,
        };
        if self.captured.as_ref().is_some_and(|captured| !captured.contains(&needed.borrow)) {
            return Some("what it returns captures only the lifetimes that it names".to_owned());
        }
        let shorter = self.outlives.iter().find(|outlives| **outlives != needed.borrow)?;
        match (shorter, named) {
            (_, Some(name)) if self.bounded.contains(name) => None,
            (Borrow::Named(name), _) => Some(format!("what it returns must live for `'{name}`")),
            (Borrow::Elided(_), _) => Some("what it returns must live for another borrow".to_owned()),
        }
    }
}

/// `None` if it may hold everything, or cannot be seen.
fn promise(marked: &Marked<'_>, edition: u16) -> Option<Promise> {
    let signature = &marked.method.signature;
    let ReturnType::Type(_, output) = &signature.output else { return None };
    let elided = elided_output(signature);
    let borrow = |lifetime: &Lifetime| match lifetime.ident == "_" {
        true => elided.clone(),
        false => Some(Borrow::Named(lifetime.ident.to_string())),
    };
    let bounded = bounded(marked);
    let in_trait = matches!(marked.wrapper, Wrapper::Trait(_));
    match (&marked.method.kind, &**output) {
        (MethodKind::ImplFuture { .. }, Type::ImplTrait(ty)) => {
            let mut outlives = Vec::new();
            let mut precise = None;
            for bound in &ty.bounds {
                match bound {
                    TypeParamBound::Lifetime(lifetime) => outlives.extend(borrow(lifetime)),
                    TypeParamBound::PreciseCapture(capture) => {
                        let lifetimes = capture.params.iter().filter_map(|parameter| match parameter {
                            CapturedParam::Lifetime(lifetime) => borrow(lifetime),
                            _ => None,
                        });
                        precise = Some(lifetimes.collect::<Vec<_>>());
                    }
                    _ => {}
                }
            }
            let captured = match precise {
                Some(precise) => Some(precise),
                None if in_trait || edition >= CAPTURES_ALL => None,
                None => {
                    let mut mentioned = Lifetimes::default();
                    mentioned.visit_type(output);
                    let named = mentioned.found.iter().filter_map(|(lifetime, _)| match lifetime {
                        Some(lifetime) => borrow(lifetime),
                        None => elided.clone(),
                    });
                    Some(named.collect())
                }
            };
            Some(Promise { captured, outlives, bounded })
        }
        (MethodKind::BoxedFuture, Type::Path(ty)) => {
            let lifetime = boxed_lifetime(&ty.path)?;
            let outlives = lifetime.map_or(Some(Borrow::Named("static".to_owned())), |lifetime| borrow(&lifetime));
            Some(Promise { captured: None, outlives: outlives.into_iter().collect(), bounded })
        }
        _ => None,
    }
}

/// The lifetime of `Pin<Box<dyn Future + 'a>>` (inner `None` where none is written) or `BoxFuture<'a, _>`; outer `None`
/// where it cannot be seen.
fn boxed_lifetime(path: &syn::Path) -> Option<Option<Lifetime>> {
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    match list.args.first()? {
        GenericArgument::Lifetime(lifetime) if last.ident.to_string().ends_with("BoxFuture") => {
            Some(Some(lifetime.clone()))
        }
        GenericArgument::Type(Type::Path(inner)) if last.ident == "Pin" => {
            let inner = crate::parse::method::type_arguments(&inner.path.segments.last()?.arguments);
            let [Type::TraitObject(object)] = inner.as_slice() else { return None };
            Some(object.bounds.iter().find_map(|bound| match bound {
                TypeParamBound::Lifetime(lifetime) => Some(lifetime.clone()),
                _ => None,
            }))
        }
        _ => None,
    }
}

/// What a lifetime that is left out in the return type is: that of the receiver, or the only one of the arguments.
fn elided_output(signature: &Signature) -> Option<Borrow> {
    let mut all = Vec::new();
    if let Some(receiver) = receiver(signature) {
        return Some(receiver.borrow);
    }
    arguments(signature, &mut all);
    match all.as_slice() {
        [only] => Some(only.borrow.clone()),
        _ => None,
    }
}

/// Everything that the wrapper's future borrows.
fn needed(marked: &Marked<'_>) -> Vec<Needed> {
    let signature = &marked.method.signature;
    let mut all: Vec<_> = receiver(signature).into_iter().collect();
    arguments(signature, &mut all);
    all
}

fn receiver(signature: &Signature) -> Option<Needed> {
    let receiver = signature.receiver()?;
    let lifetime = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, _) => lifetime.clone(),
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(reference) => reference.lifetime.clone(),
            _ => return None,
        },
        _ => return None,
    };
    let borrow = match lifetime {
        Some(lifetime) if lifetime.ident != "_" => Borrow::Named(lifetime.ident.to_string()),
        _ => Borrow::Elided(0),
    };
    Some(Needed { borrow, place: receiver.span() })
}

fn arguments(signature: &Signature, all: &mut Vec<Needed>) {
    let mut lifetimes = Lifetimes::default();
    for input in &signature.inputs {
        if let syn::FnArg::Typed(argument) = input {
            lifetimes.visit_type(&argument.ty);
        }
    }
    for (index, (lifetime, place)) in lifetimes.found.into_iter().enumerate() {
        let borrow = match lifetime {
            Some(lifetime) if lifetime.ident != "_" => Borrow::Named(lifetime.ident.to_string()),
            _ => Borrow::Elided(index + 1),
        };
        all.push(Needed { borrow, place });
    }
}

/// The lifetimes with bounds, of the method and of what is around it.
fn bounded(marked: &Marked<'_>) -> Vec<String> {
    let around = match marked.wrapper {
        Wrapper::Trait(wrapper) => vec![&wrapper.item.generics],
        Wrapper::Inherent(wrapper) => wrapper.blocks.iter().map(|block| &block.generics).collect(),
        Wrapper::Function(_) => Vec::new(),
    };
    let mut bounded = Vec::new();
    for generics in around.into_iter().chain([&marked.method.signature.generics]) {
        for parameter in &generics.params {
            match parameter {
                GenericParam::Lifetime(parameter) if !parameter.bounds.is_empty() => {
                    bounded.push(parameter.lifetime.ident.to_string());
                }
                _ => {}
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let syn::WherePredicate::Lifetime(predicate) = predicate {
                bounded.push(predicate.lifetime.ident.to_string());
            }
        }
    }
    bounded
}

/// The lifetimes in a type, written or left out, but not those that `Fn(&T)`, `fn(&T)` or `for<'a>` have by themselves.
#[derive(Default)]
struct Lifetimes {
    found: Vec<(Option<Lifetime>, TokenSpan)>,
}

impl Visit<'_> for Lifetimes {
    fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
        if reference.lifetime.is_none() {
            self.found.push((None, reference.span()));
        }
        syn::visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &Lifetime) {
        self.found.push((Some(lifetime.clone()), lifetime.span()));
    }

    fn visit_type_fn_ptr(&mut self, _: &syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &syn::ParenthesizedGenericArguments) {}
    fn visit_trait_bound(&mut self, bound: &syn::TraitBound) {
        if bound.lifetimes.is_none() {
            syn::visit::visit_trait_bound(self, bound);
        }
    }
}
