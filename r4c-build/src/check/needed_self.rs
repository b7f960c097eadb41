//! R4C-ARG-007: where `Self` is the wrapper for the caller and the wrapped type for the call.
use quote::ToTokens;
use syn::ReturnType;

use super::Checker;
use crate::codes;
use crate::model::{Method, Wrapper};
use crate::parse::method::{names_self, takes_self};
use crate::report::Diagnostic;
use crate::source::Span;

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked().into_iter().filter(|marked| marked.method.needs_self) {
        let help = "leave the marker out: what it returns can be wrapped by the caller";
        report(checker, marked.method, help);
    }
    for method in required(checker) {
        report(checker, method, "give it a default body, or put the marked methods into a trait of their own");
    }
}

/// The methods of wrapped traits that every implementor must write.
fn required<'a>(checker: &Checker<'a>) -> Vec<&'a Method> {
    let mut required = Vec::new();
    for wrapper in checker.model.files.iter().flat_map(|file| &file.wrappers) {
        let Wrapper::Trait(wrapper) = wrapper else { continue };
        let functions = wrapper.item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(function) => Some(function),
            _ => None,
        });
        for (function, method) in functions.zip(&wrapper.methods) {
            let needs_self = method.needs_self && method.given_self().is_none();
            if method.policies.is_empty() && needs_self && function.default.is_none() {
                required.push(method);
            }
        }
    }
    required
}

fn report(checker: &mut Checker<'_>, method: &Method, help: &str) {
    let file = method.span.file;
    let (title, span) = match &method.signature.output {
        ReturnType::Type(_, ty) if names_self(ty.to_token_stream()) => {
            (format!("`{}` returns `Self`", method.name), Span::of(file, ty))
        }
        _ => {
            let argument = method.arguments.iter().find(|argument| takes_self(&argument.ty));
            let span = argument.map_or(method.span, |argument| Span::of(file, &argument.ty));
            (format!("`{}` takes `Self` inside of another type", method.name), span)
        }
    };
    let diagnostic = Diagnostic::new(codes::RETURNS_SELF, span, title)
        .label("`Self` is the wrapper here, and the wrapped type where the call goes");
    checker.diagnostics.push(diagnostic.help(help));
}
