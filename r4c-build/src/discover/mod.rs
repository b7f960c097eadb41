//! The files of a package: its targets, their module trees, and what each module holds.
//!
//! The only reader of files. What cannot be found here is no fault: a `mod x;` without a file may stand under a cfg, and
//! rustc says so if it does not. Files are read once, however often they are mounted.
mod forbidden;
mod package;
mod texts;
mod tree;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

pub(crate) use package::{Package, TargetKind};
use texts::Texts;
pub(crate) use texts::has_marker;

use crate::cache::Cache;
use crate::cfg::{Cfg, Truth};
use crate::source::{FileId, SourceMap, Span};
use crate::summary::{Item, Visible};

/// A target of [`Sources::targets`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TargetId(pub usize);

/// A module of [`Sources::modules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ModuleId(pub usize);

/// Everything that was read.
#[derive(Debug)]
pub(crate) struct Sources {
    /// The texts.
    pub map: SourceMap,
    /// The package.
    pub package: Package,
    /// The cfg of this build.
    pub cfg: Cfg,
    /// The lib first.
    pub targets: Vec<Target>,
    /// Parents before children.
    pub modules: Vec<Module>,
    /// Which file's items belong to which module; more than one file where `include!` is used.
    pub mounts: Vec<Mount>,
    /// Files that could not be parsed.
    pub unparsed: Vec<(String, Span)>,
    /// Files below the source folders that no module reaches, and that mention the runtime.
    pub unreached: Vec<FileId>,
    /// How many files below the source folders no module reaches.
    pub left: usize,
    /// What Cargo is to watch.
    pub watched: Vec<PathBuf>,
    /// The lints that the package forbids.
    pub forbidden: BTreeSet<String>,
}

/// A lib, bin, example, test or bench.
#[derive(Debug)]
pub(crate) struct Target {
    /// Which of them.
    pub kind: TargetKind,
    /// Its name.
    pub name: String,
    /// Its root.
    pub root: ModuleId,
    /// Whether it names the package's lib, so that both are in one program; the lib does.
    pub with_lib: bool,
}

/// A module of a target; a file that is mounted twice gives two.
#[derive(Debug)]
pub(crate) struct Module {
    /// The target.
    pub target: TargetId,
    /// The module around it.
    pub parent: Option<ModuleId>,
    /// The modules in it.
    pub children: Vec<ModuleId>,
    /// The identifier without `r#`; `crate` for a root.
    pub name: String,
    /// Whether that is written with `r#`.
    pub raw: bool,
    /// Who may name it.
    pub visibility: Visible,
    /// Whether it exists in this build.
    pub certain: Truth,
    /// Where its name stands.
    pub declared: Span,
    /// The file with its items.
    pub file: FileId,
    /// Its items without the modules, with their files. What the cfg excludes is not among them.
    pub items: Vec<(FileId, Item)>,
}

/// A file whose top-level items belong to a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mount {
    /// The file.
    pub file: FileId,
    /// The module.
    pub module: ModuleId,
}

/// Whether a package is read in which nothing can be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmarked {
    /// No: it costs time.
    Skip,
    /// Yes: to see what is reached.
    Read,
}

/// Reads the sources of the package in this folder, and those that its build script has written to `output`.
pub(crate) fn discover(
    folder: &Path,
    output: &Path,
    cfg: Cfg,
    unmarked: Unmarked,
    cache: &mut Cache,
) -> Result<Sources> {
    let folder = folder.to_owned();
    let (package, roots) = package::read(&folder)?;
    let mut sources = Sources {
        map: SourceMap::default(),
        package,
        cfg,
        targets: Vec::new(),
        modules: Vec::new(),
        mounts: Vec::new(),
        unparsed: Vec::new(),
        unreached: Vec::new(),
        left: 0,
        watched: package::watched(&folder),
        forbidden: BTreeSet::new(),
    };
    let mut texts = Texts::read(&folder, output, &roots)?;
    if let Some(script) = &sources.package.script {
        texts.add_marked(script, &sources.package.runtime_keys)?;
    }
    let (mut forbidden, workspace) = forbidden::in_manifests(&folder);
    forbidden.extend(texts.forbidden());
    sources.forbidden = forbidden;
    sources.watched.extend(workspace);
    if unmarked == Unmarked::Read || texts.mention(&sources.package.runtime_keys) {
        tree::walk(&mut sources, &roots, &mut texts, cache)?;
        sources.left = texts.paths().count();
        texts.unreached(&mut sources);
        sources.link();
    } else {
        sources.watched.extend(texts.paths());
    }
    // What the build script itself has written is new after each run.
    let read = sources.map.files().map(|(_, file)| file.path.clone());
    sources.watched.extend(read.filter(|path| !path.starts_with(output)));
    Ok(sources)
}

impl Sources {
    /// Finds out which targets name the lib.
    fn link(&mut self) {
        for mount in &self.mounts {
            let target = &mut self.targets[self.modules[mount.module.0].target.0];
            let names_lib = self.map.file(mount.file).text.contains(&self.package.lib_name);
            target.with_lib |= names_lib || target.kind == TargetKind::Lib;
        }
    }

    /// The module with this id.
    pub(crate) fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0]
    }

    /// The target of a module.
    pub(crate) fn target(&self, id: ModuleId) -> &Target {
        &self.targets[self.module(id).target.0]
    }

    /// From the root to the module.
    pub(crate) fn ancestry(&self, id: ModuleId) -> Vec<ModuleId> {
        let mut chain: Vec<_> = std::iter::successors(Some(id), |id| self.module(*id).parent).collect();
        chain.reverse();
        chain
    }

    /// `crate::net::r#async`.
    pub(crate) fn path(&self, id: ModuleId) -> String {
        let name = |id: &ModuleId| match self.module(*id) {
            module if module.raw => format!("r#{}", module.name),
            module => module.name.clone(),
        };
        self.ancestry(id).iter().map(name).collect::<Vec<_>>().join("::")
    }

    /// `net.async`, or `crate` for a root.
    pub(crate) fn dotted(&self, id: ModuleId) -> String {
        let names: Vec<_> = self.ancestry(id).iter().skip(1).map(|id| self.module(*id).name.as_str()).collect();
        if names.is_empty() { "crate".to_owned() } else { names.join(".") }
    }
}
