//! R4C-ARG-005: a borrow of a `&mut self` that one attempt returns leaves none for the next.
use syn::visit::Visit;
use syn::{Lifetime, ReceiverKind, Signature, Type};

use super::Checker;
use crate::codes;
use crate::model::Receiver;
use crate::report::Diagnostic;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let method = marked.method;
        let retried = method.policies.retry.is_some() && method.receiver == Receiver::Mutable;
        if retried && borrows_receiver(&method.signature, &method.output) {
            let title = format!("`{}` returns a borrow of `&mut self`", method.name);
            let diagnostic = Diagnostic::new(codes::RETURNED_BORROW, marked.span(&method.output), title)
                .label(format!("`{}` keeps `self` borrowed", checker.text(marked.span(&method.output))))
                .note("while the value of one attempt is looked at, the next one cannot begin")
                .help("return an owned value, take `&self`, or leave the retry out");
            checker.diagnostics.push(diagnostic);
        }
    }
}

/// By the rules of elision: an elided lifetime in the output is that of `self`.
fn borrows_receiver(signature: &Signature, output: &Type) -> bool {
    let named = match signature.receiver().map(|receiver| &receiver.kind) {
        Some(ReceiverKind::Reference(_, lifetime, _)) => lifetime.clone(),
        Some(ReceiverKind::Typed(_, ty)) => match &**ty {
            Type::Reference(reference) => reference.lifetime.clone(),
            _ => None,
        },
        _ => None,
    };
    let mut search = Borrows { named, found: false };
    search.visit_type(output);
    search.found
}

struct Borrows {
    named: Option<Lifetime>,
    found: bool,
}

impl Visit<'_> for Borrows {
    fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
        self.found |= reference.lifetime.is_none();
        syn::visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &Lifetime) {
        self.found |= lifetime.ident == "_" || self.named.as_ref() == Some(lifetime);
    }

    // The output of an alias for a boxed future: its lifetime is that of the future.
    fn visit_qself(&mut self, _: &syn::QSelf) {}

    // `fn(&T)` and `Fn(&T)` have lifetimes of their own.
    fn visit_type_fn_ptr(&mut self, _: &syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &syn::ParenthesizedGenericArguments) {}
}
