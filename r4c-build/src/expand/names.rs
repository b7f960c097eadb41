//! Names that are not taken: what the generator introduces must not hide what the user wrote.
use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::summary::unraw;

/// The identifiers that cannot be used, for what they stand for already.
#[derive(Debug, Default, Clone)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Every identifier in these tokens is taken.
    pub(super) fn of(tokens: impl ToTokens) -> Names {
        let mut names = Names::default();
        names.add(tokens);
        names
    }

    /// These are taken as well.
    pub(super) fn add(&mut self, tokens: impl ToTokens) {
        self.collect(tokens.to_token_stream());
    }

    fn collect(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    self.0.insert(unraw(&ident));
                }
                TokenTree::Group(group) => self.collect(group.stream()),
                _ => {}
            }
        }
    }

    /// The first of these names that is free, or the last with a number; it is taken from now on.
    pub(super) fn fresh(&mut self, wanted: &[&str]) -> Ident {
        let last = wanted.last().copied().unwrap_or("fresh");
        let numbered = (1..).map(|number| format!("{last}_{number}"));
        let mut candidates = wanted.iter().map(|name| (*name).to_owned()).chain(numbered);
        let name = candidates.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(name.clone());
        Ident::new(&name, Span::call_site())
    }

    /// The same identifier, or, if it is taken, one with a number.
    pub(super) fn unique(&mut self, wanted: &Ident) -> Ident {
        let name = unraw(wanted);
        if self.0.insert(name.clone()) {
            return wanted.clone();
        }
        self.fresh(&[&name])
    }
}
