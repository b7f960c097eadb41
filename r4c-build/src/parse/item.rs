//! The items of a module to declarations.
use syn::punctuated::Punctuated;
use syn::{
    Attribute, ImplItem, Item, Meta, ReturnType, Token, TraitItem, TraitItemFn, Type, TypeParamBound, Visibility,
    parse_quote,
};

use super::holding::Around;
use super::marker::{self, Use};
use super::method::{self, Source};
use super::{Context, Declaration, misplaced};
use crate::cfg::{Truth, all};
use crate::codes;
use crate::model::{CONSTRUCTOR, FunctionWrapper, Home, ImplBlock, InherentWrapper, Receiver, TraitWrapper, Wrapper};
use crate::report::Diagnostic;
use crate::resolve::{Named, Space};
use crate::source::Span;
use crate::summary::{body_items, path_of, unraw};

type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// Reads the items of a file, or of an inline module or macro body.
pub(super) fn read(items: Vec<Item>, certain: Truth, context: &mut Context<'_>) {
    for item in items {
        let certain = all([certain, context.names.sources.cfg.attributes(attributes(&item))]);
        if certain == Truth::No {
            continue;
        }
        match item {
            Item::Mod(item) => module(item, certain, context),
            Item::Trait(item) => trait_item(item, certain, context),
            Item::Impl(item) if item.trait_.is_none() => impl_block(item, certain, context),
            Item::Impl(item) => misplaced::trait_impl(item, context),
            Item::Fn(item) => function(item, certain, context),
            Item::Macro(item) => macro_item(&item, certain, context),
            item => misplaced::item(&item, context),
        }
    }
}

fn module(mut item: syn::ItemMod, certain: Truth, context: &mut Context<'_>) {
    misplaced::not_a_function(&mut item.attrs, "a module", context);
    let Some((_, items)) = item.content else {
        return;
    };
    let declared = context.span(&item.ident);
    let sources = context.names.sources;
    let children = &sources.module(context.module).children;
    if let Some(child) = children.iter().find(|child| sources.module(**child).declared == declared) {
        let around = std::mem::replace(&mut context.module, *child);
        read(items, certain, context);
        context.module = around;
    }
}

fn macro_item(item: &syn::ItemMacro, certain: Truth, context: &mut Context<'_>) {
    let name = item.mac.path.segments.last().map(|segment| unraw(&segment.ident)).unwrap_or_default();
    if name == "include_wrappers" || name == "include" {
        return;
    }
    let bodies = if item.ident.is_none() { body_items(&name, &item.mac.tokens) } else { None };
    match bodies {
        Some(bodies) => {
            for body in bodies {
                let certain = all([certain, context.names.sources.cfg.all(&body.cfg)]);
                if certain != Truth::No {
                    read(body.items, certain, context);
                }
            }
        }
        None => misplaced::tokens(&item.mac.tokens, context),
    }
}

fn trait_item(mut item: syn::ItemTrait, certain: Truth, context: &mut Context<'_>) {
    misplaced::not_a_function(&mut item.attrs, "a trait", context);
    let async_trait: Vec<_> =
        item.attrs.iter().filter(|attribute| is_async_trait(attribute, context)).cloned().collect();
    if let Some(bounds) = item.attrs.iter().find_map(|attribute| promised(attribute, context)) {
        item.items.iter_mut().for_each(|member| promise(member, &bounds));
    }
    let owner = unraw(&item.ident);
    let mut methods = Vec::new();
    let mut first = None;
    for member in &mut item.items {
        match member {
            TraitItem::Fn(function) => {
                let uses = member_uses(&mut function.attrs, context);
                first = first.or(uses.first().map(|first| first.span));
                function.default.iter().for_each(|body| misplaced::body(body, context));
                let source = Source {
                    attributes: function.attrs.clone(),
                    visibility: Visibility::Inherited,
                    signature: function.sig.clone(),
                    uses,
                    owner: Some(owner.clone()),
                    boxed: !async_trait.is_empty(),
                    around: Around { generics: item.generics.clone(), in_trait: true },
                };
                methods.push(method::read(source, context));
            }
            TraitItem::Macro(item) => misplaced::tokens(&item.mac.tokens, context),
            TraitItem::Const(item) => misplaced::not_a_function(&mut item.attrs, "a constant", context),
            TraitItem::Type(item) => misplaced::not_a_function(&mut item.attrs, "a type", context),
            _ => {}
        }
    }
    let Some(span) = first else { return };
    let name = wrapper_name(&item.ident);
    let wrapper = Wrapper::Trait(TraitWrapper {
        certain: certain == Truth::Yes,
        name,
        item,
        async_trait,
        methods,
        for_all: None,
    });
    context.declarations.push(Declaration { module: context.module, wrapper, span, siblings: Vec::new() });
}

fn impl_block(mut item: syn::ItemImpl, certain: Truth, context: &mut Context<'_>) {
    misplaced::not_a_function(&mut item.attrs, "an impl block", context);
    let owner = type_name(&item.self_ty);
    let (mut methods, mut siblings) = (Vec::new(), Vec::new());
    let mut first = None;
    for member in item.items {
        match member {
            ImplItem::Fn(mut function) => {
                let uses = member_uses(&mut function.attrs, context);
                first = first.or(uses.first().map(|first| first.span));
                misplaced::body(&function.block, context);
                let marked = !uses.is_empty();
                let source = Source {
                    attributes: function.attrs,
                    visibility: function.vis,
                    signature: function.sig,
                    uses,
                    owner: owner.as_ref().map(unraw),
                    boxed: false,
                    around: Around { generics: item.generics.clone(), in_trait: false },
                };
                let method = method::read(source, context);
                let members = if marked || is_forwarded(&method) { &mut methods } else { &mut siblings };
                members.push(method);
            }
            ImplItem::Macro(item) => misplaced::tokens(&item.mac.tokens, context),
            ImplItem::Const(mut item) => misplaced::not_a_function(&mut item.attrs, "a constant", context),
            _ => {}
        }
    }
    let Some(span) = first else { return };
    let Some(owner) = owner else {
        return unnamed_type(&item.self_ty, span, context);
    };
    let block =
        ImplBlock { attributes: item.attrs, generics: item.generics, self_type: (*item.self_ty).clone(), methods };
    let wrapper = Wrapper::Inherent(InherentWrapper {
        certain: certain == Truth::Yes,
        name: wrapper_name(&owner),
        home: Home::Here,
        visibility: Visibility::Inherited,
        definition: None,
        self_type: *item.self_ty,
        blocks: vec![block],
    });
    context.declarations.push(Declaration { module: context.module, wrapper, span, siblings });
}

fn function(mut item: syn::ItemFn, certain: Truth, context: &mut Context<'_>) {
    let uses = marker::take(&mut item.attrs, context);
    misplaced::body(&item.block, context);
    let Some(span) = uses.first().map(|first| first.span) else {
        return;
    };
    let name = syn::Ident::new(&format!("resilient_{}", unraw(&item.sig.ident)), item.sig.ident.span());
    let source = Source {
        attributes: item.attrs,
        visibility: item.vis,
        signature: item.sig,
        uses,
        owner: None,
        boxed: false,
        around: Around::default(),
    };
    let wrapper = Wrapper::Function(FunctionWrapper {
        certain: certain == Truth::Yes,
        name,
        function: method::read(source, context),
    });
    context.declarations.push(Declaration { module: context.module, wrapper, span, siblings: Vec::new() });
}

/// The markers of a method; none where its `#[cfg]` does not hold.
fn member_uses(attributes: &mut Vec<Attribute>, context: &mut Context<'_>) -> Vec<Use> {
    let uses = marker::take(attributes, context);
    match context.names.sources.cfg.attributes(attributes) {
        Truth::No => Vec::new(),
        _ => uses,
    }
}

/// An unmarked method of an impl block that the wrapper offers as well.
fn is_forwarded(method: &crate::model::Method) -> bool {
    let private = matches!(method.visibility, Visibility::Inherited);
    let usable = !matches!(method.receiver, Receiver::None | Receiver::Other | Receiver::Boxed);
    !private && usable && method.signature.variadic.is_none() && method.name != CONSTRUCTOR
}

fn unnamed_type(ty: &Type, span: Span, context: &mut Context<'_>) {
    let title = "a wrapper cannot be named after this type";
    let diagnostic = Diagnostic::new(codes::MARKER_MISPLACED, span, title)
        .label("this marker has no effect")
        .note(format!("the block is an `impl {}`", context.names.sources.map.text(context.span(ty))))
        .help("put the marked methods into a trait, or into an impl of a type with a name");
    context.diagnostics.push(diagnostic);
}

/// Whether an attribute (or one in its `cfg_attr`) is `async_trait`, under whatever name.
fn is_async_trait(attribute: &Attribute, context: &Context<'_>) -> bool {
    crate::cfg::flatten(std::slice::from_ref(attribute))
        .iter()
        .any(|(_, meta)| is_macro(meta, &["async_trait"], context))
}

/// What `#[trait_variant::make(Send)]` promises of each future of its trait. With a name, `make(Api: Send)`, it leaves this
/// trait as it is and makes another one.
fn promised(attribute: &Attribute, context: &Context<'_>) -> Option<Bounds> {
    crate::cfg::flatten(std::slice::from_ref(attribute)).into_iter().find_map(|(conditions, meta)| {
        let here = context.names.sources.cfg.all(&conditions) != Truth::No;
        let Meta::List(list) = &meta else { return None };
        let is_it = here && is_macro(&meta, &["trait_variant", "make"], context);
        is_it.then(|| list.parse_args_with(Bounds::parse_terminated).ok()).flatten()
    })
}

/// The method as such a macro leaves it.
fn promise(member: &mut TraitItem, bounds: &Bounds) {
    let TraitItem::Fn(TraitItemFn { sig, .. }) = member else { return };
    match &mut sig.output {
        output if sig.asyncness.take().is_some() => {
            let ty: Type = match output {
                ReturnType::Default => parse_quote!(()),
                ReturnType::Type(_, ty) => (**ty).clone(),
            };
            *output = parse_quote!(-> impl ::core::future::Future<Output = #ty> + #bounds);
        }
        ReturnType::Type(_, ty) => {
            if let Type::ImplTrait(ty) = &mut **ty {
                ty.bounds.extend(bounds.iter().cloned());
            }
        }
        ReturnType::Default => {}
    }
}

/// Whether an attribute is this macro, under whatever name.
fn is_macro(meta: &Meta, names: &[&str], context: &Context<'_>) -> bool {
    let path = path_of(meta.path());
    let is = |path: &[String]| path.iter().rev().map(String::as_str).take(names.len()).eq(names.iter().rev().copied());
    match context.names.path(&path, context.module, Space::Macro).first() {
        Some(Named::Foreign(target)) => is(target),
        Some(Named::Unknown) | None => is(&path.segments),
        Some(_) => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn type_name(ty: &Type) -> Option<syn::Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|segment| segment.ident.clone()),
        Type::Paren(inner) => type_name(&inner.elem),
        Type::Group(inner) => type_name(&inner.elem),
        _ => None,
    }
}

fn wrapper_name(name: &syn::Ident) -> syn::Ident {
    syn::Ident::new(&format!("Resilient{}", unraw(name)), name.span())
}
