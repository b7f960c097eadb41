//! R4C-SRC-013: the wrapper has the trait already, by an implementation for every type.
use super::Checker;
use crate::codes;
use crate::model::Wrapper;
use crate::report::Diagnostic;
use crate::summary::unraw;

pub(super) fn check(checker: &mut Checker<'_>) {
    for wrapper in checker.model.files.iter().flat_map(|file| &file.wrappers) {
        let Wrapper::Trait(wrapper) = wrapper else { continue };
        let marked = wrapper.methods.iter().find(|method| !method.policies.is_empty());
        let (Some(other), Some(method)) = (wrapper.for_all, marked) else { continue };
        let name = unraw(&wrapper.item.ident);
        let title = format!("`{name}` is implemented for every type, the wrapper included");
        let diagnostic = Diagnostic::new(codes::TRAIT_FOR_ALL, method.span, title)
            .label("the wrapper cannot have another implementation, with policies")
            .note(format!("the implementation for every type is at {}", checker.place(other)))
            .help("mark the methods of the trait that the calls go to in the end, or mark a free function");
        checker.diagnostics.push(diagnostic);
    }
}
