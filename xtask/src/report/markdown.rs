//! The report as Markdown, to be pasted into other pages.
use super::document::{Cell, Document, Kind, Line, Section, Table};

/// The whole report.
pub(super) fn markdown(document: &Document) -> String {
    let headline = &document.headline;
    let mut text = format!(
        "# What r4c costs\n\n{} **{}**{}{}\n",
        escaped(&headline.before),
        escaped(&headline.figure),
        escaped(&headline.after),
        escaped(&headline.spread)
    );
    paragraphs(&mut text, &document.summary);
    for warning in &document.warnings {
        text += &format!("\n> **Take care.** {}\n", escaped(warning));
    }
    text += "\n| | |\n|---|---|\n";
    for (name, value) in &document.facts {
        text += &format!("| {name} | {} |\n", escaped(value));
    }
    document.sections.iter().for_each(|part| section(&mut text, part));
    text
}

fn section(text: &mut String, section: &Section) {
    *text += &format!("\n## {}\n", section.title);
    paragraphs(text, &section.text);
    if !section.points.is_empty() {
        *text += "\n";
    }
    for point in &section.points {
        *text += &format!("* {}\n", escaped(point));
    }
    if let Some(shown) = &section.table {
        table(text, shown);
    }
}

fn paragraphs(text: &mut String, sentences: &[String]) {
    for sentence in sentences {
        *text += &format!("\n{}\n", escaped(sentence));
    }
}

fn table(text: &mut String, table: &Table) {
    let names = table.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(" | ");
    let rules = table.columns.iter().map(|column| if column.kind == Kind::Text { "---" } else { "---:" });
    *text += &format!(
        "\n{caption}:\n\n| {names} |\n|{}|\n",
        rules.collect::<Vec<_>>().join("|"),
        caption = escaped(&table.caption)
    );
    for line in &table.lines {
        let cells = match line {
            Line::Heading(heading) => {
                let rest = vec![String::new(); table.columns.len().saturating_sub(1)];
                [format!("**{}**", escaped(heading))].into_iter().chain(rest).collect()
            }
            Line::Row(row) => {
                row.cells.iter().enumerate().map(|(n, shown)| cell(shown, row.is_own && n == 0)).collect::<Vec<_>>()
            }
        };
        *text += &format!("| {} |\n", cells.join(" | "));
    }
}

fn cell(cell: &Cell, is_strong: bool) -> String {
    let text = escaped(&cell.text);
    let text = if is_strong { format!("**{text}**") } else { text };
    if cell.detail.is_empty() { text } else { format!("{text} ({})", escaped(&cell.detail)) }
}

/// What Markdown or HTML would read as markup is shown as it is. A name is one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\\' | '|' | '*' | '`' | '[' | ']' | '#' => escaped.extend(['\\', c]),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    // A single underscore within a word is no markup.
    escaped.replace("__", "\\_\\_")
}

#[cfg(test)]
mod tests {
    use super::super::{content::document, sample};
    use super::*;

    #[test]
    fn markup_in_names_is_shown_as_it_is() {
        assert_eq!(
            escaped("a|b `c` *d* <e> & x86_64 __f__\n"),
            "a\\|b \\`c\\` \\*d\\* &lt;e&gt; &amp; x86_64 \\_\\_f\\_\\_ "
        );
        let text = markdown(&document(&sample::results(), None));
        assert!(text.contains("&lt;script&gt;alert") && !text.contains("<script>"));
    }

    #[test]
    fn every_line_of_a_table_has_all_columns() {
        let text = markdown(&document(&sample::results(), Some(&sample::earlier())));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut columns = 0;
        for line in text.lines() {
            match (line.starts_with('|'), columns) {
                (false, _) => columns = 0,
                (true, 0) => columns = bars(line),
                (true, _) => assert_eq!(bars(line), columns, "{line}"),
            }
        }
    }
}
