//! The generator of r4c: reads the markers of a crate, checks them, and writes the wrappers.
//!
//! ```no_run
//! // the body of `main` in build.rs
//! r4c_build::generate()
//! ```
//!
//! A fault in the marked source is shown in rustc's look, with a code, all of them in one run, and fails the build. The
//! generator reads the files of the package and its build environment, writes below `OUT_DIR/r4c`, and does nothing else: it
//! starts no build and never uses the network.

#![forbid(unsafe_code)]

mod cache;
mod cfg;
mod check;
mod codes;
mod discover;
mod expand;
mod model;
mod output;
mod parse;
mod print;
mod report;
mod resolve;
mod source;
mod summary;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, anyhow};

use cache::Cache;
use cfg::Cfg;
use codes::Severity;
use discover::Unmarked;
use expand::File;
use report::{Diagnostic, Diagnostics, Rendered};
use source::SourceMap;

/// Enough for some ten thousand parentheses. Only what is used of it takes memory.
const STACK: usize = 256 << 20;

const OWN_FAULT: &str = "a fault of r4c-build itself: please report it";

/// Generates the wrappers of the package whose build script calls this.
///
/// Never panics and never exits: what is wrong is told to Cargo, which fails the build.
pub fn generate() {
    let outcome = Generator::from_env().map_or_else(|error| Outcome::of_error(&error), |generator| generator.run());
    for path in &outcome.watched {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    for rendered in &outcome.rendered {
        // One colon for warnings and the rest: two would fail good builds of packages with an old `rust-version`. Errors
        // exist with two colons only.
        let directive = match rendered.severity {
            Severity::Error => "cargo::error",
            Severity::Warning => "cargo:warning",
        };
        for line in rendered.text.lines().chain([""]) {
            println!("{directive}={line}");
        }
    }
}

/// The codes of the generator, in the order of the table: name, "error" or "warning", title, who finds it.
#[doc(hidden)]
pub fn codes() -> Vec<(&'static str, String, &'static str, String)> {
    let row = |code: &&codes::Code| {
        (code.name, code.severity.to_string(), code.title, format!("{:?}", code.finder).to_lowercase())
    };
    codes::ALL.iter().map(row).collect()
}

/// One run of the generator, with everything that it takes from its environment.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Generator {
    /// The folder of the package.
    pub manifest_dir: PathBuf,
    /// The folder for the generated files and the cache.
    pub out_dir: PathBuf,
    /// The environment variables; those that begin with `CARGO_CFG_` count.
    pub variables: Vec<(String, String)>,
}

/// What a run gave.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Outcome {
    /// The generated files, by their paths below `OUT_DIR/r4c`; none after an error.
    pub files: Vec<(String, String)>,
    /// The files whose change makes another run necessary.
    pub watched: Vec<PathBuf>,
    rendered: Vec<Rendered>,
}

/// What reading a package, marked or not, shows.
#[doc(hidden)]
#[derive(Debug)]
pub struct Scan {
    /// The files that some module reaches.
    pub reached: usize,
    /// Those, and all others below the source folders.
    pub present: usize,
    /// The paths of files that cannot be parsed.
    pub unparsed: Vec<String>,
    /// What would be reported.
    pub diagnostics: String,
}

impl Generator {
    /// Reads and checks, also where nothing can be marked, and writes nothing.
    pub fn scan(&self) -> Result<Scan> {
        let mut diagnostics = Diagnostics::default();
        let cfg = Cfg::new(self.variables.clone());
        let sources =
            discover::discover(&self.manifest_dir, &self.out_dir, cfg, Unmarked::Read, &mut Cache::default())?;
        let names = resolve::Names::new(&sources);
        let declarations = parse::parse(&sources, &names, &mut diagnostics);
        let model = resolve::resolve(declarations, &names);
        check::check(&model, &sources.map, &mut diagnostics);
        let reached = sources.map.files().count() - sources.unreached.len();
        let unparsed = sources.unparsed.iter().map(|(_, span)| sources.map.file(span.file).name.clone()).collect();
        let outcome = Outcome { rendered: diagnostics.render(&sources.map), ..Outcome::default() };
        Ok(Scan { reached, present: reached + sources.left, unparsed, diagnostics: outcome.diagnostics() })
    }

    fn from_env() -> Result<Generator> {
        let folder = |name| env::var_os(name).map(PathBuf::from).with_context(|| format!("{name} is not set"));
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Ok(Generator {
            manifest_dir: folder("CARGO_MANIFEST_DIR").context("`generate` is to be called by a build script")?,
            out_dir: folder("OUT_DIR").context("`generate` is to be called by a build script")?,
            variables: env::vars_os().filter_map(text).collect(),
        })
    }

    /// Reads, checks and writes.
    pub fn run(&self) -> Outcome {
        thread::scope(|scope| {
            // A source that some program has written may be nested deeper than the stack of a main thread allows.
            let with_stack = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || self.run_here());
            match with_stack {
                Ok(running) => running.join().unwrap_or_else(|_| Outcome::of_error(&anyhow!(OWN_FAULT))),
                Err(_) => self.run_here(),
            }
        })
    }

    fn run_here(&self) -> Outcome {
        let folder = self.out_dir.join("r4c");
        let run = catch_unwind(AssertUnwindSafe(|| self.files()));
        let result = run.unwrap_or_else(|_| Err(anyhow!(OWN_FAULT)));
        let written = result.and_then(|(files, mut outcome)| {
            output::write(&folder, &files)?;
            outcome.files = files.into_iter().map(|file| (file.path, file.text)).collect();
            Ok(outcome)
        });
        written.unwrap_or_else(|error| {
            let _ = output::write(&folder, &[]); // the error that is reported came first
            Outcome::of_error(&error)
        })
    }

    fn files(&self) -> Result<(Vec<File>, Outcome)> {
        let mut diagnostics = Diagnostics::default();
        let cache_file = self.out_dir.join("r4c-cache.json");
        let mut cache = Cache::load(&cache_file);

        let cfg = Cfg::new(self.variables.clone());
        let sources = discover::discover(&self.manifest_dir, &self.out_dir, cfg, Unmarked::Skip, &mut cache)?;
        let names = resolve::Names::new(&sources);
        let declarations = parse::parse(&sources, &names, &mut diagnostics);
        let model = resolve::resolve(declarations, &names);
        check::check(&model, &sources.map, &mut diagnostics);
        let files = if diagnostics.has_errors() { Vec::new() } else { expand::expand(&model) };
        let rendered = diagnostics.render(&sources.map);

        cache.store(&cache_file);
        Ok((files, Outcome { files: Vec::new(), watched: sources.watched, rendered }))
    }
}

impl Outcome {
    /// All diagnostics as they are shown, with an empty line between them.
    pub fn diagnostics(&self) -> String {
        let texts: Vec<_> = self.rendered.iter().map(|rendered| format!("{}\n", rendered.text)).collect();
        texts.join("\n")
    }

    /// Whether there was an error.
    pub fn failed(&self) -> bool {
        self.rendered.iter().any(|rendered| rendered.severity == Severity::Error)
    }

    fn of_error(error: &anyhow::Error) -> Outcome {
        let mut diagnostic = Diagnostic::without_place(codes::ENVIRONMENT, error.to_string());
        for cause in error.chain().skip(1) {
            diagnostic = diagnostic.note(cause.to_string());
        }
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        Outcome { rendered: diagnostics.render(&SourceMap::default()), ..Outcome::default() }
    }
}
