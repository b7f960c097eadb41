//! The method that a `fallback` marker names.
use syn::Signature;

use super::names::{Answer, Named, Names, Space};
use crate::cfg::Truth;
use crate::discover::ModuleId;
use crate::model::{Fallback, Method, MethodKind};
use crate::parse::future;
use crate::report::nearest;
use crate::summary::{Kind, PathText, Target, unraw};

/// What is known of a method: its signature and how it gives its result.
#[derive(Debug, Clone)]
pub(super) struct Known {
    signature: Signature,
    is_async: bool,
}

impl Known {
    /// Of a method of a trait or impl block that is in the model.
    pub(super) fn of(method: &Method) -> Known {
        Known { signature: method.signature.clone(), is_async: !matches!(method.kind, MethodKind::Sync) }
    }
}

/// Fills in a fallback that must be one of these methods. `complete`: there can be no others.
pub(super) fn bind(fallback: &mut Fallback, methods: &[Known], complete: bool) {
    let name = unraw(&fallback.method);
    match methods.iter().find(|known| unraw(&known.signature.ident) == name) {
        Some(known) => fill(fallback, known.clone()),
        None => {
            let others: Vec<_> = methods.iter().map(|known| unraw(&known.signature.ident)).collect();
            fallback.similar = nearest(&name, others.iter().map(String::as_str)).map(str::to_owned);
            fallback.exists = complete.then_some(false);
        }
    }
}

/// Whether an inherent function of this name may be in some impl of the type `target`.
pub(super) fn may_be_elsewhere(name: &str, target: &str, names: &Names<'_>) -> bool {
    names.items().any(|(_, item)| match &item.kind {
        Kind::Inherent { target: Target::Path(path), functions } => {
            let same = path.segments.last().is_some_and(|last| last == target);
            // An alias may hide the type, a macro the method.
            functions.iter().any(|function| function == name) && (same || path.segments.len() == 1)
        }
        Kind::Opaque(identifiers) | Kind::MacroRules(identifiers) => identifiers.iter().any(|ident| ident == name),
        _ => false,
    })
}

/// Fills in a fallback that is a function of this module.
pub(super) fn bind_function(fallback: &mut Fallback, module: ModuleId, names: &Names<'_>) {
    let name = unraw(&fallback.method);
    let path = PathText { absolute: false, segments: vec![name.clone()] };
    match names.path(&path, module, Space::Value) {
        Answer::Named(named) => {
            let Some(Named::Item(id)) = named.first() else {
                return;
            };
            if let Some(signature) = names.signature(*id) {
                let (kind, _) = future::returned(&signature, false, names, id.module);
                fill(fallback, Known { signature, is_async: !matches!(kind, MethodKind::Sync) });
            }
        }
        Answer::Missing(..) => {
            fallback.similar = nearest(&name, names.function_names(module)).map(str::to_owned);
            fallback.exists = (names.sources.module(module).certain == Truth::Yes).then_some(false);
        }
        Answer::Private(..) => {}
    }
}

fn fill(fallback: &mut Fallback, known: Known) {
    let last = known.signature.inputs.last();
    fallback.failure = last.and_then(|input| match input {
        syn::FnArg::Typed(argument) => Some((*argument.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    fallback.exists = Some(true);
    fallback.is_async = known.is_async;
    fallback.signature = Some(known.signature);
}
