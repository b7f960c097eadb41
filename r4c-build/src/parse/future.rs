//! What a return type says: a value, or a future and what is promised of it.
use syn::punctuated::Punctuated;
use syn::{
    GenericArgument, GenericParam, Lifetime, PathArguments, ReturnType, Signature, Token, Type, TypeParamBound,
    parse_quote,
};

use super::method::{is_bound, type_arguments};
use crate::discover::ModuleId;
use crate::model::{FutureBounds, MethodKind};
use crate::resolve::{Answer, Named, Names, Space};
use crate::summary::{Kind, path_of, unraw};

/// More aliases in a row than any program has.
const DEEPEST: usize = 8;

/// What the return type means, and what is judged.
pub(crate) fn returned(signature: &Signature, boxed: bool, names: &Names<'_>, module: ModuleId) -> (MethodKind, Type) {
    let written = match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    };
    if signature.asyncness.is_some() {
        let kind = if boxed { MethodKind::AsyncTrait } else { MethodKind::Async };
        return (kind, written);
    }
    match &written {
        Type::ImplTrait(ty) => match future_output(&ty.bounds) {
            Some(output) => (MethodKind::ImplFuture(bounds(&ty.bounds)), output),
            None => (MethodKind::Sync, written),
        },
        Type::Path(ty) if ty.qself.is_none() => match boxed_future(&ty.path, names, module) {
            Some(Boxed { output: Some(output), bounds, .. }) => (MethodKind::BoxedFuture(bounds), output),
            Some(Boxed { output: None, bounds, .. }) => {
                (MethodKind::BoxedFuture(bounds), parse_quote!(<#written as ::core::future::Future>::Output))
            }
            None => (MethodKind::Sync, written),
        },
        _ => (MethodKind::Sync, written),
    }
}

/// A boxed future.
pub(super) struct Boxed {
    /// `None` for an alias of this package: its output may be written in terms of another module.
    output: Option<Type>,
    bounds: FutureBounds,
    /// For which it lives.
    pub lives: Lives,
}

/// The lifetime of a boxed future.
pub(super) enum Lives {
    /// It is not written where it could be seen.
    Unknown,
    Static,
    For(Lifetime),
}

/// `Pin<Box<dyn Future<Output = R>>>`, `BoxFuture<'_, R>`, or an alias for one of them.
pub(super) fn boxed_future(path: &syn::Path, names: &Names<'_>, module: ModuleId) -> Option<Boxed> {
    boxed_below(path, names, module, 0)
}

fn boxed_below(path: &syn::Path, names: &Names<'_>, module: ModuleId, depth: usize) -> Option<Boxed> {
    let last = path.segments.last()?;
    let name = unraw(&last.ident);
    if name == "Pin" {
        return pinned(&last.arguments);
    }
    let answer = names.path(&path_of(path), module, Space::Type);
    if let Some(Named::Item(id)) = answer.first() {
        let Kind::Alias { text, .. } = &names.item(*id).kind else {
            return None;
        };
        let alias: syn::ItemType = syn::parse_str(text).ok()?;
        let Type::Path(target) = &*alias.ty else { return None };
        let boxed = (depth < DEEPEST).then(|| boxed_below(&target.path, names, id.module, depth + 1))??;
        return Some(Boxed { output: None, lives: given(boxed.lives, &alias, &last.arguments), ..boxed });
    }
    let (send, output) = match (name.as_str(), type_arguments(&last.arguments).pop()) {
        ("BoxFuture", Some(output)) => (true, output),
        ("LocalBoxFuture", Some(output)) => (false, output),
        _ => return None,
    };
    let lives = lifetimes(&last.arguments).into_iter().next().map_or(Lives::Unknown, Lives::of);
    Some(Boxed { output: Some(output), bounds: FutureBounds { send, ..FutureBounds::default() }, lives })
}

/// The type that an alias of this package stands for, where there is only one of that name.
pub(super) fn unaliased(ty: &Type, names: &Names<'_>, module: ModuleId) -> Option<Type> {
    let (mut ty, mut module, mut found) = (ty.clone(), module, None);
    for _ in 0..DEEPEST {
        let Type::Path(path) = &ty else { break };
        let Answer::Named(named) = names.path(&path_of(&path.path), module, Space::Type) else { break };
        let [Named::Item(id)] = named.as_slice() else { break };
        let Kind::Alias { text, .. } = &names.item(*id).kind else { break };
        ty = *syn::parse_str::<syn::ItemType>(text).ok()?.ty;
        module = id.module;
        found = Some(ty.clone());
    }
    found
}

/// `<Box<dyn Future<Output = R> + Send + 'a>>`.
fn pinned(arguments: &PathArguments) -> Option<Boxed> {
    let inner = type_arguments(arguments);
    let [Type::Path(inner)] = inner.as_slice() else { return None };
    let inner = inner.path.segments.last().filter(|segment| segment.ident == "Box")?;
    let boxed = type_arguments(&inner.arguments);
    let [Type::TraitObject(object)] = boxed.as_slice() else { return None };
    let lifetime = object.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Lifetime(lifetime) => Some(lifetime.clone()),
        _ => None,
    });
    Some(Boxed {
        output: Some(future_output(&object.bounds)?),
        bounds: bounds(&object.bounds),
        lives: lifetime.map_or(Lives::Static, Lives::of),
    })
}

/// The lifetime that an alias's parameter is given.
fn given(lives: Lives, alias: &syn::ItemType, arguments: &PathArguments) -> Lives {
    let Lives::For(lifetime) = lives else { return lives };
    let is_it = |parameter: &&syn::LifetimeParam| parameter.lifetime == lifetime;
    let index = alias.generics.lifetimes().position(|parameter| is_it(&parameter));
    let given = index.and_then(|index| lifetimes(arguments).into_iter().nth(index));
    Lives::of(given.unwrap_or_else(|| parse_quote!('_)))
}

impl Lives {
    fn of(lifetime: Lifetime) -> Lives {
        if lifetime.ident == "static" { Lives::Static } else { Lives::For(lifetime) }
    }
}

fn lifetimes(arguments: &PathArguments) -> Vec<Lifetime> {
    let PathArguments::AngleBracketed(list) = arguments else { return Vec::new() };
    let lifetime = |argument: &GenericArgument| match argument {
        GenericArgument::Lifetime(lifetime) => Some(lifetime.clone()),
        _ => None,
    };
    list.args.iter().filter_map(lifetime).collect()
}

fn bounds(bounds: &Punctuated<TypeParamBound, Token![+]>) -> FutureBounds {
    let has = |name: &str| bounds.iter().any(|bound| is_bound(bound, &[name]));
    FutureBounds { send: has("Send"), sync: has("Sync"), unpin: has("Unpin") }
}

/// `R` of the bound `Future<Output = R>`.
fn future_output(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else {
            continue;
        };
        let Some(last) = bound.path.segments.last().filter(|last| last.ident == "Future") else {
            continue;
        };
        let PathArguments::AngleBracketed(list) = &last.arguments else {
            continue;
        };
        for argument in &list.args {
            if let GenericArgument::AssocType(output) = argument {
                if output.ident == "Output" {
                    return Some(output.ty.clone());
                }
            }
        }
    }
    None
}

/// The type parameters of generics.
pub(super) fn parameters(generics: &syn::Generics) -> impl Iterator<Item = &syn::TypeParam> {
    generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter),
        _ => None,
    })
}
