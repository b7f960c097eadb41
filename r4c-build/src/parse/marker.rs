//! Markers among attributes: found, taken out, and read into policies.
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Meta, Token};

use super::Context;
use super::arguments::{self, Arguments};
use super::keys;
use crate::cfg::Truth;
use crate::codes;
use crate::model::{CircuitBreaker, ErrorList, Fallback, Instance, Location, Policies, Retry};
use crate::report::Diagnostic;
use crate::resolve::{Attribution, Marker};
use crate::source::Span;

/// One marker as written.
#[derive(Debug)]
pub(super) struct Use {
    pub marker: Marker,
    pub meta: Meta,
    pub span: Span,
}

/// Takes the markers out of a list of attributes. Those in a `cfg_attr` that does not hold are taken out as well.
pub(super) fn take(attributes: &mut Vec<Attribute>, context: &mut Context<'_>) -> Vec<Use> {
    let mut uses = Vec::new();
    attributes.retain_mut(|attribute| match context.attribution(attribute.path()) {
        Attribution::Ours(marker) => {
            let span = context.span(attribute);
            uses.push(Use { marker, meta: attribute.meta.clone(), span });
            false
        }
        Attribution::Uncertain => {
            uncertain(attribute.path(), context);
            true
        }
        Attribution::Other => {
            let taken = take_conditional(&mut attribute.meta, Truth::Yes, context);
            uses.extend(taken.uses);
            !taken.empty
        }
    });
    uses
}

fn uncertain(path: &syn::Path, context: &mut Context<'_>) {
    let title =
        format!("cannot tell whether `{}` is a marker of r4c", path.to_token_stream().to_string().replace(' ', ""));
    let diagnostic = Diagnostic::new(codes::MARKER_UNCERTAIN, context.span(path), title)
        .label("nothing is generated for it")
        .note("its name comes from another crate's glob or re-export, or from a macro")
        .help("if it is r4c's, write it as `r4c::..` or import it from `r4c` by name");
    context.diagnostics.push(diagnostic);
}

struct Taken {
    uses: Vec<Use>,
    /// Whether nothing is left of the attribute.
    empty: bool,
}

/// Takes the markers out of a `cfg_attr`, also out of one inside of it.
fn take_conditional(meta: &mut Meta, around: Truth, context: &mut Context<'_>) -> Taken {
    let mut taken = Taken { uses: Vec::new(), empty: false };
    let Meta::List(list) = meta else { return taken };
    if !list.path.is_ident("cfg_attr") {
        return taken;
    }
    let Ok(parts) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
        return taken;
    };
    let mut parts: Vec<Meta> = parts.into_iter().collect();
    let Some(predicate) = parts.first().map(|part| part.to_token_stream()) else {
        return taken;
    };
    let holds = crate::cfg::all([around, context.names.sources.cfg.text(&predicate.to_string())]);
    let before = parts.len();
    let mut kept = Vec::new();
    for mut part in parts.drain(1..) {
        match context.attribution(part.path()) {
            Attribution::Ours(marker) => {
                if holds != Truth::No {
                    let span = Span::from_tokens(context.file, part.span());
                    taken.uses.push(Use { marker, meta: part, span });
                }
                continue;
            }
            Attribution::Uncertain if holds != Truth::No => uncertain(part.path(), context),
            Attribution::Uncertain | Attribution::Other => {}
        }
        let inner = take_conditional(&mut part, holds, context);
        taken.uses.extend(inner.uses);
        if !inner.empty {
            kept.push(part);
        }
    }
    taken.empty = kept.is_empty() && before > 1;
    if kept.len() + 1 < before {
        list.tokens = quote!(#predicate, #(#kept),*);
    }
    taken
}

/// The policies of a method, named `id` unless a marker says otherwise.
pub(super) fn policies(uses: Vec<Use>, id: &str, context: &mut Context<'_>) -> Policies {
    let mut policies = Policies::default();
    let mut seen: Vec<(Marker, Location)> = Vec::new();
    for marker_use in uses {
        let location = context.names.sources.map.location(marker_use.span);
        if let Some((_, first)) = seen.iter().find(|(marker, _)| *marker == marker_use.marker) {
            let title = format!("the method has two `{}` markers", marker_use.marker.name());
            let code = keys::codes_of(marker_use.marker).repeated;
            let diagnostic = Diagnostic::new(code, marker_use.span, title);
            let diagnostic = diagnostic.label("the second one").note(format!("the first one is at {first}"));
            context.diagnostics.push(diagnostic);
            continue;
        }
        seen.push((marker_use.marker, location.clone()));
        match marker_use.marker {
            Marker::Retry => policies.retry = Some(retry(&marker_use, id, location, context)),
            Marker::CircuitBreaker => policies.circuit_breaker = Some(breaker(&marker_use, id, location, context)),
            Marker::Fallback => policies.fallback = fallback(&marker_use, location, context),
        }
    }
    policies
}

fn retry(marker_use: &Use, id: &str, location: Location, context: &mut Context<'_>) -> Retry {
    let mut arguments = arguments::parse(Marker::Retry, &marker_use.meta, context);
    Retry {
        instance: instance(&mut arguments, id, marker_use),
        retry_on: list(&mut arguments, "retry_on"),
        abort_on: list(&mut arguments, "abort_on"),
        classifier: arguments.classifier,
        on_exhausted_result: arguments.exhausted.map(|(value, _)| value),
        exhausted_span: arguments.exhausted.map_or(marker_use.span, |(_, span)| span),
        reuse: arguments.reuse,
        settings: arguments.settings,
        inherited: Vec::new(),
        location,
        span: marker_use.span,
    }
}

fn breaker(marker_use: &Use, id: &str, location: Location, context: &mut Context<'_>) -> CircuitBreaker {
    let mut arguments = arguments::parse(Marker::CircuitBreaker, &marker_use.meta, context);
    CircuitBreaker {
        instance: instance(&mut arguments, id, marker_use),
        record_on: list(&mut arguments, "record_on"),
        ignore_on: list(&mut arguments, "ignore_on"),
        classifier: arguments.classifier,
        settings: arguments.settings,
        inherited: Vec::new(),
        location,
        span: marker_use.span,
    }
}

fn instance(arguments: &mut Arguments, id: &str, marker_use: &Use) -> Instance {
    match arguments.name.take() {
        Some((id, span)) => Instance { id, written: true, span },
        None => Instance { id: id.to_owned(), written: false, span: marker_use.span },
    }
}

fn list(arguments: &mut Arguments, key: &str) -> Option<ErrorList> {
    let index = arguments.lists.iter().position(|(name, _)| *name == key)?;
    Some(arguments.lists.swap_remove(index).1)
}

/// `fallback(unavailable)`.
fn fallback(marker_use: &Use, location: Location, context: &mut Context<'_>) -> Option<Fallback> {
    let method = match &marker_use.meta {
        Meta::List(list) => list.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            let method = input.parse::<Ident>()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(method)
        }),
        meta => Err(syn::Error::new(meta.span(), "expected the name of a method in parentheses")),
    };
    match method {
        Ok(method) => Some(Fallback {
            method,
            signature: None,
            exists: None,
            similar: None,
            is_async: false,
            failure: None,
            location,
            span: marker_use.span,
        }),
        Err(error) => {
            let place = Span::from_tokens(context.file, error.span());
            let title = "`fallback` wants the name of one method";
            let diagnostic = Diagnostic::new(codes::FALLBACK_SYNTAX, place, title).label(error.to_string());
            context
                .diagnostics
                .push(diagnostic.help("write `fallback(unavailable)` for a method `unavailable` beside this one"));
            None
        }
    }
}
