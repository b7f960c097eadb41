//! What must hold of whatever stands in a source: no fault of the generator, and no marker that is neither reported nor
//! generated for.
use std::fs;
use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::run::run;

/// Where the first marker of each function stands, by lines and columns.
#[derive(Default)]
struct Markers(Vec<(usize, usize)>);

impl Markers {
    fn of(&mut self, attributes: &[syn::Attribute]) {
        const NAMES: [&str; 3] = ["retry", "circuit_breaker", "fallback"];
        let is_marker = |attribute: &&syn::Attribute| match attribute.path().segments.iter().collect::<Vec<_>>()[..] {
            [first, last] => first.ident == "r4c" && NAMES.iter().any(|name| last.ident == name),
            _ => false,
        };
        let first = attributes.iter().find(is_marker).map(|attribute| attribute.span().start());
        self.0.extend(first.map(|start| (start.line, start.column + 1)));
    }
}

impl Visit<'_> for Markers {
    fn visit_trait_item_fn(&mut self, item: &syn::TraitItemFn) {
        self.of(&item.attrs);
        syn::visit::visit_trait_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        self.of(&item.attrs);
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.of(&item.attrs);
        syn::visit::visit_item_fn(self, item);
    }
}

/// Generates for a text, and tells what is wrong with what comes of it.
pub(crate) fn fault(text: &str, folder: &Path, out_dir: &Path) -> Option<String> {
    fs::write(folder.join("src/lib.rs"), text).expect("a file can be written");
    let outcome = run(folder, out_dir);
    let said = outcome.diagnostics();
    if said.contains("fault of r4c-build") {
        return Some(said);
    }
    let is_marked = text
        .lines()
        .any(|line| line.trim_start().strip_prefix("#[r4c::retry").is_some_and(|rest| rest.starts_with([']', '('])));
    let Ok(file) = syn::parse_file(text) else {
        return (is_marked && said.is_empty()).then(|| "it cannot be parsed, and nothing is said".to_owned());
    };
    let mut markers = Markers::default();
    markers.visit_file(&file);
    let generated: String = outcome.files.iter().map(|(_, text)| text.as_str()).collect();
    let is_silent = |(line, column): &(usize, usize)| {
        let place = format!("src/lib.rs:{line}:{column}");
        !generated.contains(&format!("// from {place}\n")) && !said.contains(&format!("--> {place}\n"))
    };
    let silent = markers.0.iter().find(|marker| !outcome.failed() && is_silent(marker))?;
    Some(format!("the marker at {silent:?} has no effect, and nothing is said\n{said}"))
}
