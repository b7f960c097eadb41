//! The lines that bring in wrappers: which file they read.
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;

use super::Base;

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
    match included_file(tokens)? {
        (Base::Output, path) => path.strip_prefix("r4c/").map(str::to_owned),
        _ => None,
    }
}

/// The file of any `include!`: a literal, or some that are put together, perhaps behind one of Cargo's folders.
pub(super) fn included_file(tokens: &TokenStream) -> Option<(Base, String)> {
    match syn::parse2::<syn::Expr>(tokens.clone()).ok()? {
        syn::Expr::Macro(syn::ExprMacro { mac, .. }) if mac.path.is_ident("concat") => {
            let parts = mac.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated).ok()?;
            let base = match parts.first()? {
                syn::Expr::Macro(syn::ExprMacro { mac, .. }) if mac.path.is_ident("env") => {
                    match mac.parse_body::<syn::LitStr>().ok()?.value().as_str() {
                        "OUT_DIR" => Base::Output,
                        "CARGO_MANIFEST_DIR" => Base::Package,
                        _ => return None,
                    }
                }
                _ => Base::Here,
            };
            let parts = parts.iter().skip(usize::from(base != Base::Here));
            let path: String = parts.map(literal).collect::<Option<_>>()?;
            match base {
                Base::Here => Some((base, path)),
                _ => path.strip_prefix(['/', '\\']).map(|path| (base, path.to_owned())),
            }
        }
        path => literal(&path).map(|path| (Base::Here, path)),
    }
}

fn literal(part: &syn::Expr) -> Option<String> {
    match part {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
