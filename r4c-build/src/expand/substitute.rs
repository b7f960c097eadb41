//! Types as the user wrote them, for another place: where `Self` is something else, where `impl Trait` cannot stand, where
//! lifetimes need names.
use std::collections::BTreeSet;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{ExprPath, Lifetime, Path, PathArguments, PathSegment, QSelf, Type, TypePath, parse_quote};

/// Replaces `Self`.
pub(super) struct SelfType<'a> {
    /// What it stands for.
    pub ty: Type,
    /// The trait whose associated items are meant by `Self::Item`, and their names.
    pub declared: Option<(Path, &'a BTreeSet<String>)>,
}

impl SelfType<'_> {
    /// A copy in which `Self` is replaced.
    pub(super) fn in_type(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        self.visitor().visit_type_mut(&mut ty);
        ty
    }

    /// Replaces it in whatever it visits.
    pub(super) fn visitor(&self) -> SelfVisitor<'_> {
        SelfVisitor(self)
    }

    /// `Self::Item::Rest` as a path that does not begin with `Self`.
    fn projected(&self, path: &Path) -> Option<(Option<QSelf>, Path)> {
        let mut segments = path.segments.iter();
        if path.leading_colon.is_some() || segments.next()?.ident != "Self" {
            return None;
        }
        let rest: Vec<&PathSegment> = segments.collect();
        let ty = &self.ty;
        let first = rest.first()?;
        let replaced: TypePath = match &self.declared {
            Some((of, names)) if names.contains(&first.ident.to_string()) => parse_quote!(<#ty as #of>::#(#rest)::*),
            _ => match ty {
                Type::Path(TypePath { qself: None, path, .. })
                    if path.segments.iter().all(|segment| segment.arguments.is_none()) =>
                {
                    parse_quote!(#path::#(#rest)::*)
                }
                _ => parse_quote!(<#ty>::#(#rest)::*),
            },
        };
        Some((replaced.qself, replaced.path))
    }
}

/// Tokens in which `Self` is replaced, whatever they are: for what is not parsed, such as the arguments of macros.
pub(super) fn in_tokens(tokens: TokenStream, ty: &Type) -> TokenStream {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return tokens };
    let path = in_expression(path).to_token_stream();
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => path.clone(),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), in_tokens(group.stream(), ty));
            inside.set_span(group.span());
            TokenTree::Group(inside).into()
        }
        token => token.into(),
    });
    replaced.collect()
}

/// `Client::<T>` for `Client<T>`, which is right in types, expressions and patterns.
pub(super) fn in_expression(path: &Path) -> Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        if let PathArguments::AngleBracketed(list) = &mut segment.arguments {
            list.colon2_token = Some(Default::default());
        }
    }
    path
}

/// The visitor of [`SelfType`].
pub(super) struct SelfVisitor<'a>(&'a SelfType<'a>);

impl VisitMut for SelfVisitor<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty {
            if path.qself.is_none() && path.path.is_ident("Self") {
                *ty = self.0.ty.clone();
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_type_path_mut(&mut self, path: &mut TypePath) {
        if let (None, Some((qself, replaced))) = (&path.qself, self.0.projected(&path.path)) {
            path.qself = qself;
            path.path = replaced;
        }
        visit_mut::visit_type_path_mut(self, path);
    }

    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        if let (None, Some((qself, replaced))) = (&path.qself, self.0.projected(&path.path)) {
            path.qself = qself;
            path.path = replaced;
        }
        visit_mut::visit_expr_path_mut(self, path);
    }
}

/// Whether a type is `Self`.
pub(super) fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"))
}

/// The type for an expression: `impl Trait` is left to inference.
pub(super) fn inferred(ty: &Type) -> Type {
    struct Opaque;
    impl VisitMut for Opaque {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if matches!(ty, Type::ImplTrait(_)) {
                *ty = parse_quote!(_);
                return;
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }
    let mut ty = ty.clone();
    Opaque.visit_type_mut(&mut ty);
    ty
}

/// The type with a name of its own for each lifetime that has none, and these names.
pub(super) fn with_own_lifetimes(ty: &Type) -> (Type, Vec<Lifetime>) {
    let mut own = Own(Vec::new());
    let mut ty = ty.clone();
    own.visit_type_mut(&mut ty);
    (ty, own.0)
}

struct Own(Vec<Lifetime>);

impl Own {
    fn next(&mut self) -> Lifetime {
        let number = if self.0.is_empty() { String::new() } else { self.0.len().to_string() };
        let lifetime = Lifetime::new(&format!("'r4c{number}"), Span::call_site());
        self.0.push(lifetime.clone());
        lifetime
    }
}

impl VisitMut for Own {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.next());
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.next();
        }
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {} // its lifetimes are its own
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}
}

/// The type with a name for each lifetime that has none, and the lifetimes that are not among `known`.
pub(super) fn with_named_lifetimes(ty: &Type, known: &BTreeSet<String>) -> (Type, Vec<Lifetime>) {
    let mut naming = Naming { known, elided: Lifetime::new("'r4c", Span::call_site()), free: Vec::new() };
    let mut ty = ty.clone();
    naming.visit_type_mut(&mut ty);
    (ty, naming.free)
}

struct Naming<'a> {
    known: &'a BTreeSet<String>,
    elided: Lifetime,
    free: Vec<Lifetime>,
}

impl Naming<'_> {
    fn found(&mut self, lifetime: &Lifetime) {
        let known = lifetime.ident == "static" || self.known.contains(&lifetime.ident.to_string());
        if !known && !self.free.contains(lifetime) {
            self.free.push(lifetime.clone());
        }
    }
}

impl VisitMut for Naming<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.elided.clone());
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.elided.clone();
        }
        self.found(&lifetime.clone());
    }
}
