//! R4C-ARG-005: a borrow of something `&mut` that one attempt returns leaves none for the next one, or for the fallback.
//!
//! What cannot be seen, such as a lifetime that a path does not show (`Guard` for `Guard<'_>`), is left to rustc.
use syn::visit::Visit;
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, Lifetime, PathArguments, ReceiverKind, ReturnType, Signature, Type,
    TypeImplTrait, TypeParamBound, WherePredicate,
};

use super::{Checker, Marked};
use crate::codes;
use crate::model::{ArgumentForm, Receiver, Wrapper};
use crate::parse::holding::CAPTURES_ALL;
use crate::parse::method::argument_name;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let policies = &marked.method.policies;
        let (note, policy) = match (policies.retry.is_some(), policies.fallback.is_some()) {
            (true, false) => ("while the value of one attempt is looked at, the next one cannot begin", "the retry"),
            (false, true) => ("while the value of the call is looked at, the fallback cannot begin", "the fallback"),
            (true, true) => (
                "while the value of one attempt is looked at, neither the next one nor the fallback can begin",
                "the retry and the fallback",
            ),
            (false, false) => continue,
        };
        // In a trait it always does.
        let captures_all = matches!(marked.wrapper, Wrapper::Trait(_)) || checker.model.edition >= CAPTURES_ALL;
        let kept = Kept::of(&marked, captures_all);
        let Some(mutable) = mutable(&marked).into_iter().find(|mutable| kept.holds(mutable)) else {
            continue;
        };
        let name = &mutable.name;
        let (span, keeps) = match kept.capture {
            Some(span) => (span, format!("captures the lifetime of `{name}`")),
            None => (written(&marked), format!("keeps `{name}` borrowed")),
        };
        let title = format!("`{}` returns a borrow of `{}`", marked.method.name, mutable.shown);
        let help = match (kept.capture, mutable.is_receiver) {
            (Some(_), _) => format!("return a type that has a name and borrows nothing, or leave {policy} out"),
            (None, true) => format!("return an owned value, take `&self`, or leave {policy} out"),
            (None, false) => format!("return an owned value, or leave {policy} out"),
        };
        let diagnostic = Diagnostic::new(codes::RETURNED_BORROW, span, title)
            .label(format!("`{}` {keeps}", checker.text(span)))
            .note(note)
            .help(help);
        checker.diagnostics.push(diagnostic);
    }
}

/// The output as the user wrote it; for an alias of a boxed future, all of that.
fn written(marked: &Marked<'_>) -> Span {
    match (&marked.method.output, &marked.method.signature.output) {
        (Type::Path(output), ReturnType::Type(_, ty)) if output.qself.is_some() => marked.span(ty),
        (output, _) => marked.span(output),
    }
}

/// Something that each attempt borrows mutably.
struct Mutable<'a> {
    name: String,
    /// The same as it is called in a title: `&mut self`.
    shown: String,
    is_receiver: bool,
    /// `None` where it is left out.
    lifetime: Option<&'a Lifetime>,
    /// Whether a lifetime that is left out in the return type is this one.
    gives_elided: bool,
}

fn mutable<'a>(marked: &Marked<'a>) -> Vec<Mutable<'a>> {
    let method = marked.method;
    let from_receiver = receiver(&method.signature);
    let receiver = from_receiver.filter(|_| method.receiver == Receiver::Mutable).map(|lifetime| Mutable {
        name: "self".to_owned(),
        shown: "&mut self".to_owned(),
        is_receiver: true,
        lifetime,
        gives_elided: true,
    });
    let arguments = method.arguments.iter().filter(|argument| argument.form == ArgumentForm::Mutable);
    let arguments = arguments.map(|argument| {
        let name = argument_name(&argument.pattern).map_or_else(|| "_".to_owned(), unraw);
        let lifetime = reference(&argument.ty).flatten();
        Mutable { shown: name.clone(), name, is_receiver: false, lifetime, gives_elided: from_receiver.is_none() }
    });
    receiver.into_iter().chain(arguments).collect()
}

/// The lifetime of a receiver that is a reference.
fn receiver(signature: &Signature) -> Option<Option<&Lifetime>> {
    match &signature.receiver()?.kind {
        ReceiverKind::Reference(_, lifetime, _) => Some(lifetime.as_ref().filter(|lifetime| is_named(lifetime))),
        ReceiverKind::Typed(_, ty) => reference(ty),
        _ => None,
    }
}

/// The lifetime of a reference; inner `None` where it is left out.
fn reference(ty: &Type) -> Option<Option<&Lifetime>> {
    match ty {
        Type::Reference(reference) => Some(reference.lifetime.as_ref().filter(|lifetime| is_named(lifetime))),
        Type::Paren(inner) => reference(&inner.elem),
        _ => None,
    }
}

fn is_named(lifetime: &Lifetime) -> bool {
    lifetime.ident != "_"
}

/// What an output keeps borrowed.
struct Kept<'a> {
    signature: &'a Signature,
    /// The lifetimes that it names.
    named: Vec<&'a Lifetime>,
    /// Whether it leaves one out.
    elided: bool,
    /// An `impl Trait` that captures all lifetimes in scope.
    capture: Option<Span>,
}

impl<'a> Kept<'a> {
    fn of(marked: &Marked<'a>, captures_all: bool) -> Kept<'a> {
        let method = marked.method;
        let mut search = Search { captures_all, named: Vec::new(), elided: false, capture: None };
        search.visit_type(&method.output);
        let Search { mut named, elided, capture, .. } = search;
        // By the rules of elision it is the receiver's, else the only one of the arguments.
        let argument = || {
            method.signature.inputs.iter().find_map(|input| match input {
                FnArg::Typed(argument) => reference(&argument.ty),
                FnArg::Receiver(_) => None,
            })
        };
        if elided {
            named.extend(receiver(&method.signature).or_else(argument).flatten());
        }
        let capture = capture.map(|ty| marked.span(ty));
        Kept { signature: &method.signature, named, elided, capture }
    }

    fn holds(&self, mutable: &Mutable<'_>) -> bool {
        let named = |lifetime: &Lifetime| self.named.iter().any(|named| outlives(self.signature, lifetime, named));
        let elided = self.elided && mutable.gives_elided;
        self.capture.is_some() || elided || mutable.lifetime.is_some_and(named)
    }
}

/// Whether `long` is `short`, or is declared to live at least as long.
fn outlives(signature: &Signature, long: &Lifetime, short: &Lifetime) -> bool {
    let mut shorter = vec![long];
    let mut next = 0;
    while let Some(lifetime) = shorter.get(next).copied() {
        let declared = bounds(&signature.generics, lifetime);
        let new: Vec<_> = declared.into_iter().filter(|bound| !shorter.contains(bound)).collect();
        shorter.extend(new);
        next += 1;
    }
    shorter.contains(&short)
}

/// `'b` and `'c` for `'a: 'b + 'c`.
fn bounds<'a>(generics: &'a Generics, lifetime: &Lifetime) -> Vec<&'a Lifetime> {
    let parameters = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) if parameter.lifetime == *lifetime => Some(&parameter.bounds),
        _ => None,
    });
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let predicates = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Lifetime(predicate) if predicate.lifetime == *lifetime => Some(&predicate.bounds),
        _ => None,
    });
    parameters.chain(predicates).flatten().collect()
}

struct Search<'a> {
    captures_all: bool,
    named: Vec<&'a Lifetime>,
    elided: bool,
    capture: Option<&'a TypeImplTrait>,
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_type_reference(&mut self, reference: &'a syn::TypeReference) {
        self.elided |= reference.lifetime.is_none();
        syn::visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        match is_named(lifetime) {
            true => self.named.push(lifetime),
            false => self.elided = true,
        }
    }

    fn visit_type_impl_trait(&mut self, ty: &'a TypeImplTrait) {
        let is_precise = ty.bounds.iter().any(|bound| matches!(bound, TypeParamBound::PreciseCapture(_)));
        if self.captures_all && !is_precise {
            self.capture.get_or_insert(ty);
        }
        syn::visit::visit_type_impl_trait(self, ty);
    }

    // The output of an alias for a boxed future: its lifetime is that of the future, and no part of the output.
    fn visit_qself(&mut self, qself: &'a syn::QSelf) {
        if let Type::Path(boxed) = &*qself.ty {
            let arguments = boxed.path.segments.last().map(|last| &last.arguments);
            if let Some(PathArguments::AngleBracketed(list)) = arguments {
                let types = list.args.iter().filter(|argument| matches!(argument, GenericArgument::Type(_)));
                types.for_each(|argument| self.visit_generic_argument(argument));
            }
        }
    }

    // `fn(&T)` and `Fn(&T)` have lifetimes of their own.
    fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}
}
