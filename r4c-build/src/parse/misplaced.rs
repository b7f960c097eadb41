//! Markers where they have no effect: none is silent.
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, ImplItem, Item, Meta};

use super::{Context, marker};
use crate::codes::{self, Code};
use crate::report::Diagnostic;
use crate::resolve::{Attribution, Marker};
use crate::source::Span;

/// Markers on something that is not a function; they are taken out.
pub(super) fn not_a_function(attributes: &mut Vec<Attribute>, what: &str, context: &mut Context<'_>) {
    for marker_use in marker::take(attributes, context) {
        let name = marker_use.marker.name();
        let diagnostic = Diagnostic::new(codes::MARKER_MISPLACED, marker_use.span, format!("`{name}` on {what}"))
            .label("a marker belongs on a method or function")
            .help("put it on each method that needs it");
        context.diagnostics.push(diagnostic);
    }
}

/// An item that cannot be wrapped: its attributes, and whatever stands in it.
pub(super) fn item(item: &Item, context: &mut Context<'_>) {
    let mut attributes = match item {
        Item::Struct(item) => item.attrs.clone(),
        Item::Enum(item) => item.attrs.clone(),
        Item::Union(item) => item.attrs.clone(),
        Item::Type(item) => item.attrs.clone(),
        Item::Const(item) => item.attrs.clone(),
        Item::Static(item) => item.attrs.clone(),
        Item::Use(item) => item.attrs.clone(),
        Item::ForeignMod(item) => item.attrs.clone(),
        _ => Vec::new(),
    };
    if crate::cfg::flatten(&attributes).iter().any(|(_, meta)| meta.path().is_ident("derive")) {
        // `#[retry(..)]` may be a helper of a derive; only what is ours for certain can be a mistake.
        attributes.retain(|attribute| marker_in(&attribute.meta, context).is_some());
    }
    not_a_function(&mut attributes, "an item that is not a function", context);
    match item {
        Item::Const(item) => Inside { context }.visit_expr(&item.expr),
        Item::Static(item) => Inside { context }.visit_expr(&item.expr),
        Item::ForeignMod(item) => {
            for function in &item.items {
                if let syn::ForeignItem::Fn(function) = function {
                    not_a_function(&mut function.attrs.clone(), "a function of another language", context);
                }
            }
        }
        Item::Verbatim(tokens) => self::tokens(tokens, context),
        _ => {}
    }
}

/// Markers in `impl Trait for X`.
pub(super) fn trait_impl(mut item: syn::ItemImpl, context: &mut Context<'_>) {
    not_a_function(&mut item.attrs, "an impl block", context);
    let name = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let name = name.map(|segment| segment.ident.to_string()).unwrap_or_default();
    for member in &mut item.items {
        match member {
            ImplItem::Fn(function) => {
                for marker_use in marker::take(&mut function.attrs, context) {
                    let diagnostic = Diagnostic::new(
                        codes::MARKER_ON_TRAIT_IMPL,
                        marker_use.span,
                        format!("`{}` in an implementation of `{name}`", marker_use.marker.name()),
                    )
                    .label("this marker has no effect")
                    .note("the wrapper implements the trait for every type that has it")
                    .help(format!("move the marker to `{}` in `trait {name}`", function.sig.ident));
                    context.diagnostics.push(diagnostic);
                }
                body(&function.block, context);
            }
            ImplItem::Macro(item) => tokens(&item.mac.tokens, context),
            _ => {}
        }
    }
}

/// Markers inside of a function's body.
pub(super) fn body(block: &syn::Block, context: &mut Context<'_>) {
    Inside { context }.visit_block(block);
}

/// Markers inside of a macro's body or input that does not read as items.
pub(super) fn tokens(stream: &TokenStream, context: &mut Context<'_>) {
    let mut before_is_pound = None;
    for token in stream.clone() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                before_is_pound = Some(punct.span());
                continue;
            }
            TokenTree::Group(group) => {
                if let (Some(pound), Delimiter::Bracket) = (before_is_pound, group.delimiter()) {
                    attribute_tokens(pound, group, context);
                }
                tokens(&group.stream(), context);
            }
            _ => {}
        }
        before_is_pound = None;
    }
}

fn attribute_tokens(pound: proc_macro2::Span, group: &proc_macro2::Group, context: &mut Context<'_>) {
    let is_path = |token: &TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    };
    let path: TokenStream = group.stream().into_iter().take_while(is_path).collect();
    let Ok(path) = syn::parse2::<syn::Path>(path) else {
        return;
    };
    let conditional = path.is_ident("cfg_attr").then(|| syn::parse2::<Meta>(group.stream()).ok()).flatten();
    let found = match conditional {
        Some(meta) => marker_in(&meta, context),
        None => ours(&path, context),
    };
    if let Some(marker) = found {
        let start = Span::from_tokens(context.file, pound);
        let span = start.to(Span::from_tokens(context.file, group.span_close()));
        let diagnostic = Diagnostic::new(codes::MARKER_IN_MACRO, span, format!("`{}` inside a macro", marker.name()))
            .label("nothing is generated for this marker")
            .note("the generator reads the source, not what macros make of it")
            .help("write the trait without the macro, or build a `r4c::Pipeline` where it is used");
        context.diagnostics.push(diagnostic);
    }
}

/// The first marker of an attribute: itself, or one in its `cfg_attr`.
fn marker_in(meta: &Meta, context: &Context<'_>) -> Option<Marker> {
    let flat = crate::cfg::flatten_meta(meta);
    flat.iter().find_map(|(_, meta)| ours(meta.path(), context))
}

fn ours(path: &syn::Path, context: &Context<'_>) -> Option<Marker> {
    match context.attribution(path) {
        Attribution::Ours(marker) => Some(marker),
        Attribution::Uncertain | Attribution::Other => None,
    }
}

/// Walks through blocks and expressions.
struct Inside<'a, 'b> {
    context: &'a mut Context<'b>,
}

impl Inside<'_, '_> {
    fn report(&mut self, code: &'static Code, attribute: &Attribute) {
        if let Some(marker) = marker_in(&attribute.meta, self.context) {
            let span = self.context.span(attribute);
            let title = format!("`{}` inside a function body or constant", marker.name());
            let diagnostic = Diagnostic::new(code, span, title)
                .label("no module can bring in a wrapper for this")
                .help("move the item out to a module, or build a `r4c::Pipeline` here");
            self.context.diagnostics.push(diagnostic);
        }
    }
}

impl Visit<'_> for Inside<'_, '_> {
    fn visit_attribute(&mut self, attribute: &Attribute) {
        self.report(codes::MARKER_IN_BODY, attribute);
    }

    fn visit_macro(&mut self, item: &syn::Macro) {
        tokens(&item.tokens, self.context);
    }

    fn visit_item(&mut self, item: &Item) {
        if let Item::Verbatim(stream) = item {
            tokens(stream, self.context);
        }
        syn::visit::visit_item(self, item);
    }
}
