//! Implementations of a marked trait for every type, which leave no room for that of its wrapper.
use super::names::{Named, Names, Space};
use crate::discover::ModuleId;
use crate::source::Span;
use crate::summary::{Kind, PathText, unraw};

/// What every wrapper is, or may be.
const OF_WRAPPERS: [&str; 8] = ["Any", "Clone", "Debug", "Send", "Sized", "Sync", "UnwindSafe", "Unpin"];

/// Where `impl<T: ..> Trait for T` stands, if a wrapper is such a `T`: if nothing is asked of it but what a wrapper is, and
/// the supertraits, which it must have.
pub(super) fn implementation(item: &syn::ItemTrait, module: ModuleId, names: &Names<'_>) -> Option<Span> {
    let name = PathText { absolute: false, segments: vec![unraw(&item.ident)] };
    let this = names.path(&name, module, Space::Type);
    let supertraits: Vec<_> = item.supertraits.iter().filter_map(last_segment).collect();
    let is_met = |bound: &String| OF_WRAPPERS.contains(&bound.as_str()) || supertraits.contains(bound);
    let found = names.items().find(|(at, item)| match &item.kind {
        Kind::Impl { of, for_all: Some(bounds), .. } => {
            let same = matches!(this.first(), Some(Named::Item(_))) && names.path(of, at.module, Space::Type) == this;
            same && item.cfg.is_empty() && bounds.iter().all(is_met)
        }
        _ => false,
    });
    found.map(|(id, _)| names.span(id))
}

fn last_segment(bound: &syn::TypeParamBound) -> Option<String> {
    match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| unraw(&segment.ident)),
        _ => None,
    }
}
