//! A wrapper with the methods of inherent `impl` blocks.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Path, PathArguments, Type as SynType, parse_quote};

use super::attribute::{is_deprecated, lints, of_declared, of_impl};
use super::method::{PoliciesAt, Site, SiteKind, method, origin};
use super::substitute::SelfType;
use super::traits::{field, fields};
use super::wrapper::{Type, summary_of};
use crate::model::{Home, ImplBlock, InherentWrapper, Method};
use crate::summary::unraw;

/// The wrapper type and its impls.
pub(super) fn items(wrapper: &InherentWrapper, runtime: &Path) -> Vec<TokenStream> {
    let methods = wrapper.blocks.iter().flat_map(|block| &block.methods);
    let (fields, inner) = fields(methods);
    let source = unraw(&wrapper.name).replacen("Resilient", "", 1);
    let mut items = Vec::new();
    if matches!(wrapper.home, Home::Here) {
        let (generics, wrapped) = definition(wrapper);
        let ty = Type {
            name: &wrapper.name,
            source: &source,
            visibility: &wrapper.visibility,
            attributes: &[],
            generics,
            inner: &inner,
            wrapped: wrapped.to_token_stream(),
            fields: fields.iter().map(|(method, name)| field(method, name)).collect(),
            more: Vec::new(),
            early: Vec::new(),
            runtime,
        };
        items.extend(ty.items());
    }
    let marked: Vec<Ident> = fields.iter().map(|(method, _)| method.signature.ident.clone()).collect();
    for block in &wrapper.blocks {
        let self_type = &block.self_type;
        let site = Site {
            runtime,
            owner: format!("{source}::"),
            callee: quote!(<#self_type>::),
            own: quote!(Self::),
            name: None,
            inner: inner.clone(),
            marked: marked.clone(),
            self_type: Some(SelfType { ty: self_type.clone(), declared: None }),
            kind: SiteKind::Inherent,
        };
        items.push(implementation(wrapper, block, &site, &fields));
    }
    items
}

/// The parameters of the wrapper type, and the wrapped type in terms of them.
fn definition(wrapper: &InherentWrapper) -> (Generics, SynType) {
    let block = wrapper.blocks.first();
    let written = || (block.map(|block| block.generics.clone()).unwrap_or_default(), wrapper.self_type.clone());
    let (Some(definition), SynType::Path(ty)) = (&wrapper.definition, &wrapper.self_type) else { return written() };
    let (_, arguments, _) = definition.split_for_impl();
    let Some(last) = ty.path.segments.last() else { return written() };
    let needs = definition.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => parameter.default.is_none(),
        GenericParam::Const(parameter) => parameter.default.is_none(),
        GenericParam::Lifetime(_) => false,
    });
    if matches!(last.arguments, PathArguments::None) && needs {
        return written(); // an alias that gives them
    }
    let mut ty = ty.clone();
    if let Some(last) = ty.path.segments.last_mut() {
        last.arguments = match definition.params.is_empty() {
            true => PathArguments::None,
            false => PathArguments::AngleBracketed(parse_quote!(#arguments)),
        };
    }
    (definition.clone(), SynType::Path(ty))
}

fn implementation(wrapper: &InherentWrapper, block: &ImplBlock, site: &Site<'_>, fields: &[(&Method, Ident)]) -> TokenStream {
    let name = match &wrapper.home {
        Home::Here => wrapper.name.to_token_stream(),
        Home::Elsewhere(path) => path.to_token_stream(),
    };
    let (parameters, _, clause) = block.generics.split_for_impl();
    let arguments = match &block.self_type {
        SynType::Path(path) => path.path.segments.last().map(|last| last.arguments.clone()).unwrap_or_default(),
        _ => PathArguments::None,
    };
    let deprecated = block.methods.iter().any(|method| is_deprecated(&method.attributes));
    let (attributes, lints) = (of_impl(&block.attributes), lints(deprecated));
    let members = block.methods.iter().map(|of| member(of, site, fields));
    quote! {
        #(#attributes)*
        #lints
        impl #parameters #name #arguments #clause {
            #(#members)*
        }
    }
}

fn member(of: &Method, site: &Site<'_>, fields: &[(&Method, Ident)]) -> TokenStream {
    let at = fields.iter().find(|(marked, _)| std::ptr::eq(*marked, of));
    let at = at.map_or(PoliciesAt::None, |(_, field)| PoliciesAt::Field(field.clone()));
    let doc = match of.policies.is_empty() {
        true => format!(" `{}{}`, without policies.", site.owner, of.name),
        false => format!(" `{}{}` with {}.", site.owner, of.name, summary_of(of)),
    };
    let (origin, attributes, visibility) = (origin(of), of_declared(&of.attributes), &of.visibility);
    let generated = method(of, site, &at);
    quote!(#origin #[doc = #doc] #(#attributes)* #visibility #generated)
}
