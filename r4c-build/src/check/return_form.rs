//! R4C-CLS-010: what the method returns cannot be judged: a stream, an iterator, `!`.
use syn::punctuated::Punctuated;
use syn::{Token, Type, TypeParamBound};

use super::{Checker, Marked};
use crate::codes;
use crate::parse::method::type_arguments;
use crate::report::Diagnostic;

/// Traits whose values are no results: whether they fail is known only while they are used up.
const LAZY: [&str; 9] = [
    "AsyncIterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FusedIterator",
    "FusedStream",
    "IntoIterator",
    "Iterator",
    "Stream",
    "TryStream",
];

const FUTURE: &str = "a future whose output cannot be seen";

pub(super) fn check(checker: &mut Checker<'_>) {
    for marked in checker.marked() {
        let types = std::iter::once(&marked.method.output).chain(&marked.method.stands_for);
        if let Some(what) = types.into_iter().find_map(unjudgeable) {
            let diagnostic = report(checker, &marked, what);
            checker.diagnostics.push(diagnostic);
        }
    }
}

fn report(checker: &Checker<'_>, marked: &Marked<'_>, what: &str) -> Diagnostic {
    let method = marked.method;
    let title = format!("what `{}` returns cannot be judged", method.name);
    Diagnostic::new(codes::RETURN_FORM, marked.span(&method.output), title)
        .label(format!("`{}` is {what}", checker.text(marked.span(&method.output))))
        .note("a policy looks at the value that one call gives")
        .help(match what {
            FUTURE => "write the output: `-> impl Future<Output = Result<..>>`, `-> BoxFuture<'_, ..>`, or `async fn`",
            _ => "mark the method that fetches one item or page",
        })
}

fn unjudgeable(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Never(_) => Some("a type without values"),
        Type::ImplTrait(ty) => lazy(&ty.bounds),
        Type::TraitObject(ty) => lazy(&ty.bounds),
        Type::Paren(inner) => unjudgeable(&inner.elem),
        Type::Path(ty) => {
            let last = ty.path.segments.last()?;
            match last.ident.to_string().as_str() {
                "BoxStream" | "LocalBoxStream" => Some("a stream"),
                "Pin" | "Box" => type_arguments(&last.arguments).first().and_then(unjudgeable),
                _ => None,
            }
        }
        _ => None,
    }
}

fn lazy(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<&'static str> {
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else {
            continue;
        };
        let name = bound.path.segments.last()?.ident.to_string();
        if LAZY.contains(&name.as_str()) {
            return Some(if name.ends_with("Stream") { "a stream" } else { "an iterator" });
        }
        if name == "Future" {
            return Some(FUTURE);
        }
    }
    None
}
