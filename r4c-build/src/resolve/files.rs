//! Which wrappers go into which file, and which line brings it in.
//!
//! A file is named after the module within its target. lib, bins, examples and tests share one `OUT_DIR`: where two of them
//! have the same module path, the lib keeps the plain name and the others go into a folder of their own. A source file that
//! is mounted twice has one literal for all its modules, so they share one output.
use std::collections::BTreeMap;

use super::names::{Names, Space};
use crate::cfg::Truth;
use crate::discover::{ModuleId, TargetKind};
use crate::model::{Inclusion, Model, OutputFile, Taken, Wrapper};
use crate::parse::Declaration;
use crate::source::{FileId, Span};
use crate::summary::{Kind, unraw};

/// The modules that are made of one place in the sources.
#[derive(Debug)]
struct Group {
    modules: Vec<ModuleId>,
    /// The files that its source reads, and where.
    inclusions: Vec<(Option<String>, Span)>,
    /// The file that it shall read.
    path: String,
}

/// The place in the sources that makes a module: a file, or an inline module in it.
type Origin = (FileId, Option<Span>);

/// Arranges the declarations in files.
pub(super) fn arrange(declarations: Vec<Declaration>, names: &Names<'_>) -> Model {
    let mut groups = groups(&declarations, names);
    let owners = owners(&groups, names);
    let sources = names.sources;
    let (edition, forbidden) = (sources.package.edition, sources.forbidden.clone());
    let mut model = Model { edition, forbidden, ..Model::default() };
    let mut files: BTreeMap<String, OutputFile> = BTreeMap::new();
    let mut by_module: BTreeMap<ModuleId, Vec<Declaration>> = BTreeMap::new();
    for declaration in declarations {
        taken(&declaration, names, &mut model);
        by_module.entry(declaration.module).or_default().push(declaration);
    }
    for (index, group) in groups.iter_mut().enumerate() {
        let accepted: Vec<_> = group.modules.iter().flat_map(|id| accepted(*id, index, &owners, names)).collect();
        let written = group.inclusions.iter().filter_map(|(path, _)| path.as_ref());
        let right = written.into_iter().find(|path| accepted.contains(path));
        let Some(path) = right.or(accepted.first()).cloned() else {
            continue;
        };
        group.path = path;
        inclusions(group, &accepted, names, &mut model);
        let first = group.modules.iter().find(|id| by_module.contains_key(id)).copied();
        let declarations = first.and_then(|id| by_module.remove(&id)).unwrap_or_default();
        let file = files.entry(group.path.clone()).or_insert_with(|| output(group, names));
        file.included |= !group.inclusions.is_empty() || group.modules.iter().any(|id| names.may_be_included(*id));
        file.wrappers.extend(declarations.into_iter().map(|declaration| declaration.wrapper));
    }
    model.files = files.into_values().collect();
    model
}

/// The modules with wrappers or inclusions, by origin; in the order of the modules, so that the lib's come first.
fn groups(declarations: &[Declaration], names: &Names<'_>) -> Vec<Group> {
    let sources = names.sources;
    let mut groups: Vec<(Origin, Group)> = Vec::new();
    for (number, module) in sources.modules.iter().enumerate() {
        let id = ModuleId(number);
        let inclusions: Vec<_> = module
            .items
            .iter()
            .filter_map(|(file, item)| match &item.kind {
                Kind::Wrappers { file: path, by } if by.as_ref().is_none_or(|by| names.is_inclusion(by, id)) => {
                    Some((path.clone(), item.place.in_file(*file)))
                }
                _ => None,
            })
            .collect();
        let marked = declarations.iter().any(|declaration| declaration.module == id);
        if module.certain == Truth::No || (inclusions.is_empty() && !marked) {
            continue;
        }
        let inline = module.parent.is_some() && module.declared.file == module.file;
        let origin = (module.file, inline.then_some(module.declared));
        match groups.iter_mut().find(|(other, _)| *other == origin) {
            Some((_, group)) => group.modules.push(id),
            None => groups.push((origin, Group { modules: vec![id], inclusions, path: String::new() })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// For each module path, the groups that may use its plain name.
fn owners(groups: &[Group], names: &Names<'_>) -> BTreeMap<String, Vec<usize>> {
    let sources = names.sources;
    let mut all: BTreeMap<String, Vec<(usize, TargetKind)>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        for id in &group.modules {
            all.entry(sources.dotted(*id)).or_default().push((index, sources.target(*id).kind));
        }
    }
    let choose = |claims: Vec<(usize, TargetKind)>| -> Vec<usize> {
        let lib: Vec<_> = claims.iter().filter(|(_, kind)| *kind == TargetKind::Lib).map(|(index, _)| *index).collect();
        let one = claims.iter().all(|(index, _)| *index == claims[0].0);
        match (lib.is_empty(), one) {
            (false, _) => lib,
            (true, true) => vec![claims[0].0],
            (true, false) => Vec::new(),
        }
    };
    all.into_iter().map(|(path, claims)| (path, choose(claims))).collect()
}

/// The names that a module may give for its file, the best one first.
fn accepted(id: ModuleId, group: usize, owners: &BTreeMap<String, Vec<usize>>, names: &Names<'_>) -> Vec<String> {
    let dotted = names.sources.dotted(id);
    let target = names.sources.target(id);
    let mut accepted = Vec::new();
    if owners.get(&dotted).is_some_and(|owners| owners.contains(&group)) {
        accepted.push(format!("{dotted}.rs"));
    }
    if target.kind != TargetKind::Lib {
        accepted.push(format!("{}-{}/{dotted}.rs", target.kind.word(), target.name));
    }
    accepted
}

fn inclusions(group: &Group, accepted: &[String], names: &Names<'_>, model: &mut Model) {
    for (path, span) in &group.inclusions {
        let right = path.as_ref().is_some_and(|path| accepted.contains(path));
        let module = names.sources.path(group.modules[0]);
        let line = line(&group.path, names);
        model.inclusions.push(Inclusion { path: path.clone(), right, line, module, span: *span });
    }
}

fn output(group: &Group, names: &Names<'_>) -> OutputFile {
    let first = group.modules[0];
    let target = names.sources.target(first);
    let key = &names.sources.package.runtime_keys[0];
    OutputFile {
        path: group.path.clone(),
        module: names.sources.path(first),
        runtime: syn::parse_str(&format!("::{key}")).unwrap_or_else(|_| syn::parse_quote!(::r4c)),
        wrappers: Vec::new(),
        included: false,
        line: line(&group.path, names),
        modules: group.modules.iter().map(|id| names.sources.path(*id)).collect(),
        with_lib: target.with_lib,
        target: match target.kind {
            TargetKind::Lib => "lib".to_owned(),
            kind => format!("{} {}", kind.word(), target.name),
        },
    }
}

/// `r4c::include_wrappers!("orders");`
fn line(path: &str, names: &Names<'_>) -> String {
    let key = &names.sources.package.runtime_keys[0];
    let (folder, file) = path.rsplit_once('/').map_or((None, path), |(folder, file)| (Some(folder), file));
    let module = file.strip_suffix(".rs").unwrap_or(file);
    let target = folder.and_then(|folder| folder.split_once('-')).map(|(kind, name)| format!("{kind} \"{name}\""));
    let module = (module != "crate").then(|| format!("\"{module}\""));
    let arguments: Vec<_> = target.into_iter().chain(module).collect();
    format!("{key}::include_wrappers!({});", arguments.join(", "))
}

fn taken(declaration: &Declaration, names: &Names<'_>, model: &mut Model) {
    let (name, space) = match &declaration.wrapper {
        Wrapper::Trait(wrapper) => (&wrapper.name, Space::Type),
        Wrapper::Inherent(wrapper) => (&wrapper.name, Space::Type),
        Wrapper::Function(wrapper) => (&wrapper.name, Space::Value),
    };
    let name = unraw(name);
    if let Some(other) = names.declaration(declaration.module, &name, space) {
        model.taken.push(Taken { name, span: declaration.span, other });
    }
}
