//! The generator on sources that were not written for it: all crates that the workspace depends on.
//!
//! First each crate is read as it is: nothing may be reported. Then a copy of it, with a correct marker on every method and
//! function that can have one: no error may be reported, and what is generated must be Rust.
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use r4c_build::Generator;
use serde_json::Value;
use syn::visit::Visit;

use crate::command::{command, root};

/// The sums over all crates.
#[derive(Debug, Default)]
struct Sums {
    crates: usize,
    reached: usize,
    present: usize,
    lines: usize,
    unparsed: usize,
    markers: usize,
    reading: Duration,
    generating: Duration,
}

/// All crates, or those whose names begin so.
pub(crate) fn run(only: &str) -> Result<()> {
    let mut sums = Sums::default();
    let mut faults = Vec::new();
    for (name, folder) in crates()?.into_iter().filter(|(name, _)| name.starts_with(only)) {
        let before = faults.len();
        read(&folder, &mut sums, &mut faults);
        mark(&name, &folder, &mut sums, &mut faults).with_context(|| name.clone())?;
        for fault in &mut faults[before..] {
            *fault = format!("{name}: {fault}");
        }
    }
    println!("{} crates, {} lines", sums.crates, sums.lines);
    println!("files reached: {} of {} present", sums.reached, sums.present);
    println!("files that cannot be parsed: {}", sums.unparsed);
    println!(
        "read in {:.1} s; {} markers generated for in {:.1} s",
        sums.reading.as_secs_f64(),
        sums.markers,
        sums.generating.as_secs_f64()
    );
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{} faults\n{}", faults.len(), faults.join("\n"))
}

/// The crates outside of the workspace whose sources are here.
fn crates() -> Result<Vec<(String, PathBuf)>> {
    let mut metadata =
        command("cargo metadata --format-version 1 --offline --filter-platform x86_64-unknown-linux-gnu");
    let found = metadata.output().context("cannot run cargo")?;
    let metadata: Value = serde_json::from_slice(&found.stdout).context("cargo metadata gives something else")?;
    let mut crates = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (name, version) = (package["name"].as_str(), package["version"].as_str());
        let manifest = package["manifest_path"].as_str().map(Path::new).and_then(Path::parent);
        if let (Some(name), Some(version), Some(folder), false) = (name, version, manifest, package["source"].is_null())
        {
            crates.push((format!("{name}-{version}"), folder.to_owned()));
        }
    }
    Ok(crates)
}

fn generator(folder: &Path, out_dir: PathBuf) -> Generator {
    let variables = [("CARGO_CFG_UNIX", ""), ("CARGO_CFG_TARGET_OS", "linux"), ("CARGO_CFG_TARGET_ARCH", "x86_64")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Generator { manifest_dir: folder.to_owned(), out_dir, variables }
}

/// Reads a crate as it is.
fn read(folder: &Path, sums: &mut Sums, faults: &mut Vec<String>) {
    let start = Instant::now();
    let scan = std::panic::catch_unwind(|| generator(folder, PathBuf::new()).scan());
    sums.reading += start.elapsed();
    sums.crates += 1;
    match scan {
        Ok(Ok(scan)) => {
            sums.reached += scan.reached;
            sums.present += scan.present;
            sums.unparsed += scan.unparsed.len();
            if !scan.diagnostics.is_empty() {
                faults.push(scan.diagnostics);
            }
        }
        Ok(Err(error)) if error.to_string().contains("no other target") => {}
        Ok(Err(error)) => faults.push(format!("{error:#}")),
        Err(_) => faults.push("a panic".to_owned()),
    }
}

/// Generates for a copy with markers.
fn mark(name: &str, folder: &Path, sums: &mut Sums, faults: &mut Vec<String>) -> Result<()> {
    let copy = root().join("target/corpus").join(name);
    let _ = fs::remove_dir_all(&copy); // of an earlier run
    let mut marked = Marked::default();
    marked.copy(folder, &copy)?;
    sums.lines += marked.lines;
    sums.markers += marked.count;
    if marked.count == 0 {
        return Ok(());
    }
    let start = Instant::now();
    let outcome = generator(&copy, copy.join("target")).run();
    sums.generating += start.elapsed();
    // The copies do not bring in what is generated, and some of their modules exist only by a macro.
    let expected = ["R4C-SRC-008", "R4C-SRC-002", "R4C-SRC-003"];
    let diagnostics = outcome.diagnostics();
    let unexpected =
        diagnostics.split("\n\n").filter(|text| !text.is_empty() && !expected.iter().any(|code| text.contains(code)));
    faults.extend(unexpected.map(str::to_owned));
    for (path, text) in &outcome.files {
        if let Err(error) = syn::parse_file(text) {
            faults.push(format!(
                "what is generated for {path} is no Rust: {error} at line {}",
                error.span().start().line
            ));
        }
    }
    if faults.is_empty() {
        fs::remove_dir_all(&copy).context("the copy cannot be removed")?;
    }
    Ok(())
}

/// A copy with markers.
#[derive(Debug, Default)]
struct Marked {
    count: usize,
    lines: usize,
    /// Where markers go in the current file.
    places: Vec<usize>,
    /// The traits that it implements for every type: they leave no room for a wrapper.
    blanket: Vec<String>,
}

impl Marked {
    fn copy(&mut self, from: &Path, to: &Path) -> Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (path, target) = (entry.path(), to.join(entry.file_name()));
            if path.is_dir() {
                self.copy(&path, &target)?;
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read(&path)?;
                fs::write(target, self.mark(&String::from_utf8_lossy(&text)))?;
            } else if path.ends_with("Cargo.toml") {
                let manifest = fs::read_to_string(&path)?;
                let own = if manifest.contains("\n[workspace") { "" } else { "\n[workspace]\n" };
                fs::write(target, manifest + own)?;
            }
        }
        Ok(())
    }

    fn mark(&mut self, text: &str) -> String {
        self.lines += text.lines().count();
        self.places.clear();
        if let Ok(file) = syn::parse_file(text) {
            self.blanket = file.items.iter().filter_map(implemented_for_all).collect();
            self.visit_file(&file);
        }
        let mut marked = text.to_owned();
        self.places.sort_unstable();
        for place in self.places.iter().rev() {
            self.count += 1;
            marked.insert_str(*place, &format!("#[r4c::retry(name = \"{}\")] ", self.count));
        }
        marked
    }

    fn function(&mut self, signature: &syn::Signature, start: proc_macro2::Span, is_free: bool) {
        if is_suitable(signature, is_free) {
            self.places.push(start.byte_range().start);
        }
    }
}

/// Whether a retry is right on a function: as the documents say, but that future types are left out.
fn is_suitable(signature: &syn::Signature, is_free: bool) -> bool {
    use quote::ToTokens;
    let plain = signature.constness.is_none() && signature.abi.is_none() && signature.variadic.is_none();
    let receiver = match signature.receiver().map(|receiver| &receiver.kind) {
        Some(syn::ReceiverKind::Reference(_, _, None)) => !is_free,
        None => is_free,
        _ => false,
    };
    let arguments = signature.inputs.iter().all(|input| match input {
        syn::FnArg::Typed(argument) => !has_any(argument.ty.to_token_stream(), &["Self", "mut"]),
        syn::FnArg::Receiver(_) => true,
    });
    let output = signature.output.to_token_stream();
    let judged = !has_any(output.clone(), &["Self", "impl", "dyn", "Pin"]) && !output.to_string().contains('!');
    let future = output.to_string().contains("Future") || output.to_string().contains("Stream");
    plain && receiver && arguments && judged && !future
}

/// `Trait` of `impl<T> Trait for T`.
fn implemented_for_all(item: &syn::Item) -> Option<String> {
    let syn::Item::Impl(item) = item else { return None };
    let syn::Type::Path(ty) = &*item.self_ty else { return None };
    let name = ty.path.get_ident()?;
    let (of, _) = item.trait_.as_ref()?;
    item.generics.type_params().find(|parameter| parameter.ident == *name)?;
    of.segments.last().map(|segment| segment.ident.to_string())
}

fn has_any(tokens: proc_macro2::TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => words.iter().any(|word| ident == word),
        proc_macro2::TokenTree::Group(group) => has_any(group.stream(), words),
        _ => false,
    })
}

impl Visit<'_> for Marked {
    fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
        // An unmarked method in the way is another fault than those that are looked for.
        let functions = item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(function) => Some(function),
            _ => None,
        });
        let required = functions.clone().filter(|function| function.default.is_none());
        let can_be_wrapped = required.clone().all(|function| {
            use quote::ToTokens;
            let plain = match function.sig.receiver().map(|receiver| &receiver.kind) {
                Some(syn::ReceiverKind::Typed(..)) => false,
                _ => function.sig.variadic.is_none(),
            };
            let tokens = function.sig.to_token_stream();
            plain && !has_any(tokens, &["Self"])
        });
        if can_be_wrapped && !self.blanket.iter().any(|name| item.ident == name) {
            functions.for_each(|function| self.function(&function.sig, start_of(&function.sig), false));
        }
    }

    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let named = matches!(&*item.self_ty, syn::Type::Path(path) if path.qself.is_none());
        if item.trait_.is_none() && named {
            for member in &item.items {
                if let syn::ImplItem::Fn(function) = member {
                    self.function(&function.sig, start_of_visible(&function.vis, &function.sig), false);
                }
            }
        }
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.function(&item.sig, start_of_visible(&item.vis, &item.sig), true);
    }

    fn visit_block(&mut self, _: &syn::Block) {}
}

fn start_of(signature: &syn::Signature) -> proc_macro2::Span {
    use syn::spanned::Spanned;
    signature.span()
}

fn start_of_visible(visibility: &syn::Visibility, signature: &syn::Signature) -> proc_macro2::Span {
    use syn::spanned::Spanned;
    match visibility {
        syn::Visibility::Inherited => start_of(signature),
        visibility => visibility.span(),
    }
}
