//! Bodies of item macros: `cfg_net! { mod tcp; }`, `cfg_if! { if #[cfg(..)] { .. } else { .. } }`.
//!
//! A third of the modules of some crates stand in such bodies. A body that reads as items is taken for items that the
//! macro passes on; since it may drop them or add others, nothing in it is certain.
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Token, braced};

use super::read::unraw;

/// Items of a macro body with the predicates under which they stand.
pub(crate) struct Body {
    /// One of [`PASSED_ON`], and those of the arms of `cfg_if!`.
    pub cfg: Vec<String>,
    /// The items.
    pub items: Vec<syn::Item>,
}

/// A predicate that nobody can answer: "the macro passes it on".
const PASSED_ON: &str = "r4c_passed_on";

/// The items in the body of a macro that is invoked as an item; `None` if it does not read as items.
pub(crate) fn body_items(name: &str, tokens: &TokenStream) -> Option<Vec<Body>> {
    if tokens.is_empty() {
        return None;
    }
    if name == "cfg_if" {
        return syn::parse2::<CfgIf>(tokens.clone()).ok().map(|body| body.0);
    }
    let file = syn::parse2::<syn::File>(tokens.clone()).ok()?;
    Some(vec![Body { cfg: vec![PASSED_ON.to_owned()], items: file.items }])
}

/// All identifiers in a token stream, without `r#`.
pub(crate) fn identifiers(tokens: &TokenStream) -> Vec<String> {
    let mut found = BTreeSet::new();
    collect(tokens, &mut found);
    found.into_iter().collect()
}

fn collect(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(unraw(&ident));
            }
            TokenTree::Group(group) => collect(&group.stream(), found),
            _ => {}
        }
    }
}

/// The arms of a `cfg_if!`; each stands under its own predicate and the negations of those before it.
struct CfgIf(Vec<Body>);

impl Parse for CfgIf {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut arms = Vec::new();
        let mut before = Vec::new();
        loop {
            let predicate = match input.peek(Token![if]) {
                true => Some(arm_predicate(input)?),
                false => None,
            };
            let body;
            braced!(body in input);
            let items = body.call(items)?;
            let cfg = before.iter().cloned().chain(predicate.clone()).collect();
            arms.push(Body { cfg, items });
            let Some(predicate) = predicate else { break };
            before.push(format!("not({predicate})"));
            if input.is_empty() {
                break;
            }
            input.parse::<Token![else]>()?;
        }
        match input.is_empty() {
            true => Ok(CfgIf(arms)),
            false => Err(input.error("expected the end")),
        }
    }
}

fn arm_predicate(input: ParseStream<'_>) -> syn::Result<String> {
    input.parse::<Token![if]>()?;
    input.parse::<Token![#]>()?;
    let group: Group = input.parse()?;
    let mut tokens = group.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(predicate)))
            if is_cfg(&name) && predicate.delimiter() == Delimiter::Parenthesis =>
        {
            Ok(predicate.stream().to_string())
        }
        _ => Err(syn::Error::new(group.span(), "expected `#[cfg(..)]`")),
    }
}

fn is_cfg(name: &Ident) -> bool {
    name == "cfg"
}

fn items(input: ParseStream<'_>) -> syn::Result<Vec<syn::Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        items.push(input.parse()?);
    }
    Ok(items)
}
