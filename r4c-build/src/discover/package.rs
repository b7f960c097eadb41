//! The package: its targets, its dependencies, and the name under which it knows the runtime.
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Dependency, DependencyKind, Metadata, MetadataCommand};

/// What is known of the package.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    /// The name of its lib as other targets of it write it.
    pub lib_name: String,
    /// The crates that its code can name; `None` if that is not known for certain: a dependency's library may be called
    /// otherwise than its package, and only a renamed one has its name in the manifest.
    pub externs: Option<BTreeSet<String>>,
    /// The names of the runtime: `r4c`, or the key of a renamed dependency. At least one.
    pub runtime_keys: Vec<String>,
    /// Its edition, such as 2024.
    pub edition: u16,
    /// Its build script, which no wrapper can be made for.
    pub script: Option<PathBuf>,
}

/// What a target is; also the order of targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TargetKind {
    /// The library.
    Lib,
    /// A binary.
    Bin,
    /// An example.
    Example,
    /// An integration test.
    Test,
    /// A bench.
    Bench,
}

/// The root file of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Root {
    pub kind: TargetKind,
    pub name: String,
    pub path: PathBuf,
}

/// The package of the runtime, and its library.
const RUNTIME_PACKAGE: &str = "r4c-runtime";
const RUNTIME_LIBRARY: &str = "r4c";

impl TargetKind {
    /// As it is written in `include_wrappers!(bin "tool")`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            TargetKind::Lib => "lib",
            TargetKind::Bin => "bin",
            TargetKind::Example => "example",
            TargetKind::Test => "test",
            TargetKind::Bench => "bench",
        }
    }
}

/// The package in a folder, by `cargo metadata`; where that fails (as in a vendored package) by the usual layout.
pub(super) fn read(folder: &Path) -> Result<(Package, Vec<Root>)> {
    let manifest = folder.join("Cargo.toml");
    let metadata = || {
        let mut command = MetadataCommand::new();
        command.manifest_path(&manifest).current_dir(folder).no_deps().exec().ok()
    };
    let found = if manifest.is_file() { metadata() } else { None };
    let (package, mut roots) = match found.and_then(|metadata| from_metadata(&metadata, &manifest)) {
        Some(found) => found,
        None => from_layout(folder),
    };
    if roots.is_empty() {
        bail!("the package has no `src/lib.rs`, no `src/main.rs` and no other target");
    }
    roots.sort();
    Ok((package, roots))
}

/// The files and folders besides sources whose change matters.
pub(super) fn watched(folder: &Path) -> Vec<PathBuf> {
    let candidates = ["Cargo.toml", "src/bin", "examples", "tests", "benches"];
    candidates.iter().map(|name| folder.join(name)).filter(|path| path.exists()).collect()
}

fn from_metadata(metadata: &Metadata, manifest: &Path) -> Option<(Package, Vec<Root>)> {
    let manifest = fs::canonicalize(manifest).ok()?;
    let same = |package: &&cargo_metadata::Package| {
        fs::canonicalize(&package.manifest_path).is_ok_and(|path| path == manifest)
    };
    let package = metadata.packages.iter().find(same)?;
    let mut runtime_keys = Vec::new();
    let mut externs = BTreeSet::new();
    let mut certain = true;
    let named = package.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Build);
    for dependency in named {
        let key = match &dependency.rename {
            Some(rename) => rename.replace('-', "_"),
            None if dependency.name == RUNTIME_PACKAGE => RUNTIME_LIBRARY.to_owned(),
            None => library_of(dependency).unwrap_or_else(|| dependency.name.replace('-', "_")),
        };
        if dependency.name == RUNTIME_PACKAGE && !runtime_keys.contains(&key) {
            runtime_keys.push(key.clone());
        }
        certain &=
            dependency.rename.is_some() || dependency.name == RUNTIME_PACKAGE || library_of(dependency).is_some();
        externs.insert(key);
    }
    let roots: Vec<_> = package.targets.iter().filter_map(root).collect();
    let lib = roots.iter().find(|root| root.kind == TargetKind::Lib);
    let lib_name = lib.map_or(package.name.as_str(), |root| root.name.as_str()).replace('-', "_");
    let edition = package.edition.as_str();
    let script = package.targets.iter().find(|target| target.is_custom_build());
    let script = script.map(|target| target.src_path.clone().into());
    let package = new(lib_name, certain.then_some(externs), runtime_keys, edition);
    Some((Package { script, ..package }, roots))
}

/// The name of the library of a dependency that lies in a folder: that of the table `[lib]`, or the package's.
fn library_of(dependency: &Dependency) -> Option<String> {
    let manifest = fs::read_to_string(dependency.path.as_ref()?.join("Cargo.toml")).ok()?;
    let table = |line: &str| line.split('#').next().map(str::trim) == Some("[lib]");
    let mut lines =
        manifest.lines().skip_while(|line| !table(line)).skip(1).take_while(|line| !line.trim().starts_with('['));
    let name = lines.find_map(|line| manifest_value(line, "name")).unwrap_or_else(|| dependency.name.clone());
    Some(name.replace('-', "_"))
}

fn root(target: &cargo_metadata::Target) -> Option<Root> {
    let kind = if target.is_bin() {
        TargetKind::Bin
    } else if target.is_example() {
        TargetKind::Example
    } else if target.is_test() {
        TargetKind::Test
    } else if target.is_bench() {
        TargetKind::Bench
    } else if target.is_custom_build() {
        return None;
    } else {
        TargetKind::Lib
    };
    Some(Root { kind, name: target.name.clone(), path: target.src_path.clone().into() })
}

/// By the layout that Cargo takes for granted, and what can be found in the manifest without reading TOML.
fn from_layout(folder: &Path) -> (Package, Vec<Root>) {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let folder_name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = manifest_value(&manifest, "name").unwrap_or(folder_name);
    let mut roots = manifest_targets(&manifest, &name, folder);
    let mut add = |kind, name: &str, path: PathBuf| {
        let is_known = |root: &Root| root.path == path || (root.kind, kind) == (TargetKind::Lib, TargetKind::Lib);
        if path.is_file() && !roots.iter().any(is_known) {
            roots.push(Root { kind, name: name.to_owned(), path });
        }
    };
    add(TargetKind::Lib, &name, folder.join("src/lib.rs"));
    add(TargetKind::Bin, &name, folder.join("src/main.rs"));
    let folders = [
        (TargetKind::Bin, "src/bin"),
        (TargetKind::Example, "examples"),
        (TargetKind::Test, "tests"),
        (TargetKind::Bench, "benches"),
    ];
    for (kind, place) in folders {
        for entry in fs::read_dir(folder.join(place)).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            match path.extension() {
                Some(extension) if extension == "rs" => add(kind, &stem, path),
                _ => add(kind, &stem, path.join("main.rs")),
            }
        }
    }
    let edition = manifest_value(&manifest, "edition").unwrap_or_default();
    let lib = roots.iter().find(|root| root.kind == TargetKind::Lib);
    let lib_name = lib.map_or(&name, |root| &root.name).replace('-', "_");
    let script = Some(folder.join("build.rs"));
    (Package { script, ..new(lib_name, None, manifest_keys(&manifest), &edition) }, roots)
}

/// The targets that the manifest itself places: in that of a packaged crate, all of them.
fn manifest_targets(manifest: &str, package: &str, folder: &Path) -> Vec<Root> {
    const TABLES: [(TargetKind, &str, &str); 5] = [
        (TargetKind::Lib, "\n[lib]", "src/lib.rs"),
        (TargetKind::Bin, "\n[[bin]]", "src/main.rs"),
        (TargetKind::Example, "\n[[example]]", ""),
        (TargetKind::Test, "\n[[test]]", ""),
        (TargetKind::Bench, "\n[[bench]]", ""),
    ];
    let mut roots = Vec::new();
    for (kind, header, usual) in TABLES {
        for table in manifest.split(header).skip(1).filter_map(|rest| rest.split("\n[").next()) {
            let name = manifest_value(table, "name").unwrap_or_else(|| package.to_owned());
            let path = folder.join(manifest_value(table, "path").as_deref().unwrap_or(usual));
            if path.is_file() {
                roots.push(Root { kind, name, path });
            }
        }
    }
    roots
}

fn new(lib_name: String, externs: Option<BTreeSet<String>>, mut runtime_keys: Vec<String>, edition: &str) -> Package {
    if runtime_keys.is_empty() {
        runtime_keys.push(RUNTIME_LIBRARY.to_owned());
    }
    // Of a manifest that does not show it nothing is said that an older edition would be needed for.
    Package { lib_name, externs, runtime_keys, edition: edition.parse().unwrap_or(2024), script: None }
}

fn manifest_value(manifest: &str, key: &str) -> Option<String> {
    let value =
        |line: &str| line.trim().strip_prefix(key)?.trim().strip_prefix('=').map(|value| value.trim().to_owned());
    manifest.lines().find_map(value).map(|value| value.split('"').nth(1).unwrap_or(&value).to_owned())
}

/// `resil = { package = "r4c-runtime" }`, or the table `[dependencies.resil]` with such a line.
fn manifest_keys(manifest: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut table = String::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.trim_end_matches(']').rsplit('.').next().unwrap_or_default().to_owned();
        } else if line.contains("package") && line.contains(&format!("\"{RUNTIME_PACKAGE}\"")) {
            let before = line.split('=').next().unwrap_or_default().trim();
            let key = if before == "package" { &table } else { before };
            keys.push(key.trim_matches('"').replace('-', "_"));
        }
    }
    keys
}

/// Reads a file with an error that names it.
pub(super) fn read_file(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    // rustc refuses a file that is no UTF-8; here it is enough not to stumble over it.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
