//! The report as a page: one file, without scripts, that asks for nothing. Its own policy forbids it to.
//!
//! Names and texts are escaped by the templates. Where a window is narrow, the style sheet shows the rows of a table as cards; the roles
//! keep it a table for those who listen to it.
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Cell, Document, Kind, Line, Row, Section, Table};
use super::plot;
use super::scale::Scale;

const STYLE: &str = include_str!("style.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The whole page.
pub(super) fn page(document: &Document) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "What r4c costs" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (header(document))
                    @for part in &document.sections { (section(part)) }
                }
            }
        }
    };
    page.into_string()
}

fn header(document: &Document) -> Markup {
    let headline = &document.headline;
    html! {
        header {
            p.kicker { "What r4c costs" }
            h1 { (headline.before) " " strong { (headline.figure) } (headline.after) span.spread { (headline.spread) } }
            @for sentence in &document.summary { p.summary { (sentence) } }
            @if !document.warnings.is_empty() {
                div.warnings role="note" aria-label="Take care" {
                    p.title { "Take care" }
                    ul { @for warning in &document.warnings { li { (warning) } } }
                }
            }
            dl.facts {
                @for (name, value) in &document.facts { div { dt { (name) } dd { (value) } } }
            }
            nav aria-label="Sections" {
                @for section in &document.sections { a href=(format!("#{}", section.id)) { (section.title) } }
            }
            (plot::legend(document.sections.iter().filter_map(|section| section.table.as_ref()).flat_map(Table::marks)))
        }
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            div.about {
                h2 { (section.title) }
                @for sentence in &section.text { p { (sentence) } }
                @if !section.points.is_empty() { ul { @for point in &section.points { li { (point) } } } }
            }
            @if let Some(shown) = &section.table { (table(shown)) }
        }
    }
}

fn table(table: &Table) -> Markup {
    let scale = Scale::of(table.marks());
    let width = table.columns.len() + usize::from(table.plot.is_some());
    html! {
        table.plotted[table.plot.is_some()].wordy[table.plot.is_none()] role="table" {
            caption { (table.caption) }
            thead role="rowgroup" {
                tr role="row" {
                    @for (n, column) in table.columns.iter().enumerate() {
                        th.(class(column.kind)) scope="col" role="columnheader" {
                            @if column.name.is_empty() { span.unseen { "Row" } } @else { (column.name) }
                        }
                        @if let (0, Some(plot)) = (n, &table.plot) {
                            th.plot scope="col" role="columnheader" { (plot::axis(&scale, &plot.axis)) }
                        }
                    }
                }
            }
            tbody role="rowgroup" {
                @for line in &table.lines {
                    @match line {
                        Line::Heading(heading) => {
                            tr.heading role="row" { th colspan=(width) scope="rowgroup" role="rowheader" { (heading) } }
                        }
                        Line::Row(shown) => (row(table, shown, &scale)),
                    }
                }
            }
        }
    }
}

fn row(table: &Table, row: &Row, scale: &Scale) -> Markup {
    let name = row.cells.first().map_or("", |cell| &cell.text);
    html! {
        tr.ours[row.is_own] role="row" {
            @for (n, (shown, column)) in row.cells.iter().zip(&table.columns).enumerate() {
                @if n == 0 {
                    th scope="row" role="rowheader" { (cell(shown)) }
                    @if table.plot.is_some() { td.plot role="cell" { (plot::marks(scale, &row.marks, name)) } }
                } @else {
                    td.(class(column.kind)) role="cell" { span.name aria-hidden="true" { (column.name) " " } (cell(shown)) }
                }
            }
        }
    }
}

fn cell(cell: &Cell) -> Markup {
    html! { (cell.text) @if !cell.detail.is_empty() { " " small { (cell.detail) } } }
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Main => "main",
        Kind::Figure => "figure",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{content::document, sample};
    use super::*;

    fn sample_page() -> String {
        page(&document(&sample::results(), Some(&sample::earlier())))
    }

    #[test]
    fn markup_in_names_is_escaped() {
        let page = sample_page();
        assert!(
            !page.contains("<script") && page.contains("&lt;script&gt;alert(&quot;a &amp; b&quot;)&lt;/script&gt;")
        );
    }

    #[test]
    fn the_page_refers_to_nothing_outside_of_itself() {
        let page = sample_page();
        for reference in ["src=", "url(", "@import", "href=\"http", "href=\"/", "<link", "<iframe", "<object"] {
            assert!(!page.contains(reference), "{reference}");
        }
    }

    #[test]
    fn every_drawing_has_a_title_and_every_link_a_target() {
        let page = sample_page();
        assert_eq!(page.matches("role=\"img\"").count(), page.matches("<title>").count() - 1);
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
        }
    }
}
