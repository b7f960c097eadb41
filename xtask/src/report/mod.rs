//! What a run found, for people and for programs: `report.html`, `report.md` and `results.json`.
//!
//! ```text
//! content   results to a document: sentences, tables, marks       compare adds an earlier run, figures the groups of rows
//! html, markdown, terminal   write that document                  plot draws its marks, scale says where
//! file      results as JSON: read, written, kept
//! ```
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use r4c_bench_record::Results;

use crate::command::{root, show, target};

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
    write_file(&folder(), "results.json", &file::json(&results)?)?;
    let kept = save.then(|| file::save(&results, &root().join("benches/results"))).transpose()?;
    render(&results, earlier)?;
    kept.map_or(Ok(()), |kept| show(&format!("Kept: {}\n", kept.display())))
}

/// Writes the two that people read, and shows the essential.
pub(crate) fn render(results: &Results, earlier: Option<&Results>) -> Result<()> {
    let document = content::document(results, earlier);
    write_file(&folder(), "report.md", &markdown::markdown(&document))?;
    let page = write_file(&folder(), "report.html", &html::page(&document))?;
    show(&format!("{}\nThe report: {}, with report.md beside it\n", terminal::text(&document), page.display()))
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
