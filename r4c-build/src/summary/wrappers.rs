//! The lines that bring in wrappers: which file they read.
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The file that `include_wrappers!(..)` reads: `()`, `("net.client")`, `(bin "tool")`, `(bin "tool", "net.client")`.
pub(super) fn wrappers_file(tokens: &TokenStream) -> Option<String> {
    let parse = |input: syn::parse::ParseStream<'_>| {
        let target = match input.peek(Ident::peek_any) {
            true => Some((input.call(Ident::parse_any)?, input.parse::<syn::LitStr>()?)),
            false => None,
        };
        let comma = target.is_none() || input.is_empty() || input.parse::<syn::Token![,]>().is_ok();
        let module = if input.is_empty() { None } else { Some(input.parse::<syn::LitStr>()?) };
        let _ = input.parse::<Option<syn::Token![,]>>()?;
        match comma {
            true => Ok((target, module)),
            false => Err(input.error("expected a comma")),
        }
    };
    let (target, module) = syn::parse::Parser::parse2(parse, tokens.clone()).ok()?;
    let file = module.map_or("crate".to_owned(), |module| module.value());
    match target {
        None => Some(format!("{file}.rs")),
        Some((kind, name)) if ["bin", "example", "test", "bench"].contains(&kind.to_string().as_str()) => {
            Some(format!("{kind}-{}/{file}.rs", name.value()))
        }
        Some(_) => None,
    }
}

/// The file of `include!(concat!(env!("OUT_DIR"), "/r4c/orders.rs"))`.
pub(super) fn included_output(tokens: &TokenStream) -> Option<String> {
    let mut literals = Vec::new();
    strings(tokens, &mut literals);
    let [first, rest @ ..] = literals.as_slice() else {
        return None;
    };
    let path = rest.concat();
    match first == "OUT_DIR" {
        true => path.strip_prefix("/r4c/").map(str::to_owned),
        false => None,
    }
}

fn strings(tokens: &TokenStream, found: &mut Vec<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => strings(&group.stream(), found),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.push(text.value());
                }
            }
            _ => {}
        }
    }
}
