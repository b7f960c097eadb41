//! Error lists: `ApiError::Io(_) | dyn io::Error`, `ApiError::Http { status } if *status >= 500`.
use std::collections::BTreeSet;

use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Ident, Pat, Token};

use crate::codes;
use crate::model::{ErrorItem, ErrorList};
use crate::report::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

mod keyword {
    syn::custom_keyword!(source);
}

/// Reads a list up to the next argument. `None` if there is a fault in it, which is then among the diagnostics; `Err` if
/// the tokens have no meaning at all.
pub(super) fn parse(
    input: ParseStream<'_>,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Option<ErrorList>> {
    let start = input.span();
    input.parse::<Option<Token![|]>>()?;
    let mut items = vec![item(input)?];
    while input.parse::<Option<Token![|]>>()?.is_some() {
        items.push(item(input)?);
    }
    let mut end = items.last().map_or(start, span);
    let mut guard = None;
    if let Some(token) = input.parse::<Option<Token![if]>>()? {
        let condition: syn::Expr = input.parse()?;
        end = condition.span();
        if items.iter().any(|item| !matches!(item, ErrorItem::Pattern(_))) {
            let diagnostic = Diagnostic::new(
                codes::LIST_GUARD,
                Span::from_tokens(file, token.span()),
                "a guard cannot stand behind a type",
            );
            diagnostics.push(
                diagnostic
                    .label("nothing is bound here that it could look at")
                    .help("write a pattern instead of `dyn ..`, or use a classifier"),
            );
        }
        guard = Some(condition);
    }
    let mut faults: Vec<_> = items.iter().filter_map(|item| matches_all(item, guard.is_some(), file)).collect();
    if faults.is_empty() {
        faults.extend(unequal(&items, file));
    }
    let sound = faults.is_empty();
    faults.into_iter().for_each(|fault| diagnostics.push(fault));
    let span = Span::from_tokens(file, start).to(Span::from_tokens(file, end));
    Ok(sound.then_some(ErrorList { items, guard, span }))
}

fn item(input: ParseStream<'_>) -> syn::Result<ErrorItem> {
    if input.peek(keyword::source) && input.peek2(Token![dyn]) {
        input.parse::<keyword::source>()?;
        input.parse::<Token![dyn]>()?;
        return Ok(ErrorItem::Source(named_type(input)?));
    }
    if input.parse::<Option<Token![dyn]>>()?.is_some() {
        return Ok(ErrorItem::Downcast(named_type(input)?));
    }
    Ok(ErrorItem::Pattern(Pat::parse_single(input)?))
}

fn named_type(input: ParseStream<'_>) -> syn::Result<syn::Type> {
    match input.is_empty() || input.peek(Token![,]) || input.peek(Token![|]) {
        true => Err(input.error("expected the type of an error after `dyn`")),
        false => input.call(syn::Type::without_plus),
    }
}

/// The fault of a pattern that matches every error. Before a guard, `error` is what the guard looks at; `Timeout` is a
/// mistake there as well.
fn matches_all(item: &ErrorItem, guarded: bool, file: FileId) -> Option<Diagnostic> {
    let ErrorItem::Pattern(pattern) = item else {
        return None;
    };
    let fault = |title: String| Diagnostic::new(codes::LIST_MATCHES_ALL, Span::of(file, pattern), title);
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() && !(guarded && is_variable(&name.ident)) => {
            Some(binding(&name.ident, fault))
        }
        Pat::Wild(_) | Pat::Rest(_) if !guarded => Some(
            fault("`_` matches every error".to_owned())
                .label("this list would leave nothing out")
                .help("leave the argument out: every error is the default"),
        ),
        _ => None,
    }
}

/// The fault of a pattern that does not bind what another one binds.
fn unequal(items: &[ErrorItem], file: FileId) -> Option<Diagnostic> {
    let patterns = items.iter().map(|item| match item {
        ErrorItem::Pattern(pattern) => Some((pattern, Variables::of(pattern)?)),
        ErrorItem::Downcast(_) | ErrorItem::Source(_) => None,
    });
    let patterns: Vec<_> = patterns.collect::<Option<_>>()?; // what binds nothing that could be seen is left to rustc
    let (name, lacking) = patterns.iter().flat_map(|(_, names)| names).find_map(|name| {
        let lacks =
            |(pattern, names): &(&Pat, BTreeSet<String>)| (!names.contains(name)).then(|| Span::of(file, *pattern));
        Some((name, patterns.iter().find_map(lacks)?))
    })?;
    let title = format!("`{name}` is bound by some of these patterns only");
    Some(
        Diagnostic::new(codes::LIST_SYNTAX, lacking, title)
            .label(format!("does not bind `{name}`"))
            .note("as in `match`, a guard is for all patterns before it, and each of them binds the same variables")
            .help(format!("leave `{name}` out with `_` or `..`, or use a classifier")),
    )
}

/// The variables that a pattern binds. An identifier in upper case is a constant or a variant.
struct Variables {
    names: BTreeSet<String>,
    /// A macro may bind more.
    all: bool,
}

impl Variables {
    fn of(pattern: &Pat) -> Option<BTreeSet<String>> {
        let mut variables = Variables { names: BTreeSet::new(), all: true };
        variables.visit_pat(pattern);
        variables.all.then_some(variables.names)
    }
}

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if is_variable(&pattern.ident) {
            self.names.insert(pattern.ident.to_string());
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.all = false;
    }

    fn visit_expr(&mut self, _: &'ast syn::Expr) {} // a block that is a constant has its own
}

fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

fn binding(name: &Ident, fault: impl Fn(String) -> Diagnostic) -> Diagnostic {
    fault(format!("`{name}` alone binds a variable and matches every error"))
        .label("a pattern of one identifier is a new name")
        .note("if it is meant as a variant, constant or type, it needs its path")
        .help(format!("write `ApiError::{name}`, `self::{name}`, or `dyn {name}` for a type inside a dynamic error"))
}

fn span(item: &ErrorItem) -> proc_macro2::Span {
    match item {
        ErrorItem::Pattern(pattern) => pattern.span(),
        ErrorItem::Downcast(ty) | ErrorItem::Source(ty) => ty.span(),
    }
}
