//! Inherent blocks of one type share one wrapper type, which is declared where the first marked block is.
use syn::{Visibility, parse_quote};

use super::names::{ItemId, Named, Names, Space};
use crate::discover::ModuleId;
use crate::model::{Home, InherentWrapper, Wrapper};
use crate::parse::Declaration;
use crate::summary::{Kind, Visible, path_of};

/// The type of a block: its definition, or its name in a module where that cannot be seen.
#[derive(Debug, Clone, PartialEq)]
enum Wrapped {
    Item(ItemId),
    Name(ModuleId, String),
}

/// Joins the blocks of a module that belong together, and fills in what is known of their types.
pub(super) fn group(declarations: Vec<Declaration>, names: &Names<'_>) -> Vec<Declaration> {
    let mut grouped: Vec<Declaration> = Vec::new();
    let mut homes: Vec<(Wrapped, ModuleId, usize)> = Vec::new();
    for mut declaration in declarations {
        let Wrapper::Inherent(wrapper) = &mut declaration.wrapper else {
            grouped.push(declaration);
            continue;
        };
        let module = declaration.module;
        let wrapped = wrapped(wrapper, module, names);
        let here = homes.iter().find(|(other, at, _)| *other == wrapped && *at == module).map(|(_, _, index)| *index);
        if let Some(Wrapper::Inherent(first)) = here.map(|index| &mut grouped[index].wrapper) {
            first.blocks.append(&mut wrapper.blocks);
            first.certain &= wrapper.certain;
            continue;
        }
        if let Some((_, home, index)) = homes.iter().find(|(other, _, _)| *other == wrapped) {
            if let Wrapper::Inherent(first) = &grouped[*index].wrapper {
                let path = format!("{}::{}", names.sources.path(*home), first.name);
                wrapper.home = syn::parse_str(&path).map_or(Home::Here, Home::Elsewhere);
                wrapper.name = first.name.clone();
            }
        }
        describe(wrapper, &wrapped, module, names);
        homes.push((wrapped, module, grouped.len()));
        grouped.push(declaration);
    }
    grouped
}

fn wrapped(wrapper: &InherentWrapper, module: ModuleId, names: &Names<'_>) -> Wrapped {
    let by_name = || Wrapped::Name(module, wrapper.name.to_string());
    let syn::Type::Path(path) = &wrapper.self_type else {
        return by_name();
    };
    let mut path = path_of(&path.path);
    let mut module = module;
    loop {
        let Some(Named::Item(id)) = names.path(&path, module, Space::Type).first().cloned() else {
            return by_name();
        };
        match &names.item(id).kind {
            Kind::Alias { target: crate::summary::Target::Path(target), .. } if *target != path => {
                path = target.clone();
                module = id.module;
            }
            _ => return Wrapped::Item(id),
        }
    }
}

fn describe(wrapper: &mut InherentWrapper, wrapped: &Wrapped, module: ModuleId, names: &Names<'_>) {
    wrapper.visibility = parse_quote!(pub);
    let Wrapped::Item(id) = wrapped else { return };
    let item = names.item(*id);
    wrapper.visibility = visibility(&item.visibility, id.module, module, names);
    if let Kind::Type(summary) = &item.kind {
        let definition: Option<syn::ItemStruct> = match summary.generics.split_once(" where ") {
            Some((parameters, clause)) => syn::parse_str(&format!("struct S {parameters} where {clause} {{}}")).ok(),
            None => syn::parse_str(&format!("struct S {} {{}}", summary.generics)).ok(),
        };
        wrapper.definition = definition.map(|definition| definition.generics);
    }
}

/// A visibility of the definition's module, written in another one; never wider than it was.
fn visibility(visibility: &Visible, at: ModuleId, here: ModuleId, names: &Names<'_>) -> Visibility {
    let Some(scope) = names.scope_of(visibility, at) else {
        return parse_quote!(pub);
    };
    let sources = names.sources;
    if scope == sources.target(here).root && here != scope {
        return parse_quote!(pub(crate));
    }
    if scope == here || !sources.ancestry(here).contains(&scope) {
        return Visibility::Inherited;
    }
    let path = sources.path(scope);
    match syn::parse_str(&format!("pub(in {path})")) {
        Ok(visibility) => visibility,
        Err(_) => Visibility::Inherited,
    }
}
