//! A wrapper that implements the trait of the marked methods.
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Generics, Path, PathArguments, PathSegment, TraitItem, parse_quote};

use super::attribute::{conditions, is_deprecated, lints, of_impl, of_implemented};
use super::bounds;
use super::bounds::Needs;
use super::method::{Site, SiteKind, method, origin};
use super::names::Names;
use super::reach::PoliciesAt;
use super::substitute::{SelfType, is_self};
use super::supertraits::{Supertraits, supertraits};
use super::wrapper::{Field, Type};
use crate::model::{GivenSelf, Method, Receiver, TraitWrapper};
use crate::parse::method::names_self;
use crate::summary::unraw;

/// The wrapper type and its impls.
pub(super) fn items(wrapper: &TraitWrapper, runtime: &Path) -> Vec<TokenStream> {
    let item = &wrapper.item;
    let mut names = Names::of(item);
    names.add(&wrapper.name);
    for method in &wrapper.methods {
        names.add(super::classifiers(method));
    }
    let wrapped = names.fresh(&["C", "Inner", "Wrapped"]);
    let (fields, inner) = fields(&wrapper.methods);
    let declared = declared(item);
    let trait_path = trait_path(item);
    let self_type = SelfType { ty: parse_quote!(#wrapped), declared: Some((trait_path.clone(), &declared)) };
    let needs = bounds::needs(wrapper, &self_type, runtime);
    let source = unraw(&item.ident);
    let nameable = item.generics.params.is_empty();
    // Not the classifiers: they may be less visible than `new`.
    let early: Vec<_> = match needs.conversions.is_empty() || !nameable {
        true => needs.detached.iter().cloned().collect(),
        false => {
            let of_trait = [quote!(#wrapped: #trait_path)];
            of_trait.into_iter().chain(needs.detached.iter().chain(&needs.conversions).cloned()).collect()
        }
    };
    let ty = Type {
        name: &wrapper.name,
        source: &source,
        visibility: &item.vis,
        attributes: &item.attrs,
        generics: parse_quote!(<#wrapped>),
        inner: &inner,
        wrapped: wrapped.to_token_stream(),
        fields: fields.iter().map(|(method, name)| field(method, name)).collect(),
        more: Vec::new(),
        methods: wrapper.methods.iter().map(|method| method.name.clone()).collect(),
        fields_for: quote!(),
        early,
        runtime,
    };
    let mut items = ty.items();
    let site = Site {
        runtime,
        owner: format!("{source}::"),
        callee: quote!(<#wrapped as #trait_path>::),
        own: quote!(<Self as #trait_path>::),
        name: None,
        inner: inner.clone(),
        marked: fields.iter().map(|(method, _)| method.signature.ident.clone()).collect(),
        fields: fields.iter().map(|(method, name)| field(method, name)).collect(),
        self_type: None,
        kind: SiteKind::Trait,
    };
    let Supertraits { predicates, items: helpers } = supertraits(wrapper, &wrapped, &self_type);
    items.extend(helpers);
    items.push(implementation(wrapper, &wrapped, &site, &fields, predicates, &self_type, &needs));
    items
}

/// The methods that have policies, with the names of their fields, and the name of the field of the wrapped value.
pub(super) fn fields<'a>(methods: impl IntoIterator<Item = &'a Method>) -> (Vec<(&'a Method, Ident)>, Ident) {
    let mut names = Names::default();
    let marked: Vec<&Method> = methods.into_iter().filter(|method| !method.policies.is_empty()).collect();
    let fields: Vec<_> = marked.into_iter().map(|method| (method, names.unique(&method.signature.ident))).collect();
    let inner = names.fresh(&["inner", "wrapped"]);
    (fields, inner)
}

pub(super) fn field<'a>(method: &'a Method, name: &Ident) -> Field<'a> {
    Field { name: name.clone(), method, conditions: conditions(&method.attributes) }
}

/// The names of the trait's own associated types and constants.
pub(super) fn declared(item: &syn::ItemTrait) -> BTreeSet<String> {
    let name = |item: &TraitItem| match item {
        TraitItem::Type(item) => Some(item.ident.to_string()),
        TraitItem::Const(item) => Some(item.ident.to_string()),
        _ => None,
    };
    item.items.iter().filter_map(name).collect()
}

/// `Repo<'a, K, N>`.
fn trait_path(item: &syn::ItemTrait) -> Path {
    let (_, arguments, _) = item.generics.split_for_impl();
    let ident = &item.ident;
    match item.generics.params.is_empty() {
        true => Path::from(PathSegment { ident: ident.clone(), arguments: PathArguments::None }),
        false => parse_quote!(#ident #arguments),
    }
}

fn implementation(
    wrapper: &TraitWrapper,
    wrapped: &Ident,
    site: &Site<'_>,
    fields: &[(&Method, Ident)],
    supertraits: Vec<TokenStream>,
    self_type: &SelfType<'_>,
    needs: &Needs,
) -> TokenStream {
    let item = &wrapper.item;
    let (name, unsafety, async_trait) = (&wrapper.name, &item.unsafety, &wrapper.async_trait);
    let deprecated =
        is_deprecated(&item.attrs) || wrapper.methods.iter().any(|method| is_deprecated(&method.attributes));
    let (attributes, lints) = (of_impl(&item.attrs), lints(deprecated));
    let trait_path = trait_path(item);
    let auto_traits = bounds::auto_traits(wrapper);
    let parameters = parameters(&item.generics, wrapped, &quote!(#trait_path #auto_traits));
    let predicates = predicates(wrapper, supertraits, wrapped, self_type, needs);
    let clause = (!predicates.is_empty()).then(|| quote!(where #(#predicates),*));
    let mut methods = wrapper.methods.iter();
    let members = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(function) => {
            methods.next().and_then(|method| member_method(method, function.default.is_some(), site, fields))
        }
        TraitItem::Type(member) => {
            let (conditions, ident, generics) = (conditions(&member.attrs), &member.ident, &member.generics);
            let (_, arguments, clause) = generics.split_for_impl();
            let mut declared = generics.clone();
            declared.where_clause = None;
            Some(quote!(#(#conditions)* type #ident #declared = <#wrapped as #trait_path>::#ident #arguments #clause;))
        }
        TraitItem::Const(member) => {
            let (conditions, ident, ty) = (conditions(&member.attrs), &member.ident, &member.ty);
            Some(quote!(#(#conditions)* const #ident: #ty = <#wrapped as #trait_path>::#ident;))
        }
        _ => None,
    });
    quote! {
        #(#attributes)*
        #(#async_trait)*
        #[automatically_derived]
        #lints
        #unsafety impl #parameters #trait_path for #name<#wrapped> #clause {
            #(#members)*
        }
    }
}

fn member_method(of: &Method, has_default: bool, site: &Site<'_>, fields: &[(&Method, Ident)]) -> Option<TokenStream> {
    // The wrapper cannot find the wrapped value inside of something: the default body is the better choice.
    if has_default && is_left(of) {
        return None;
    }
    let at = fields.iter().find(|(marked, _)| std::ptr::eq(*marked, of));
    let at = at.map_or(PoliciesAt::None, |(_, field)| PoliciesAt::Field(quote!(#field)));
    let (origin, attributes, generated) = (origin(of), of_implemented(&of.attributes), method(of, site, &at));
    Some(quote!(#origin #(#attributes)* #generated))
}

/// Whether a method is left to its default body, if it has one: the wrapper cannot find the wrapped value inside of
/// something, nor conclude from what it is itself (`where Self: Clone`) what the wrapped value is.
fn is_left(method: &Method) -> bool {
    let unreachable =
        method.receiver == Receiver::Other || (method.needs_self && method.given_self() != Some(GivenSelf::Itself));
    method.policies.is_empty() && (unreachable || !bounds::on_self(method).is_empty())
}

/// The parameters of the impl: the trait's, without defaults, and the wrapped type behind the lifetimes.
pub(super) fn parameters(generics: &Generics, wrapped: &Ident, bound: &TokenStream) -> TokenStream {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => parameter.default = None,
            GenericParam::Const(parameter) => parameter.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    let is_lifetime = |parameter: &&GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    let lifetimes = generics.params.iter().filter(is_lifetime);
    let others = generics.params.iter().filter(|parameter| !is_lifetime(parameter));
    quote!(<#(#lifetimes,)* #wrapped: #bound #(, #others)*>)
}

/// The where clause of the impl: what the trait asks of an implementor and of its parameters, of both the wrapped type and
/// the wrapper, and what its policies need.
fn predicates(
    wrapper: &TraitWrapper,
    supertraits: Vec<TokenStream>,
    wrapped: &Ident,
    self_type: &SelfType<'_>,
    needs: &Needs,
) -> Vec<TokenStream> {
    let (item, methods) = (&wrapper.item, &wrapper.methods);
    let mut predicates = supertraits;
    for predicate in item.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        let mut replaced = predicate.clone();
        self_type.visitor().visit_where_predicate_mut(&mut replaced);
        predicates.push(replaced.to_token_stream());
        if let syn::WherePredicate::Type(bound) = predicate {
            // Bounds of `Self` alone are among those of the supertraits; associated types are those of the wrapped type.
            let alone = is_self(&bound.bounded_ty) && bound.lifetimes.is_none();
            let of_it = names_self(bound.bounded_ty.to_token_stream());
            if !alone && (of_it || names_self(bound.bounds.to_token_stream())) {
                let mut bound = bound.clone();
                if !of_it {
                    self_type.visitor().visit_type_mut(&mut bound.bounded_ty);
                }
                predicates.push(bound.to_token_stream());
            }
        }
    }
    let functions = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(function) => Some(function.default.is_some()),
        _ => None,
    });
    for (_, method) in functions.zip(methods).filter(|(has_default, method)| !(*has_default && is_left(method))) {
        predicates.extend(bounds::on_self(method).into_iter().map(|bound| quote!(#wrapped: #bound)));
    }
    let of_futures = needs.detached.iter().chain(&needs.lives);
    predicates.extend(of_futures.chain(&needs.conversions).chain(&needs.judges).cloned());
    predicates
}
