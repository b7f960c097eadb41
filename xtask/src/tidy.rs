//! The rules that no compiler knows.
//!
//! * What a document shows of a file is that file: a comment `<!-- shows PATH -->`, or `<!-- shows PATH from `A` to `B` -->` for the
//!   lines from the first that contains `A` to the next that is, or else contains, `B`, stands above the code block. Between
//!   `<!-- results PATH -->` and `<!-- end of results -->` stands the report of kept results of the benches.
//! * Each code stands in one table, has a page in `docs/codes/`, a golden test, and a place that emits it.
//! * No source file is longer than 500 lines.
use crate::command::{command, output, root};
use crate::report;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const LONGEST_FILE: usize = 500;
const END_OF_RESULTS: &str = "<!-- end of results -->";

pub(crate) fn run() -> Result<()> {
    let files = output(&mut command("git ls-files --cached --others --exclude-standard"))?;
    let mut faults = Vec::new();
    for document in documents(&files) {
        let (text, shown) = shown(document)?;
        if text != shown {
            faults.push(format!(
                "{document} shows something else than the files it names: `cargo xtask bless` renews it"
            ));
        }
    }
    faults.extend(long_files(&files)?);
    faults.extend(codes(&files)?);
    if faults.is_empty() {
        println!("tidy");
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}

/// Renews what the documents show.
pub(crate) fn renew() -> Result<()> {
    let files = output(&mut command("git ls-files --cached --others --exclude-standard"))?;
    for document in documents(&files) {
        let (text, shown) = shown(document)?;
        if text != shown {
            fs::write(root().join(document), shown)?;
            println!("renewed {document}");
        }
    }
    Ok(())
}

fn documents(files: &str) -> impl Iterator<Item = &str> {
    files.lines().filter(|file| file.ends_with(".md") && !file.contains("tests/"))
}

/// A document as it is, and as it should be.
fn shown(document: &str) -> Result<(String, String)> {
    let text = fs::read_to_string(root().join(document)).with_context(|| format!("cannot read {document}"))?;
    let mut renewed = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        renewed += line;
        renewed.push('\n');
        if let Some(path) = line.strip_prefix("<!-- results ").and_then(|rest| rest.strip_suffix(" -->")) {
            lines
                .by_ref()
                .find(|line| *line == END_OF_RESULTS)
                .with_context(|| format!("`{END_OF_RESULTS}` after `{line}`"))?;
            renewed += &format!("\n{}\n{END_OF_RESULTS}\n", report::part(&root().join(path))?);
            continue;
        }
        let Some(request) = line.strip_prefix("<!-- shows ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let fence = lines
            .next()
            .filter(|line| line.starts_with("```"))
            .with_context(|| format!("a code block after `{line}`"))?;
        lines
            .by_ref()
            .find(|line| *line == "```")
            .with_context(|| format!("the end of the code block after `{line}`"))?;
        renewed += &format!("{fence}\n{}```\n", region(request)?);
    }
    Ok((text, renewed))
}

/// The lines that a request asks for, without their common indentation.
fn region(request: &str) -> Result<String> {
    let parts: Vec<&str> = request.split('`').collect();
    let (path, from, to) = match parts[..] {
        [path] => (path, None, None),
        [path, from, _, to, ..] => (path, Some(from), Some(to)),
        _ => bail!("`{request}` is no request"),
    };
    let path = path.split_whitespace().next().unwrap_or_default();
    let text = fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))?;
    let mut lines: Vec<&str> = text.lines().collect();
    if let (Some(from), Some(to)) = (from, to) {
        let first =
            lines.iter().position(|line| line.contains(from)).with_context(|| format!("{path} has no `{from}`"))?;
        let rest = &lines[first..];
        let whole = rest.iter().position(|line| *line == to);
        let last = whole.or_else(|| rest.iter().position(|line| line.contains(to)));
        let last = last.with_context(|| format!("no `{to}` follows in {path}"))?;
        lines = lines[first..=first + last].to_vec();
    }
    let indentation =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len()).min();
    let dedent = |line: &&str| line.get(indentation.unwrap_or(0)..).unwrap_or_default().to_owned() + "\n";
    Ok(lines.iter().map(dedent).collect())
}

fn long_files(files: &str) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in files.lines().filter(|file| file.ends_with(".rs") && !file.contains("tests/")) {
        let length = fs::read_to_string(root().join(file)).unwrap_or_default().lines().count();
        if length > LONGEST_FILE {
            faults.push(format!("{file} has {length} lines: split it by meaning"));
        }
    }
    Ok(faults)
}

fn codes(files: &str) -> Result<Vec<String>> {
    let table = read("r4c-build/src/codes.rs")?;
    let pipelines = ["R4C-RT-014", "R4C-RT-015", "R4C-RT-016", "R4C-RT-017"];
    let configuration = read("r4c-runtime/src/config/code.rs")?;
    let listed: BTreeSet<&str> = code_words(&table).collect();
    let mut faults = Vec::new();
    for code in listed.iter().copied().chain(pipelines).chain(code_words(&configuration)) {
        if !root().join(format!("docs/codes/{code}.md")).exists() {
            faults.push(format!("{code} has no page docs/codes/{code}.md"));
        }
    }
    for code in listed.iter().copied().chain(pipelines) {
        let golden = ["r4c-build/tests/ui", "r4c-runtime/tests/compile_fail/cases"];
        let mut golden = golden.iter().map(|folder| format!("{folder}/{code}-"));
        if !golden.any(|start| files.lines().any(|file| file.starts_with(&start))) {
            faults.push(format!("{code} has no golden test"));
        }
    }
    faults.extend(unused_codes(&table, files)?);
    let sources = files
        .lines()
        .filter(|file| file.ends_with(".rs") && !file.contains("tests/") && *file != "r4c-build/src/codes.rs");
    for file in sources {
        let text = read(file)?;
        // Comments may name codes, and tests may look for them.
        let code_only = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code_only.lines().filter(|line| !line.trim_start().starts_with("//"));
        for code in lines.flat_map(code_words).filter(|code| !code.contains("-CFG-") && !code.contains("-RT-")) {
            if file.starts_with("r4c-build/") {
                faults.push(format!("{file} writes {code} as a literal: refer to the table"));
            } else if file.starts_with("r4c-runtime/") && !listed.contains(code) {
                faults.push(format!("{file} uses {code}, which the table does not have"));
            }
        }
    }
    Ok(faults)
}

/// Codes that nothing emits: the generator by the constant's name, the runtime by the code itself in a message for rustc.
fn unused_codes(table: &str, files: &str) -> Result<Vec<String>> {
    let sources = |folder: &str| -> Result<String> {
        let of_folder = |file: &&str| file.starts_with(folder) && file.ends_with(".rs") && !file.ends_with("codes.rs");
        files.lines().filter(of_folder).map(read).collect()
    };
    let (generator, runtime) = (sources("r4c-build/src/")?, sources("r4c-runtime/src/")?);
    let rows = table.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let constant = words.next()?;
        let code = words.next()?.strip_prefix('"')?.strip_suffix('"')?;
        code.starts_with("R4C-").then_some((constant, code))
    });
    let unused = rows.filter(|(constant, code)| !generator.contains(constant) && !runtime.contains(code));
    Ok(unused.map(|(_, code)| format!("nothing emits {code}")).collect())
}

/// Every `R4C-XXX-nnn` in a text.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("R4C-").filter_map(|(start, _)| {
        let end = text[start..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .map_or(text.len(), |length| start + length);
        let word = &text[start..end];
        word.rsplit('-').next().is_some_and(|number| number.len() == 3 && number.parse::<u16>().is_ok()).then_some(word)
    })
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(Path::new(path))).with_context(|| format!("cannot read {path}"))
}
