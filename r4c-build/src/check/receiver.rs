//! R4C-ARG-001, -002, -006: how a method takes `self`.
use syn::{Lifetime, ReceiverKind, Signature, Type, TypeParamBound, WherePredicate};

use super::{Checker, Marked};
use crate::codes;
use crate::model::{Receiver, Wrapper};
use crate::parse::method::is_bound;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        if let Some(diagnostic) = marked_receiver(&marked) {
            checker.diagnostics.push(diagnostic);
        }
    }
    for wrapper in checker.model.files.iter().flat_map(|file| &file.wrappers) {
        let Wrapper::Trait(wrapper) = wrapper else {
            continue;
        };
        let functions = wrapper.item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(function) => Some(function),
            _ => None,
        });
        for (function, method) in functions.zip(&wrapper.methods) {
            let left = method.policies.is_empty() && method.receiver == Receiver::Other && function.default.is_none();
            if let (true, Some(receiver)) = (left, method.signature.receiver()) {
                let span = crate::source::Span::of(method.span.file, receiver);
                checker.diagnostics.push(pointer(span, &method.name));
            }
        }
    }
}

fn marked_receiver(marked: &Marked<'_>) -> Option<Diagnostic> {
    let method = marked.method;
    let span = method.signature.receiver().map_or(method.span, |receiver| marked.span(receiver));
    if let Some((whom, policy)) = used_up(marked) {
        let diagnostic =
            Diagnostic::new(codes::RECEIVER_BY_VALUE, span, format!("`{}` uses up its receiver", method.name))
                .label(format!("there is none left for {whom}"))
                .help(match method.receiver {
                    Receiver::Mutable => format!("leave out its lifetime, or leave {policy} out"),
                    _ => format!("take `&self`, or leave {policy} out"),
                });
        return Some(diagnostic);
    }
    match method.receiver {
        Receiver::Boxed | Receiver::Other => Some(pointer(span, &method.name)),
        Receiver::None if marked.is_member() => Some(
            Diagnostic::new(codes::RECEIVER_MISSING, span, format!("`{}` has no receiver", method.name))
                .label("a wrapper has no value to call it on")
                .help("take `&self`, or make it a free function"),
        ),
        _ => None,
    }
}

/// For whom a receiver that the first attempt uses up would be needed again, and the policy that wants it.
fn used_up(marked: &Marked<'_>) -> Option<(&'static str, &'static str)> {
    let policies = &marked.method.policies;
    let is_lasting = || {
        let lifetime = marked.method.signature.receiver().and_then(receiver_lifetime);
        lifetime.is_some_and(|lifetime| is_lasting(lifetime, &marked.method.signature))
    };
    match (marked.method.receiver, &policies.retry, &policies.fallback) {
        (Receiver::Value | Receiver::Boxed, Some(_), _) => Some(("another attempt", "the retry")),
        (Receiver::Mutable, Some(_), _) if is_lasting() => Some(("another attempt", "the retry")),
        (Receiver::Mutable, None, Some(_)) if is_lasting() => Some(("the fallback", "the fallback")),
        (Receiver::Value, None, Some(fallback)) => {
            let other = fallback.signature.as_ref()?.receiver()?;
            // A `Copy` type is still there: to be borrowed, or, where the fallback is the wrapper's, to be moved.
            let fits = is_shared(other) != is_marked(&fallback.method, marked.wrapper);
            (!(fits && (may_be_copy(marked.wrapper) || says_more_of_self(&marked.method.signature))))
                .then_some(("the fallback", "the fallback"))
        }
        _ => None,
    }
}

fn receiver_lifetime(receiver: &syn::Receiver) -> Option<&Lifetime> {
    match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, _) => lifetime.as_ref(),
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(reference) => reference.lifetime.as_ref(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a borrow lasts longer than the call: `'static`, or a lifetime that is not the method's own.
pub(super) fn is_lasting(lifetime: &Lifetime, signature: &Signature) -> bool {
    lifetime.ident != "_" && !signature.generics.lifetimes().any(|parameter| parameter.lifetime == *lifetime)
}

fn is_marked(name: &syn::Ident, wrapper: &Wrapper) -> bool {
    let methods = wrapper.methods();
    methods.iter().any(|method| method.signature.ident == *name && !method.policies.is_empty())
}

fn is_shared(receiver: &syn::Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_none(),
        ReceiverKind::Typed(_, ty) => matches!(&**ty, Type::Reference(reference) if reference.mutability.is_none()),
        _ => false,
    }
}

/// Whether the wrapped type may be `Copy`: a type parameter is not, unless a supertrait says so.
fn may_be_copy(wrapper: &Wrapper) -> bool {
    let Wrapper::Trait(wrapper) = wrapper else {
        return true;
    };
    wrapper.item.generics.where_clause.is_some() || !wrapper.item.supertraits.iter().all(is_plain)
}

/// Whether a bound certainly does not make anything `Copy`.
fn is_plain(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(_) => is_bound(bound, &["Sized", "Send", "Sync", "Unpin", "Debug", "Clone"]),
        _ => true,
    }
}

/// Whether a method is for types only of which more is known.
fn says_more_of_self(signature: &Signature) -> bool {
    signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates).any(|predicate| match predicate {
        WherePredicate::Type(predicate) => {
            let is_self = matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident("Self"));
            is_self && !predicate.bounds.iter().all(is_plain)
        }
        _ => false,
    })
}

fn pointer(span: crate::source::Span, name: &str) -> Diagnostic {
    Diagnostic::new(codes::RECEIVER_POINTER, span, format!("a wrapper cannot pass on the receiver of `{name}`"))
        .label("not a plain reference to `Self`")
        .note("the wrapper owns the inner value, not a smart pointer to it")
        .help("take `&self` or `&mut self`; `Arc<C>` can be the wrapped type")
}
