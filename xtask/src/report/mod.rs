//! What a run found, for people and for programs: `report.html`, `report.md` and `results.json`.
//!
//! ```text
//! content   results to a document: sentences, tables, marks       compare adds an earlier run, figures the groups of rows
//! html, markdown, terminal   write that document                  plot draws its marks, scale says where
//! file      results as JSON: read, written, kept
//! ```
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use r4c_bench_record::Results;

use crate::command::{root, target};

mod compare;
mod content;
mod document;
mod figures;
mod file;
mod html;
mod markdown;
mod number;
mod plot;
pub(crate) mod sample;
mod scale;
mod terminal;

/// Where reports are written.
pub(crate) fn folder() -> PathBuf {
    target().join("r4c-bench")
}

/// An earlier `results.json`.
pub(crate) fn read(file: &Path) -> Result<Results> {
    file::read(file)
}

/// Writes all three, shows the essential, and says where they are.
pub(crate) fn write(results: &Results, earlier: Option<&Results>, save: bool) -> Result<()> {
    let results = file::rounded(results.clone());
    let document = content::document(&results, earlier);
    let folder = folder();
    write_file(&folder, "results.json", &file::json(&results)?)?;
    write_file(&folder, "report.md", &markdown::markdown(&document))?;
    let page = write_file(&folder, "report.html", &html::page(&document))?;
    let kept = save.then(|| file::save(&results, &root().join("benches/results"))).transpose()?;
    let kept = kept.map(|kept| format!("Kept: {}\n", kept.display())).unwrap_or_default();
    let text = terminal::text(&document);
    show(&format!("{text}\nThe report: {}, with report.md and results.json beside it\n{kept}", page.display()))
}

/// Whoever reads may have read enough.
fn show(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot show the report"),
        _ => Ok(()),
    }
}

/// The page alone.
pub(crate) fn page(results: &Results, earlier: Option<&Results>) -> String {
    html::page(&content::document(results, earlier))
}

/// What `report.md` says of kept results, as a part of another page: without its title, its headings a level lower.
pub(crate) fn part(file: &Path) -> Result<String> {
    let text = markdown::markdown(&content::document(&read(file)?, None));
    let lines = text.lines().filter(|line| !line.starts_with("# ")).skip_while(|line| line.is_empty());
    Ok(lines.map(|line| if line.starts_with("##") { format!("#{line}\n") } else { format!("{line}\n") }).collect())
}

fn write_file(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let file = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&file, text))
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}
