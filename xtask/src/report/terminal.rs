//! The essential of the report on a terminal of a hundred columns.
use super::document::{Audience, Cell, Document, Kind, Line, Section, Table};

const WIDTH: usize = 100;
const GAP: usize = 2;

/// The whole of it.
pub(super) fn text(document: &Document) -> String {
    let headline = &document.headline;
    let mut text =
        wrapped(&format!("{} {}{}{}", headline.before, headline.figure, headline.after, headline.spread), "");
    document.summary.iter().for_each(|sentence| text += &wrapped(sentence, ""));
    document.warnings.iter().for_each(|warning| text += &wrapped(&format!("! {warning}"), "  "));
    let essential = |section: &&Section| section.audience == Audience::Everybody;
    document.sections.iter().filter(essential).for_each(|part| section(&mut text, part));
    text
}

fn section(text: &mut String, section: &Section) {
    let caption = section.table.as_ref().map_or("", |table| &table.caption);
    *text += "\n";
    *text += &wrapped(&format!("{}: {caption}", section.title.to_uppercase()), "  ");
    section.points.iter().for_each(|point| *text += &wrapped(&format!("* {point}"), "  "));
    if let Some(shown) = &section.table {
        table(text, shown);
    }
}

/// The first column takes what the others leave.
fn table(text: &mut String, table: &Table) {
    let width = |n: usize| {
        let cells = table.rows().filter_map(|row| row.cells.get(n)).map(|cell| shown(cell).chars().count());
        cells.chain([table.columns[n].name.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (1..table.columns.len()).map(width).collect();
    let first = WIDTH.saturating_sub(widths.iter().map(|width| width + GAP).sum()).max(20).min(width(0).max(20));
    let line = |text: &mut String, label: &str, cells: &[String]| {
        let mut line = fitted(label, first);
        for ((cell, width), column) in cells.iter().zip(&widths).zip(&table.columns[1..]) {
            line += &match column.kind {
                Kind::Text => format!("{:GAP$}{cell:<width$}", ""),
                _ => format!("{:GAP$}{cell:>width$}", ""),
            };
        }
        *text += line.trim_end();
        *text += "\n";
    };
    line(text, "", &table.columns[1..].iter().map(|column| column.name.to_owned()).collect::<Vec<_>>());
    for shown_line in &table.lines {
        match shown_line {
            Line::Heading(heading) => *text += &(fitted(heading, WIDTH).trim_end().to_owned() + "\n"),
            Line::Row(row) => {
                let label = if row.is_own { format!("> {}", shown(&row.cells[0])) } else { shown(&row.cells[0]) };
                line(text, &label, &row.cells[1..].iter().map(shown).collect::<Vec<_>>());
            }
        }
    }
}

fn shown(cell: &Cell) -> String {
    if cell.detail.is_empty() { cell.text.clone() } else { format!("{}, {}", cell.text, cell.detail) }
}

fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

/// In lines that fit, those after the first indented.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if !last.trim().is_empty() && last.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{indent}{word}"));
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::{content::document, sample};
    use super::*;

    #[test]
    fn nothing_is_wider_than_a_hundred_columns() {
        let text = text(&document(&sample::results(), Some(&sample::earlier())));
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= WIDTH, "{widest}");
        assert!(text.contains("r4c adds") && text.contains("! The machine was too noisy"));
    }

    #[test]
    fn a_long_label_is_cut_and_a_short_one_filled() {
        assert_eq!([fitted("abc", 5), fitted("abcde", 5), fitted("abcdef", 5)], ["abc  ", "abcde", "abcd…"]);
    }
}
