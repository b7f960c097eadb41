//! A wrapper with the methods of inherent `impl` blocks.
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericArgument, GenericParam, Generics, LifetimeParam, Path, PathArguments, Type as SynType, parse_quote};

use super::attribute::{conditions, is_deprecated, lints, of_declared, of_impl};
use super::bounds::idents;
use super::method::{Site, SiteKind, method, origin};
use super::policies;
use super::reach::PoliciesAt;
use super::substitute::{SelfType, in_expression, with_own_lifetimes};
use super::traits::{field, fields};
use super::wrapper::{Field, Type, summary_of};
use crate::model::{Home, ImplBlock, InherentWrapper, Method, MethodKind};
use crate::summary::unraw;

/// Which part of a wrapper a file makes.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// The type, which has the policies of this many other files beside its own.
    Type(usize),
    /// The methods of a block in another module than the type.
    More {
        /// The number of this module.
        number: usize,
        /// The type's field of the wrapped value.
        inner: Ident,
    },
}

/// The type's field of the wrapped value.
pub(super) fn inner_field(wrapper: &InherentWrapper) -> Ident {
    fields(wrapper.blocks.iter().flat_map(|block| &block.methods)).1
}

/// The wrapper type and its impls, or the impls that another module adds to it.
pub(super) fn items(wrapper: &InherentWrapper, part: &Part, runtime: &Path) -> Vec<TokenStream> {
    let methods = wrapper.blocks.iter().flat_map(|block| &block.methods);
    let (fields, mut inner) = fields(methods);
    let source = unraw(&wrapper.name).replacen("Resilient", "", 1);
    let mut items = match part {
        Part::Type(others) => {
            let ty = wrapper_type(wrapper, &source, &fields, &inner, *others, runtime);
            let token = (*others > 0).then(|| elsewhere(wrapper));
            ty.items().into_iter().chain(token).collect()
        }
        Part::More { number, inner: of_type } => {
            inner = of_type.clone();
            more(wrapper, &fields, *number, runtime)
        }
    };
    let marked: Vec<Ident> = fields.iter().map(|(method, _)| method.signature.ident.clone()).collect();
    for block in &wrapper.blocks {
        let (self_type, generics) = header(block);
        let site = Site {
            runtime,
            owner: format!("{source}::"),
            callee: callee(block, &self_type),
            own: quote!(Self::),
            name: None,
            inner: inner.clone(),
            marked: marked.clone(),
            fields: Vec::new(),
            self_type: Some(SelfType { ty: self_type.clone(), declared: None }),
            kind: SiteKind::Inherent,
        };
        items.push(implementation(wrapper, block, (&self_type, &generics), part, &site, &fields));
    }
    items
}

/// The type and the generics of a block. Where an argument says `Self`, `impl Client<'_>` is `impl<'r4c> Client<'r4c>`, for
/// `'_` would be another lifetime in each place.
fn header(block: &ImplBlock) -> (SynType, Generics) {
    let mut generics = block.generics.clone();
    if !block.methods.iter().any(takes_self) {
        return (block.self_type.clone(), generics);
    }
    let (self_type, lifetimes) = with_own_lifetimes(&block.self_type);
    let parameters = lifetimes.into_iter().map(|lifetime| GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    generics.params = parameters.chain(generics.params).collect();
    (self_type, generics)
}

/// Whether an argument has a type with `Self` in it.
fn takes_self(method: &Method) -> bool {
    method.arguments.iter().any(|argument| idents(argument.ty.to_token_stream()).contains("Self"))
}

/// `Client::<T>::`.
fn callee(block: &ImplBlock, self_type: &SynType) -> TokenStream {
    let SynType::Path(syn::TypePath { qself: None, path, .. }) = self_type else { return quote!(<#self_type>::) };
    let mut path = in_expression(path);
    // A future that may not name a lifetime of the type can have a shorter one in its place.
    let gives_future = |method: &Method| matches!(method.kind, MethodKind::ImplFuture(_));
    let is_shortened = block.methods.iter().any(gives_future);
    for segment in path.segments.iter_mut().filter(|_| is_shortened) {
        if let PathArguments::AngleBracketed(list) = &mut segment.arguments {
            for argument in &mut list.args {
                if matches!(argument, GenericArgument::Lifetime(_)) {
                    *argument = parse_quote!('_);
                }
            }
        }
    }
    quote!(#path::)
}

fn wrapper_type<'a>(
    wrapper: &'a InherentWrapper,
    source: &'a str,
    fields: &[(&'a Method, Ident)],
    inner: &'a Ident,
    others: usize,
    runtime: &'a Path,
) -> Type<'a> {
    let (generics, wrapped) = definition(wrapper);
    let token = token_path(wrapper);
    let more = (0..others).map(|number| {
        let literal = Literal::usize_unsuffixed(number);
        let from = quote!(<#token as #runtime::generated::More<#literal>>);
        (more_field(number), quote!(#from::Policies), quote!(#from::policies(registry)?))
    });
    Type {
        name: &wrapper.name,
        source,
        visibility: &wrapper.visibility,
        attributes: &[],
        generics,
        inner,
        wrapped: wrapped.to_token_stream(),
        fields: all_fields(wrapper, fields),
        more: more.collect(),
        methods: wrapper.blocks.iter().flat_map(|block| &block.methods).map(|method| method.name.clone()).collect(),
        fields_for: if others > 0 { quote!(pub(crate)) } else { quote!() },
        early: Vec::new(),
        runtime,
    }
}

/// A method exists where its block does.
fn all_fields<'a>(wrapper: &'a InherentWrapper, fields: &[(&'a Method, Ident)]) -> Vec<Field<'a>> {
    let block_of = |method: &Method| {
        wrapper.blocks.iter().find(|block| block.methods.iter().any(|other| std::ptr::eq(other, method)))
    };
    let field = |(method, name): &(&'a Method, Ident)| {
        let mut field = field(method, name);
        let around = block_of(method).map(|block| conditions(&block.attributes)).unwrap_or_default();
        field.conditions.splice(0..0, around);
        field
    };
    fields.iter().map(field).collect()
}

// Another module cannot add fields to the type. It has a struct of its own for its policies, and the type finds it by a
// trait of the runtime, through a token: so that neither needs to know whether the other module can be named.

fn more_field(number: usize) -> Ident {
    format_ident!("__more_{number}")
}

/// The token of the wrapper type, in the module of the type or from another one.
fn token_path(wrapper: &InherentWrapper) -> Path {
    let mut path = match &wrapper.home {
        Home::Here => Path::from(wrapper.name.clone()),
        Home::Elsewhere(path) => path.clone(),
    };
    if let Some(last) = path.segments.last_mut() {
        last.ident = format_ident!("{}Elsewhere", last.ident);
    }
    path
}

fn elsewhere(wrapper: &InherentWrapper) -> TokenStream {
    let (token, visibility, lints) = (token_path(wrapper), &wrapper.visibility, lints(false));
    let doc = format!(" Brings the policies of other modules to [`{}`].", wrapper.name);
    quote! {
        #[doc = #doc]
        #[doc(hidden)]
        #lints
        #[derive(::core::fmt::Debug)]
        #visibility struct #token;
    }
}

/// The policies of this module's blocks.
fn more(wrapper: &InherentWrapper, fields: &[(&Method, Ident)], number: usize, runtime: &Path) -> Vec<TokenStream> {
    let (name, visibility, token, lints) =
        (format_ident!("{}Policies", wrapper.name), &wrapper.visibility, token_path(wrapper), lints(false));
    let registry = Ident::new("registry", proc_macro2::Span::call_site());
    let (source, number) = (unraw(&wrapper.name).replacen("Resilient", "", 1), Literal::usize_unsuffixed(number));
    let fields = all_fields(wrapper, fields);
    let declared = fields.iter().map(|Field { name, method, conditions }| {
        let ty = policies::method_type(method, runtime);
        quote!(#(#conditions)* #name: #ty)
    });
    let made = fields.iter().map(|Field { name, method, conditions }| {
        let value = policies::constructor(method, &format!("{source}::"), &registry, runtime);
        quote!(#(#conditions)* #name: #value)
    });
    let cloned = fields
        .iter()
        .map(|Field { name, conditions, .. }| quote!(#(#conditions)* #name: ::core::clone::Clone::clone(&self.#name)));
    let (text, doc) = (name.to_string(), format!(" The policies that this module adds to `{}`.", wrapper.name));
    vec![
        quote! {
            #[doc = #doc]
            #[doc(hidden)]
            #lints
            #visibility struct #name { #(#declared),* }
        },
        quote! {
            #[automatically_derived]
            #lints
            impl ::core::clone::Clone for #name {
                fn clone(&self) -> Self {
                    Self { #(#cloned),* }
                }
            }
        },
        quote! {
            #[automatically_derived]
            #lints
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#text).finish_non_exhaustive()
                }
            }
        },
        quote! {
            #[automatically_derived]
            #lints
            impl #runtime::generated::More<#number> for #token {
                type Policies = #name;
                fn policies(#registry: &#runtime::Registry) -> ::core::result::Result<#name, #runtime::ConfigError> {
                    ::core::result::Result::Ok(#name { #(#made),* })
                }
            }
        },
    ]
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

fn implementation(
    wrapper: &InherentWrapper,
    block: &ImplBlock,
    (self_type, generics): (&SynType, &Generics),
    part: &Part,
    site: &Site<'_>,
    fields: &[(&Method, Ident)],
) -> TokenStream {
    let name = match &wrapper.home {
        Home::Here => wrapper.name.to_token_stream(),
        Home::Elsewhere(path) => path.to_token_stream(),
    };
    let (parameters, _, clause) = generics.split_for_impl();
    let arguments = match self_type {
        SynType::Path(path) => path.path.segments.last().map(|last| last.arguments.clone()).unwrap_or_default(),
        _ => PathArguments::None,
    };
    let deprecated = block.methods.iter().any(|method| is_deprecated(&method.attributes));
    let (attributes, lints) = (of_impl(&block.attributes), lints(deprecated));
    let members = block.methods.iter().map(|of| member(of, part, site, fields));
    quote! {
        #(#attributes)*
        #lints
        impl #parameters #name #arguments #clause {
            #(#members)*
        }
    }
}

fn member(of: &Method, part: &Part, site: &Site<'_>, fields: &[(&Method, Ident)]) -> TokenStream {
    let at = fields.iter().find(|(marked, _)| std::ptr::eq(*marked, of));
    let at = at.map_or(PoliciesAt::None, |(_, field)| match part {
        Part::Type(_) => PoliciesAt::Field(quote!(#field)),
        Part::More { number, .. } => {
            let more = more_field(*number);
            PoliciesAt::Field(quote!(#more.#field))
        }
    });
    let doc = match of.policies.is_empty() {
        true => format!(" `{}{}`, without policies.", site.owner, of.name),
        false => format!(" `{}{}` with {}.", site.owner, of.name, summary_of(of)),
    };
    let (origin, attributes, visibility) = (origin(of), of_declared(&of.attributes), &of.visibility);
    let generated = method(of, site, &at);
    quote!(#origin #[doc = #doc] #(#attributes)* #visibility #generated)
}
