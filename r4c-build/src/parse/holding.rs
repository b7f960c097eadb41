//! What a wrapper's future holds, and whether the method's signature lets it.
//!
//! The wrapper's future calls when it is polled, and perhaps again later: until then it holds `self` and all arguments.
//! Where the signature promises less (`BoxFuture<'_, R>` beside a second borrow, `+ 'static`, `use<>`, an `impl Future` of
//! an older edition that names no lifetime) the wrapper keeps a copy of what it may not borrow, and lends that to each
//! attempt. What nobody could copy is refused. What cannot be seen, such as a lifetime that a path does not show, is left to
//! rustc.
use proc_macro2::Span as TokenSpan;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    CapturedParam, FnArg, Generics, Lifetime, PathArguments, ReceiverKind, ReturnType, Signature, Type, TypeParamBound,
    TypePath, parse_quote,
};

use super::future::{Lives, boxed_future, parameters};
use super::lifetimes::{Borrow, Need, Needed, Part, Search, is_cow, of_lifetime, typed};
use super::method::{form, names_self, type_arguments};
use crate::discover::ModuleId;
use crate::model::{ArgumentForm, Held, MethodKind};
use crate::resolve::{Named, Names, Space};
use crate::summary::{Kind, path_of};

/// From this edition on, `impl Trait` captures every lifetime in scope.
pub(crate) const CAPTURES_ALL: u16 = 2024;

/// What surrounds a method.
#[derive(Default)]
pub(super) struct Around {
    /// Of the trait or the impl block.
    pub generics: Generics,
    pub in_trait: bool,
}

/// How the wrapper's future holds what it needs.
#[derive(Default)]
pub(super) struct Holding {
    /// It may not borrow `self`: a clone is needed.
    pub detached: bool,
    /// It has the wrapped value, taken by `self`, and must live for another borrow.
    pub owns_self: bool,
    /// Its output depends on a type that it must not depend on itself: only an `async` block hides that.
    pub hides_output: bool,
    /// The parameters of the trait that it holds, and that live long enough for certain only if they are `'static`.
    pub static_parameters: Vec<String>,
    /// One for each argument besides the receiver.
    pub arguments: Vec<Held>,
    /// The first thing that it cannot hold in any way, and why.
    pub unheld: Option<(TokenSpan, String)>,
}

/// How the future of this method's wrapper holds what it needs.
pub(super) fn holding(
    signature: &Signature,
    returned: (&MethodKind, &Type),
    around: &Around,
    names: &Names<'_>,
    module: ModuleId,
) -> Holding {
    let (kind, output) = returned;
    let signature = &with_hidden_lifetimes(signature, names, module);
    let arguments = typed(signature).map(|_| Held::AsItIs).collect();
    let mut holding = Holding { arguments, ..Holding::default() };
    let Some(promise) = promise(signature, kind, around, names, module) else { return holding };
    let needed = Needed::of(signature, around);
    let broken: Vec<(&Need, String)> =
        needed.all.iter().filter_map(|need| Some((need, promise.broken(need, &needed)?))).collect();
    let (of_trait, broken): (Vec<_>, Vec<_>) = broken.into_iter().partition(|(need, _)| around.has(&need.borrow));
    holding.static_parameters = of_trait.iter().filter_map(|(need, _)| need.borrow.parameter()).collect();
    let of = |part: Part| broken.iter().filter(move |(need, _)| need.part == part).collect::<Vec<_>>();
    let given = given(signature, output, around, names);
    let mut unheld: Vec<&(&Need, String)> = Vec::new();
    match of(Part::Receiver).as_slice() {
        [] => {}
        // What is returned cannot be lent by a copy that goes with the future.
        [only] if given.has(&only.0.borrow) => unheld.push(only),
        [only] if only.0.is_outer && is_shared(signature) && promise.lets_clone(around, &needed) => {
            holding.detached = true
        }
        [first, ..] => unheld.push(first),
    }
    for (index, argument) in typed(signature).enumerate() {
        match of(Part::Argument(index)).as_slice() {
            [] => {}
            [only] if given.has(&only.0.borrow) => unheld.push(only),
            [only] => match held(argument, only.0, &signature.generics) {
                Held::AsItIs => unheld.push(only),
                held => holding.arguments[index] = held,
            },
            [first, ..] => unheld.push(first),
        }
    }
    holding.unheld = unheld.first().map(|(need, why)| (need.place, why.clone()));
    let by_value = signature.receiver().filter(|receiver| matches!(receiver.kind, ReceiverKind::Value));
    if let Some(receiver) = by_value.filter(|_| !promise.lets_clone(around, &needed)) {
        holding.unheld = Some((receiver.span(), "what it returns must live for a borrow".to_owned()));
    }
    holding.owns_self = by_value.is_some() && around.in_trait && !promise.outlives.is_empty();
    holding.hides_output = promise.hides(output, signature, around, &needed);
    holding
}

/// The signature with `Request<'_>` for a `Request` that is declared with a lifetime.
fn with_hidden_lifetimes(signature: &Signature, names: &Names<'_>, module: ModuleId) -> Signature {
    struct Hidden<'a>(&'a Names<'a>, ModuleId);
    impl VisitMut for Hidden<'_> {
        fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
            let answer = self.0.path(&path_of(&ty.path), self.1, Space::Type);
            let declared = match answer.first() {
                Some(Named::Item(id)) => match &self.0.item(*id).kind {
                    Kind::Type(summary) => summary.generics.starts_with("< '"),
                    _ => false,
                },
                _ => false,
            };
            if let (true, None, Some(last)) = (declared, &ty.qself, ty.path.segments.last_mut()) {
                if matches!(last.arguments, PathArguments::None) {
                    let lifetime = Lifetime::new("'_", last.ident.span());
                    last.arguments = PathArguments::AngleBracketed(parse_quote!(<#lifetime>));
                }
            }
            visit_mut::visit_type_path_mut(self, ty);
        }
    }
    let mut signature = signature.clone();
    for input in &mut signature.inputs {
        if let FnArg::Typed(argument) = input {
            Hidden(names, module).visit_type_mut(&mut argument.ty);
        }
    }
    signature
}

/// The borrows in what a call gives.
struct Given {
    borrows: Vec<Borrow>,
    /// An `impl Trait` that may have all of them.
    captures_all: bool,
}

impl Given {
    fn has(&self, borrow: &Borrow) -> bool {
        self.captures_all || self.borrows.contains(borrow)
    }
}

fn given(signature: &Signature, output: &Type, around: &Around, names: &Names<'_>) -> Given {
    // The output of an alias for a boxed future: the future's own lifetime is none of it.
    let parts = match output {
        Type::Path(syn::TypePath { qself: Some(qself), .. }) => match &*qself.ty {
            Type::Path(boxed) => boxed.path.segments.last().map(|last| type_arguments(&last.arguments)),
            _ => None,
        },
        _ => Some(vec![output.clone()]),
    };
    let elided = elided_output(signature);
    let (mut borrows, mut captures_all) = (Vec::new(), false);
    for part in parts.unwrap_or_default() {
        for found in Search::of(&part, signature, around).found {
            let is_opaque = matches!(&found.borrow, Some(Borrow::Parameter(name)) if name.starts_with("impl "));
            captures_all |= is_opaque && (around.in_trait || names.sources.package.edition >= CAPTURES_ALL);
            borrows.extend(found.borrow.or_else(|| elided.clone()));
        }
    }
    Given { borrows, captures_all }
}

/// How an argument is held of which only `need` may not be.
fn held(ty: &Type, need: &Need, generics: &Generics) -> Held {
    if form(ty, generics) == ArgumentForm::Into {
        return Held::Converted;
    }
    if !need.is_outer || names_self(ty.to_token_stream()) {
        return Held::AsItIs;
    }
    match ty {
        Type::Reference(_) => Held::Copied,
        ty if is_cow(ty) => Held::CopiedCow,
        _ => Held::CopiedOption,
    }
}

fn is_shared(signature: &Signature) -> bool {
    match signature.receiver().map(|receiver| &receiver.kind) {
        Some(ReceiverKind::Reference(_, _, mutability)) => mutability.is_none(),
        Some(ReceiverKind::Typed(_, ty)) => {
            matches!(&**ty, Type::Reference(reference) if reference.mutability.is_none())
        }
        _ => false,
    }
}

/// What a signature says about the lifetimes in its future.
struct Promise {
    /// The lifetimes that it may hold; `None` for all.
    captured: Option<Vec<Borrow>>,
    /// The lifetimes for which it must live.
    outlives: Vec<Borrow>,
}

impl Around {
    /// Whether this is a type parameter of the trait.
    fn has(&self, borrow: &Borrow) -> bool {
        let name = borrow.parameter();
        self.in_trait && name.is_some_and(|name| parameters(&self.generics).any(|parameter| parameter.ident == name))
    }
}

impl Promise {
    /// Whether a future that has a clone of what is wrapped lives long enough. That of a trait is bound to be `'static`.
    fn lets_clone(&self, around: &Around, needed: &Needed) -> bool {
        let lives = |parameter: &syn::TypeParam| {
            let parameter = Borrow::Parameter(parameter.ident.to_string());
            self.outlives.iter().all(|short| needed.outlives(&parameter, short))
        };
        around.in_trait || parameters(&around.generics).all(lives)
    }

    /// Whether the future must not show what its output depends on: something that may not live as long.
    fn hides(&self, output: &Type, signature: &Signature, around: &Around, needed: &Needed) -> bool {
        let elided = elided_output(signature);
        let search = Search::of(output, signature, around);
        let mut borrows = search.found.iter().filter_map(|found| found.borrow.as_ref().or(elided.as_ref()));
        borrows.any(|borrow| self.outlives.iter().any(|short| !needed.outlives(borrow, short)))
    }

    /// Why something cannot be held, if so.
    fn broken(&self, need: &Need, needed: &Needed) -> Option<String> {
        let lives = |short: &Borrow| needed.outlives(&need.borrow, short);
        let is_lifetime = !matches!(need.borrow, Borrow::Parameter(_));
        let is_static = || needed.outlives(&need.borrow, &Borrow::Named("static".to_owned()));
        let is_captured = |captured: &Vec<Borrow>| captured.iter().any(lives) || is_static();
        if is_lifetime && !self.captured.as_ref().is_none_or(is_captured) {
            return Some("what it returns captures only the lifetimes that it names".to_owned());
        }
        let shorter = self.outlives.iter().find(|short| !lives(short))?;
        Some(match shorter {
            Borrow::Named(name) => format!("what it returns must live for `'{name}`"),
            _ => "what it returns must live for another borrow".to_owned(),
        })
    }
}

/// `None` if it may hold everything, or cannot be seen.
fn promise(
    signature: &Signature,
    kind: &MethodKind,
    around: &Around,
    names: &Names<'_>,
    module: ModuleId,
) -> Option<Promise> {
    let ReturnType::Type(_, output) = &signature.output else { return None };
    let elided = elided_output(signature);
    let borrow = |lifetime: &Lifetime| match lifetime.ident == "_" {
        true => elided.clone(),
        false => Some(of_lifetime(lifetime)),
    };
    match (kind, &**output) {
        (MethodKind::ImplFuture(_), Type::ImplTrait(ty)) => {
            let mut outlives = Vec::new();
            let mut precise = None;
            for bound in &ty.bounds {
                match bound {
                    TypeParamBound::Lifetime(lifetime) => outlives.extend(borrow(lifetime)),
                    TypeParamBound::PreciseCapture(capture) => {
                        let lifetimes = capture.params.iter().filter_map(|parameter| match parameter {
                            CapturedParam::Lifetime(lifetime) => borrow(lifetime),
                            _ => None,
                        });
                        precise = Some(lifetimes.collect::<Vec<_>>());
                    }
                    _ => {}
                }
            }
            let captured = match precise {
                Some(precise) => Some(precise),
                None if around.in_trait || names.sources.package.edition >= CAPTURES_ALL => None,
                None => {
                    let mut mentioned = Search::new(signature, around);
                    syn::visit::visit_type_impl_trait(&mut mentioned, ty);
                    let mentioned = mentioned.found.into_iter();
                    Some(mentioned.filter_map(|found| found.borrow.or_else(|| elided.clone())).collect())
                }
            };
            Some(Promise { captured, outlives })
        }
        (MethodKind::BoxedFuture(_), Type::Path(ty)) => {
            let outlives = match boxed_future(&ty.path, names, module)?.lives {
                Lives::Unknown => None,
                Lives::Static => Some(Borrow::Named("static".to_owned())),
                Lives::For(lifetime) => borrow(&lifetime),
            };
            Some(Promise { captured: None, outlives: outlives.into_iter().collect() })
        }
        _ => None,
    }
}

/// What a lifetime that is left out in the return type is: that of the receiver, or the only one of the arguments.
fn elided_output(signature: &Signature) -> Option<Borrow> {
    let needed = Needed::of(signature, &Around::default());
    let lifetimes = |need: &&Need| !matches!(need.borrow, Borrow::Parameter(_));
    let all: Vec<&Need> = needed.all.iter().filter(lifetimes).collect();
    match all.as_slice() {
        [first, ..] if first.part == Part::Receiver => Some(first.borrow.clone()),
        [only] => Some(only.borrow.clone()),
        _ => None,
    }
}
