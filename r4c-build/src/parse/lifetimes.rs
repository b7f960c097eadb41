//! The lifetimes in a signature: which ones stand where, and which of two lives longer.
use proc_macro2::Span as TokenSpan;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    AngleBracketedGenericArguments, FnArg, GenericArgument, Generics, Lifetime, PathArguments, ReceiverKind, Signature,
    Token, Type, TypeImplTrait, TypeParamBound, TypePath, TypeReference, WherePredicate,
};

use super::future::parameters;
use super::holding::Around;

/// A lifetime in a signature: one with a name, or the n-th that is left out. Or a type parameter, for whose lifetimes it
/// stands.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Borrow {
    Named(String),
    Elided(usize),
    Parameter(String),
}

impl Borrow {
    pub(super) fn parameter(&self) -> Option<String> {
        match self {
            Borrow::Parameter(name) => Some(name.clone()),
            _ => None,
        }
    }
}

fn is_static(borrow: &Borrow) -> bool {
    *borrow == Borrow::Named("static".to_owned())
}

/// Everything that the wrapper's future holds, and what is known about its lifetimes.
pub(super) struct Needed {
    pub all: Vec<Need>,
    /// Pairs of which the first lives at least as long as the second.
    longer: Vec<(Borrow, Borrow)>,
}

/// A lifetime, or a type parameter, that the wrapper's future holds.
pub(super) struct Need {
    pub borrow: Borrow,
    pub part: Part,
    pub place: TokenSpan,
    /// Whether it is that of `&T`, `Option<&T>` or `Cow<'_, T>` itself, not of something inside.
    pub is_outer: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Receiver,
    Argument(usize),
}

impl Needed {
    pub(super) fn of(signature: &Signature, around: &Around) -> Needed {
        let mut needed = Needed { all: Vec::new(), longer: Vec::new() };
        needed.declared(&around.generics);
        needed.declared(&signature.generics);
        needed.receiver(signature, &around.generics);
        let mut elided = 0;
        for (index, ty) in typed(signature).enumerate() {
            let search = Search::of(ty, signature, around);
            let first = needed.all.len();
            for Found { borrow, place, inside, is_outer } in search.found {
                let borrow = borrow.unwrap_or_else(|| {
                    elided += 1;
                    Borrow::Elided(elided)
                });
                // What a reference refers to lives at least as long.
                let reference = inside.map(|inside| needed.all[first + inside].borrow.clone());
                needed.longer.extend(reference.map(|reference| (borrow.clone(), reference)));
                needed.all.push(Need { borrow, part: Part::Argument(index), place, is_outer });
            }
            needed.longer.extend(search.longer);
        }
        needed
    }

    fn receiver(&mut self, signature: &Signature, around: &Generics) {
        let Some(receiver) = signature.receiver() else { return };
        let lifetime = match &receiver.kind {
            ReceiverKind::Reference(_, lifetime, _) => lifetime.clone(),
            ReceiverKind::Typed(_, ty) => match &**ty {
                Type::Reference(reference) => reference.lifetime.clone(),
                _ => return,
            },
            _ => return,
        };
        let own = named(lifetime.as_ref()).unwrap_or(Borrow::Elided(0));
        let place = receiver.span();
        self.all.push(Need { borrow: own.clone(), part: Part::Receiver, place, is_outer: true });
        for parameter in around.lifetimes() {
            let borrow = of_lifetime(&parameter.lifetime);
            self.longer.push((borrow.clone(), own.clone()));
            self.all.push(Need { borrow, part: Part::Receiver, place, is_outer: false });
        }
    }

    /// What bounds and where clauses say.
    fn declared(&mut self, generics: &Generics) {
        for parameter in generics.lifetimes() {
            self.bounded(of_lifetime(&parameter.lifetime), parameter.bounds.iter());
        }
        for parameter in parameters(generics) {
            self.bounded(Borrow::Parameter(parameter.ident.to_string()), lifetimes(&parameter.bounds));
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            match predicate {
                WherePredicate::Lifetime(predicate) => {
                    self.bounded(of_lifetime(&predicate.lifetime), predicate.bounds.iter());
                }
                WherePredicate::Type(syn::PredicateType { bounded_ty: Type::Path(path), bounds, .. }) => {
                    let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                    self.bounded(Borrow::Parameter(name), lifetimes(bounds));
                }
                _ => {}
            }
        }
    }

    fn bounded<'a>(&mut self, long: Borrow, shorter: impl Iterator<Item = &'a Lifetime>) {
        self.longer.extend(shorter.map(|short| (long.clone(), of_lifetime(short))));
    }

    pub(super) fn outlives(&self, long: &Borrow, short: &Borrow) -> bool {
        let mut shorter = vec![long];
        let mut next = 0;
        while let Some(borrow) = shorter.get(next).copied() {
            if borrow == short || is_static(borrow) {
                return true;
            }
            let new: Vec<_> = self.longer.iter().filter(|(long, _)| long == borrow).map(|(_, short)| short).collect();
            shorter.extend(new.into_iter().filter(|new| !shorter.contains(new)).collect::<Vec<_>>());
            next += 1;
        }
        false
    }
}

pub(super) fn of_lifetime(lifetime: &Lifetime) -> Borrow {
    Borrow::Named(lifetime.ident.to_string())
}

/// `None` where it is left out.
fn named(lifetime: Option<&Lifetime>) -> Option<Borrow> {
    lifetime.filter(|lifetime| lifetime.ident != "_").map(of_lifetime)
}

pub(super) fn lifetimes(bounds: &Punctuated<TypeParamBound, Token![+]>) -> impl Iterator<Item = &Lifetime> {
    bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Lifetime(lifetime) => Some(lifetime),
        _ => None,
    })
}

/// The types of the arguments besides the receiver.
pub(super) fn typed(signature: &Signature) -> impl Iterator<Item = &Type> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => Some(&*argument.ty),
        FnArg::Receiver(_) => None,
    })
}

/// What stands in a type.
pub(super) struct Found {
    /// `None` for a lifetime that is left out.
    pub borrow: Option<Borrow>,
    place: TokenSpan,
    /// The reference around it, by its number.
    inside: Option<usize>,
    /// See [`Need`].
    is_outer: bool,
}

/// The lifetimes in a type, written or left out, but not those that `Fn(&T)`, `fn(&T)` or `for<'a>` have by themselves; and the
/// type parameters of a method and its trait.
pub(super) struct Search<'a> {
    generics: &'a Generics,
    /// The parameters on which an associated type of the trait depends.
    of_trait: Option<&'a Generics>,
    outer: Option<&'a TypeReference>,
    /// The type as a whole.
    top: Option<&'a Type>,
    pub found: Vec<Found>,
    longer: Vec<(Borrow, Borrow)>,
    /// The references around.
    around: Vec<usize>,
}

impl<'a> Search<'a> {
    pub(super) fn new(signature: &'a Signature, around: &'a Around) -> Search<'a> {
        let of_trait = around.in_trait.then_some(&around.generics);
        let generics = &signature.generics;
        Search { generics, of_trait, outer: None, top: None, found: Vec::new(), longer: Vec::new(), around: Vec::new() }
    }

    pub(super) fn of(ty: &'a Type, signature: &'a Signature, around: &'a Around) -> Search<'a> {
        let mut search = Search { outer: outer(ty), top: Some(ty), ..Search::new(signature, around) };
        search.visit_type(ty);
        search
    }

    fn is_top(&self, path: &TypePath) -> bool {
        matches!(self.top, Some(Type::Path(top)) if std::ptr::eq(top, path))
    }

    fn found(&mut self, borrow: Option<Borrow>, place: TokenSpan, is_outer: bool) {
        self.found.push(Found { borrow, place, inside: self.around.last().copied(), is_outer });
    }
}

/// Whether a type is a `Cow<'_, T>`.
pub(super) fn is_cow(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if cow(path).is_some())
}

fn cow(path: &TypePath) -> Option<&AngleBracketedGenericArguments> {
    let last = path.path.segments.last().filter(|last| last.ident == "Cow")?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments),
        _ => None,
    }
}

/// The reference of `&T` and `Option<&T>`.
fn outer(ty: &Type) -> Option<&TypeReference> {
    let reference = match ty {
        Type::Reference(reference) => reference,
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
            let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
            match list.args.first()? {
                GenericArgument::Type(Type::Reference(reference)) => reference,
                _ => return None,
            }
        }
        _ => return None,
    };
    reference.mutability.is_none().then_some(reference)
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_type_reference(&mut self, reference: &'a TypeReference) {
        let place = reference.lifetime.as_ref().map_or_else(|| reference.span(), Spanned::span);
        let is_outer = self.outer.is_some_and(|outer| std::ptr::eq(outer, reference));
        self.found(named(reference.lifetime.as_ref()), place, is_outer);
        self.around.push(self.found.len() - 1);
        self.visit_type(&reference.elem);
        self.around.pop();
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        let of_cow = |arguments: &AngleBracketedGenericArguments| match arguments.args.first() {
            Some(GenericArgument::Lifetime(first)) => std::ptr::eq(first, lifetime),
            _ => false,
        };
        let is_outer = matches!(self.top, Some(Type::Path(path)) if cow(path).is_some_and(of_cow));
        self.found(named(Some(lifetime)), lifetime.span(), is_outer);
    }

    fn visit_type_path(&mut self, path: &'a TypePath) {
        let cow = cow(path).filter(|arguments| !matches!(arguments.args.first(), Some(GenericArgument::Lifetime(_))));
        if cow.is_some() {
            self.found(None, path.span(), self.is_top(path)); // its lifetime is left out
        }
        let first = path.path.segments.first().map(|first| &first.ident).filter(|_| path.qself.is_none());
        if let Some(first) = first {
            let of_trait = self.of_trait.into_iter().flat_map(parameters);
            let of_trait = of_trait.filter(|parameter| parameter.ident == *first || first == "Self");
            let own = parameters(self.generics).filter(|parameter| parameter.ident == *first);
            for parameter in own.chain(of_trait).map(|parameter| parameter.ident.to_string()).collect::<Vec<_>>() {
                self.found(Some(Borrow::Parameter(parameter)), path.span(), false);
            }
        }
        syn::visit::visit_type_path(self, path);
    }

    /// As an argument: a type parameter without a name.
    fn visit_type_impl_trait(&mut self, ty: &'a TypeImplTrait) {
        let parameter = Borrow::Parameter(ty.to_token_stream().to_string());
        let lifetimes = lifetimes(&ty.bounds).filter_map(|lifetime| named(Some(lifetime)));
        self.longer.extend(lifetimes.map(|lifetime| (parameter.clone(), lifetime)));
        self.found(Some(parameter), ty.span(), false);
    }

    fn visit_type_fn_ptr(&mut self, ty: &'a syn::TypeFnPtr) {
        let first = self.found.len();
        syn::visit::visit_type_fn_ptr(self, ty);
        let inside = self.around.last().copied();
        let parameters = self.found.split_off(first).into_iter();
        let parameters = parameters.filter(|found| matches!(found.borrow, Some(Borrow::Parameter(_))));
        self.found.extend(parameters.map(|found| Found { inside, ..found }));
    }
    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}
    fn visit_trait_bound(&mut self, bound: &'a syn::TraitBound) {
        if bound.lifetimes.is_none() {
            syn::visit::visit_trait_bound(self, bound);
        }
    }
}
