//! Names to what they name, and declarations to the [`Model`].
//!
//! Nothing is reported here: what is wrong with a name is part of the model, and `check` says it.
mod blanket;
mod classifier;
mod fallback;
mod files;
mod inherent;
mod lookup;
mod names;
mod prelude;

pub(crate) use names::{Answer, Attribution, Marker, Named, Names, Space};

use crate::discover::{ModuleId, TargetKind};
use crate::model::{Method, Model, Policies, Setting, Wrapper};
use crate::parse::Declaration;
use crate::summary::unraw;
use fallback::Known;

/// Fills in what the names in the declarations name, and arranges them in files.
pub(crate) fn resolve(mut declarations: Vec<Declaration>, names: &Names<'_>) -> Model {
    let classes = classifier::Known::new(names);
    for declaration in &mut declarations {
        bind(declaration, &classes, names);
    }
    inherit(&mut declarations, names);
    let declarations = inherent::group(declarations, names);
    files::arrange(declarations, names)
}

/// Classifiers and fallbacks of a declaration.
fn bind(declaration: &mut Declaration, classes: &classifier::Known<'_>, names: &Names<'_>) {
    let module = declaration.module;
    match &mut declaration.wrapper {
        Wrapper::Trait(wrapper) => {
            wrapper.for_all = blanket::implementation(&wrapper.item, module, names);
            let around = parameters(&wrapper.item.generics);
            let known: Vec<_> = wrapper.methods.iter().map(Known::of).collect();
            let complete = !wrapper.item.items.iter().any(|item| matches!(item, syn::TraitItem::Macro(_)));
            for method in &mut wrapper.methods {
                bind_classifiers(method, module, &around, classes);
                if let Some(fallback) = &mut method.policies.fallback {
                    fallback::bind(fallback, &known, complete);
                }
            }
        }
        Wrapper::Inherent(wrapper) => {
            let target = unraw(&wrapper.name).replacen("Resilient", "", 1);
            for block in &mut wrapper.blocks {
                let around = parameters(&block.generics);
                let known: Vec<_> = block.methods.iter().chain(&declaration.siblings).map(Known::of).collect();
                for method in &mut block.methods {
                    bind_classifiers(method, module, &around, classes);
                    if let Some(fallback) = &mut method.policies.fallback {
                        let elsewhere = fallback::may_be_elsewhere(&unraw(&fallback.method), &target, names);
                        fallback::bind(fallback, &known, !elsewhere);
                    }
                }
            }
        }
        Wrapper::Function(wrapper) => {
            bind_classifiers(&mut wrapper.function, module, &[], classes);
            if let Some(fallback) = &mut wrapper.function.policies.fallback {
                fallback::bind_function(fallback, module, names);
            }
        }
    }
}

fn bind_classifiers(method: &mut Method, module: ModuleId, around: &[String], classes: &classifier::Known<'_>) {
    let parameters = [around, &parameters(&method.signature.generics)].concat();
    let retry = method.policies.retry.as_mut().and_then(|retry| retry.classifier.as_mut());
    let breaker = method.policies.circuit_breaker.as_mut().and_then(|breaker| breaker.classifier.as_mut());
    for classifier in retry.into_iter().chain(breaker) {
        classifier::bind(classifier, module, &parameters, classes);
    }
}

fn parameters(generics: &syn::Generics) -> Vec<String> {
    generics.type_params().map(|parameter| unraw(&parameter.ident)).collect()
}

/// One instance has one set of values: what one marker writes holds for all markers of the same name in a program.
fn inherit(declarations: &mut [Declaration], names: &Names<'_>) {
    let mut written: Vec<(ModuleId, Marker, String, Vec<Setting>)> = Vec::new();
    for declaration in declarations.iter() {
        for policies in all_policies(&declaration.wrapper) {
            if let Some(retry) = &policies.retry {
                let id = retry.instance.id.clone();
                written.push((declaration.module, Marker::Retry, id, retry.settings.clone()));
            }
            if let Some(breaker) = &policies.circuit_breaker {
                let id = breaker.instance.id.clone();
                written.push((declaration.module, Marker::CircuitBreaker, id, breaker.settings.clone()));
            }
        }
    }
    for declaration in declarations {
        let module = declaration.module;
        let others = |marker, id: &str, own: &[Setting]| {
            let mut inherited: Vec<Setting> = Vec::new();
            for (other, kind, name, settings) in &written {
                if *kind == marker && name == id && same_program(names, module, *other) {
                    let new = |setting: &&Setting| !own.iter().chain(&inherited).any(|known| known.key == setting.key);
                    let found: Vec<_> = settings.iter().filter(new).cloned().collect();
                    inherited.extend(found);
                }
            }
            inherited
        };
        for method in all_methods(&mut declaration.wrapper) {
            if let Some(retry) = &mut method.policies.retry {
                retry.inherited = others(Marker::Retry, &retry.instance.id, &retry.settings);
            }
            if let Some(breaker) = &mut method.policies.circuit_breaker {
                breaker.inherited = others(Marker::CircuitBreaker, &breaker.instance.id, &breaker.settings);
            }
        }
    }
}

/// Whether two modules may be in one program: of one target, or of the lib and a target that names it.
fn same_program(names: &Names<'_>, one: ModuleId, other: ModuleId) -> bool {
    let (one, other) = (names.sources.target(one), names.sources.target(other));
    let is_lib = one.kind == TargetKind::Lib || other.kind == TargetKind::Lib;
    one.root == other.root || (is_lib && one.with_lib && other.with_lib)
}

fn all_policies(wrapper: &Wrapper) -> Vec<&Policies> {
    wrapper.methods().into_iter().map(|method| &method.policies).collect()
}

fn all_methods(wrapper: &mut Wrapper) -> Vec<&mut Method> {
    match wrapper {
        Wrapper::Trait(wrapper) => wrapper.methods.iter_mut().collect(),
        Wrapper::Inherent(wrapper) => wrapper.blocks.iter_mut().flat_map(|block| &mut block.methods).collect(),
        Wrapper::Function(wrapper) => vec![&mut wrapper.function],
    }
}
