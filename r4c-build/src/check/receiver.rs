//! R4C-ARG-001, -002, -006: how a method takes `self`.
use super::{Checker, Marked};
use crate::codes;
use crate::model::{Receiver, Wrapper};
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
    let retry = method.policies.retry.is_some();
    match method.receiver {
        Receiver::Value | Receiver::Boxed if retry => Some(
            Diagnostic::new(codes::RECEIVER_BY_VALUE, span, format!("`{}` uses up its receiver", method.name))
                .label("there is none left for another attempt")
                .help("take `&self`, or leave the retry out"),
        ),
        Receiver::Boxed | Receiver::Other => Some(pointer(span, &method.name)),
        Receiver::None if marked.is_member() => Some(
            Diagnostic::new(codes::RECEIVER_MISSING, span, format!("`{}` has no receiver", method.name))
                .label("a wrapper has no value to call it on")
                .help("take `&self`, or make it a free function"),
        ),
        _ => None,
    }
}

fn pointer(span: crate::source::Span, name: &str) -> Diagnostic {
    Diagnostic::new(codes::RECEIVER_POINTER, span, format!("a wrapper cannot pass on the receiver of `{name}`"))
        .label("not a plain reference to `Self`")
        .note("the wrapper owns the inner value, not a smart pointer to it")
        .help("take `&self` or `&mut self`; `Arc<C>` can be the wrapped type")
}
