//! The walk from the roots of the targets through `mod`, `#[path]`, inline modules and `include!`.
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use super::package::Root;
use super::texts::Texts;
use super::{Module, ModuleId, Mount, Sources, Target, TargetId};
use crate::cache::Cache;
use crate::cfg::{Truth, all};
use crate::source::{FileId, Span};
use crate::summary::{Base, Item, Kind, Place, Visible};

/// More nested files than any program has: a guard against files that include themselves.
const DEEPEST: usize = 100;

/// Fills the targets, modules and mounts of the sources.
pub(super) fn walk(sources: &mut Sources, roots: &[Root], texts: &mut Texts, cache: &mut Cache) -> Result<()> {
    let mut walk = Walk { sources, texts, cache, files: Vec::new() };
    roots.iter().try_for_each(|root| walk.root(root))
}

struct Walk<'a> {
    sources: &'a mut Sources,
    texts: &'a mut Texts,
    cache: &'a mut Cache,
    /// The files around the current one, innermost last.
    files: Vec<FileId>,
}

/// Where the files of child modules are looked for.
#[derive(Debug, Clone)]
struct Folder {
    path: PathBuf,
    /// The name of the file's module, where its children live in a folder of that name (`net.rs`, `net/tcp.rs`).
    own: Option<String>,
}

impl Folder {
    /// Where `mod name;` looks.
    fn of_children(&self) -> PathBuf {
        self.own.as_ref().map_or_else(|| self.path.clone(), |own| self.path.join(own))
    }
}

impl Walk<'_> {
    fn root(&mut self, root: &Root) -> Result<()> {
        let Some(file) = self.file(&root.path)? else {
            return Ok(());
        };
        let target = TargetId(self.sources.targets.len());
        let id = self.add(Module {
            target,
            parent: None,
            children: Vec::new(),
            name: "crate".to_owned(),
            raw: false,
            visibility: Visible::Public,
            certain: Truth::Yes,
            declared: Span::file_start(file),
            file,
            items: Vec::new(),
        });
        self.sources.targets.push(Target { kind: root.kind, name: root.name.clone(), root: id, with_lib: false });
        let path = root.path.parent().unwrap_or(Path::new("")).to_owned();
        self.mount(file, id, &Folder { path, own: None })
    }

    /// Adds the items of a file to a module.
    fn mount(&mut self, file: FileId, module: ModuleId, folder: &Folder) -> Result<()> {
        if self.files.contains(&file) || self.files.len() > DEEPEST {
            return Ok(()); // rustc says that the modules go in a circle
        }
        let text = self.sources.map.file(file);
        let summary = self.cache.summary(&text.name, &text.text);
        self.sources.mounts.push(Mount { file, module });
        if let Some((message, place)) = summary.error {
            self.sources.modules[module.0].items.push((file, unseen(place)));
            let unparsed = (message, place.in_file(file));
            let exists = self.sources.module(module).certain != Truth::No;
            if exists && !self.sources.unparsed.contains(&unparsed) {
                self.sources.unparsed.push(unparsed);
            }
        }
        self.files.push(file);
        self.items(summary.items, file, module, folder)?;
        self.files.pop();
        Ok(())
    }

    fn items(&mut self, items: Vec<Item>, file: FileId, module: ModuleId, folder: &Folder) -> Result<()> {
        for item in items {
            // A module that the cfg excludes is walked all the same, so that its files are not taken for unreached ones.
            let certain = self.sources.cfg.all(&item.cfg);
            match &item.kind {
                Kind::Module { .. } => self.child(item, certain, file, module, folder)?,
                _ if certain == Truth::No => {}
                Kind::Include(base, path) => {
                    let base = match base {
                        Base::Here => self.sources.map.file(file).path.with_file_name(""),
                        Base::Package => self.texts.folder().to_owned(),
                        Base::Output => self.texts.output().to_owned(),
                    };
                    if let Some(included) = self.file(&normal(&base.join(path)))? {
                        let path = self.sources.map.file(included).path.with_file_name("");
                        self.mount(included, module, &Folder { path, own: None })?;
                    } else {
                        let unseen = (file, unseen(item.place));
                        self.sources.modules[module.0].items.push(unseen);
                    }
                }
                _ => self.sources.modules[module.0].items.push((file, item)),
            }
        }
        Ok(())
    }

    fn child(&mut self, item: Item, certain: Truth, file: FileId, parent: ModuleId, folder: &Folder) -> Result<()> {
        let Kind::Module { raw, paths, inline } = item.kind else {
            return Ok(());
        };
        let around = self.sources.module(parent);
        let mut module = Module {
            target: around.target,
            parent: Some(parent),
            children: Vec::new(),
            name: item.name.clone(),
            raw,
            visibility: item.visibility,
            certain: all([around.certain, certain]),
            declared: item.place.in_file(file),
            file,
            items: Vec::new(),
        };
        let (sure, perhaps) = self.chosen_paths(paths);
        if let Some(items) = inline {
            let path = match &sure {
                Some(path) => normal(&folder.path.join(path)),
                None => folder.of_children().join(&item.name),
            };
            let id = self.add(module);
            return self.items(items, file, id, &Folder { path, own: None });
        }
        let mut places: Vec<_> = sure.iter().chain(&perhaps).map(|path| self.written(folder, path)).collect();
        if sure.is_none() {
            places.extend(self.conventional(folder, &item.name));
        }
        let mut is_missing = true;
        for (path, below) in places {
            if let Some(found) = self.file(&path)? {
                is_missing = false;
                module.file = found;
                module.certain = if perhaps.is_empty() { module.certain } else { all([module.certain, Truth::Maybe]) };
                let id = self.add(Module { children: Vec::new(), items: Vec::new(), ..copy(&module) });
                self.mount(found, id, &below)?;
            }
        }
        if is_missing {
            module.items.push((file, unseen(item.place)));
            self.add(module);
        }
        Ok(())
    }

    /// The `#[path]` that holds, and those that may hold.
    fn chosen_paths(&self, paths: Vec<(Vec<String>, String)>) -> (Option<String>, Vec<String>) {
        let mut perhaps = Vec::new();
        for (under, path) in paths {
            match self.sources.cfg.all(&under) {
                Truth::Yes => return (Some(path), perhaps),
                Truth::Maybe => perhaps.push(path),
                Truth::No => {}
            }
        }
        (None, perhaps)
    }

    /// The file of `#[path = ".."] mod name;`, and where its children are.
    fn written(&self, folder: &Folder, path: &str) -> (PathBuf, Folder) {
        let file = normal(&folder.path.join(path));
        let path = file.with_file_name("");
        (file, Folder { path, own: None })
    }

    /// The file of `mod name;`, and where its children are.
    fn conventional(&self, folder: &Folder, name: &str) -> Option<(PathBuf, Folder)> {
        let base = folder.of_children();
        let flat = base.join(format!("{name}.rs"));
        if self.exists(&flat) {
            return Some((flat, Folder { path: base, own: Some(name.to_owned()) }));
        }
        let nested = base.join(name).join("mod.rs");
        self.exists(&nested).then(|| (nested, Folder { path: base.join(name), own: None }))
    }

    fn exists(&self, path: &Path) -> bool {
        self.sources.map.find(path).is_some() || self.texts.exists(path)
    }

    fn file(&mut self, path: &Path) -> Result<Option<FileId>> {
        if let Some(id) = self.sources.map.find(path) {
            return Ok(Some(id));
        }
        let file = self.texts.take(path)?;
        Ok(file.map(|file| self.sources.map.add(file)))
    }

    fn add(&mut self, module: Module) -> ModuleId {
        let id = ModuleId(self.sources.modules.len());
        if let Some(parent) = module.parent {
            self.sources.modules[parent.0].children.push(id);
        }
        self.sources.modules.push(module);
        id
    }
}

/// Stands for what cannot be seen: a name that is not found beside it is unknown, not missing.
fn unseen(place: Place) -> Item {
    let visibility = Visible::Public;
    let (name, cfg, kind) = (String::new(), Vec::new(), Kind::Opaque(Vec::new()));
    Item { name, place, visibility, cfg, kind }
}

fn copy(module: &Module) -> Module {
    Module {
        name: module.name.clone(),
        visibility: module.visibility.clone(),
        children: Vec::new(),
        items: Vec::new(),
        ..*module
    }
}

/// The path without `.` and `a/..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}
