//! Lints that the package forbids: rustc takes an `allow` for one of them, or for a group that it is in, for an error.
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Path;
use syn::punctuated::Punctuated;
use syn::{Meta, Token};

/// The tokens without such `allow`s.
pub(super) fn without(tokens: TokenStream, forbidden: &BTreeSet<String>) -> TokenStream {
    if forbidden.is_empty() {
        return tokens;
    }
    let mut kept = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(attribute))) if sign.as_char() == '#' => {
                if let Some(lints) = allowed(attribute) {
                    let lints: Vec<_> = lints.into_iter().filter(|lint| !conflicts(lint, forbidden)).collect();
                    kept.extend((!lints.is_empty()).then(|| quote!(#[allow(#(#lints),*)])));
                    tokens.next();
                    continue;
                }
                kept.extend([token]);
            }
            (TokenTree::Group(group), _) => {
                let mut inside = Group::new(group.delimiter(), without(group.stream(), forbidden));
                inside.set_span(group.span());
                kept.extend([TokenTree::Group(inside)]);
            }
            _ => kept.extend([token]),
        }
    }
    kept
}

/// The lints of `[allow(..)]`.
fn allowed(attribute: &Group) -> Option<Punctuated<Path, Token![,]>> {
    let is_bracket = attribute.delimiter() == Delimiter::Bracket;
    let meta: Meta = syn::parse2(attribute.stream()).ok().filter(|_| is_bracket)?;
    let Meta::List(list) = meta else { return None };
    match list.path.is_ident("allow") {
        true => list.parse_args_with(Punctuated::parse_terminated).ok(),
        false => None,
    }
}

/// Lints of `clippy::restriction` that people forbid.
const RESTRICTION: [&str; 16] = [
    "arithmetic_side_effects",
    "as_conversions",
    "dbg_macro",
    "exit",
    "expect_used",
    "float_arithmetic",
    "indexing_slicing",
    "integer_division",
    "mem_forget",
    "panic",
    "print_stderr",
    "print_stdout",
    "todo",
    "undocumented_unsafe_blocks",
    "unimplemented",
    "unwrap_used",
];

fn conflicts(lint: &Path, forbidden: &BTreeSet<String>) -> bool {
    let lint = lint.to_token_stream().to_string().replace(' ', "");
    let in_group = |name: &str| match (lint.strip_prefix("clippy::"), name.strip_prefix("clippy::")) {
        (Some(group), Some(name)) => in_clippy_group(group, name),
        (None, None) => in_rustc_group(&lint, name),
        _ => false,
    };
    forbidden.iter().any(|name| *name == lint || name == "warnings" || in_group(name))
}

/// Of a lint that is not known here, any group may be the one.
fn in_clippy_group(group: &str, name: &str) -> bool {
    match name {
        "all" | "style" | "complexity" | "perf" | "correctness" | "suspicious" => group == "all",
        "pedantic" | "nursery" | "restriction" | "cargo" => group == name,
        name if RESTRICTION.contains(&name) => group == "restriction",
        _ => true,
    }
}

fn in_rustc_group(group: &str, name: &str) -> bool {
    const UNUSED: [&str; 5] =
        ["dead_code", "path_statements", "redundant_semicolons", "unreachable_code", "unreachable_patterns"];
    const STYLE: [&str; 3] = ["non_camel_case_types", "non_snake_case", "non_upper_case_globals"];
    match group {
        "unused" => name.starts_with("unused") || UNUSED.contains(&name),
        "nonstandard_style" => STYLE.contains(&name),
        _ => false,
    }
}
