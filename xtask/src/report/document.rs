//! A report before it is written as HTML, as Markdown or on a terminal: sentences and tables, no markup.
use r4c_bench_record::Summary;

/// A whole report.
pub(super) struct Document {
    pub(super) headline: Headline,
    /// Sentences under the headline.
    pub(super) summary: Vec<String>,
    /// Why the figures are to be read with care, most important first.
    pub(super) warnings: Vec<String>,
    /// What was run, where and when: name and value.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) sections: Vec<Section>,
}

/// The first sentence, its figure set apart.
pub(super) struct Headline {
    pub(super) before: String,
    pub(super) figure: String,
    pub(super) after: String,
    /// The end of the sentence, less loud.
    pub(super) spread: String,
}

/// A part with a title.
pub(super) struct Section {
    /// Names it in links within the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) text: Vec<String>,
    /// One sentence each, shown as a list.
    pub(super) points: Vec<String>,
    pub(super) table: Option<Table>,
    pub(super) audience: Audience,
}

/// Where a section is shown.
#[derive(PartialEq)]
pub(super) enum Audience {
    /// In files and on the terminal.
    Everybody,
    /// In files: it explains, or it goes into detail.
    Reader,
}

pub(super) struct Table {
    /// What the table shows, and its units.
    pub(super) caption: String,
    /// The first is the label of a row.
    pub(super) columns: Vec<Column>,
    /// What the marks of its rows are drawn on: what they show. `None` if there are none.
    pub(super) plot: Option<Plot>,
    pub(super) lines: Vec<Line>,
}

pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Text,
    /// The figure that the row is about.
    Main,
    Figure,
}

/// What the axis over the marks of a table says.
pub(super) struct Plot {
    pub(super) axis: String,
}

pub(super) enum Line {
    /// What the rows below it have in common.
    Heading(String),
    Row(Row),
}

pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Drawn in HTML only: the cells say the same in figures.
    pub(super) marks: Vec<Mark>,
    pub(super) is_own: bool,
}

/// What a cell says, and what is said smaller.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) detail: String,
}

impl Table {
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> + Clone {
        self.lines.iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None })
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = &Mark> + Clone {
        self.rows().flat_map(|row| &row.marks)
    }
}

impl Cell {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), detail: String::new() }
    }

    pub(super) fn detailed(text: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { text: text.into(), detail: detail.into() }
    }
}

/// A sample, as it is drawn.
#[derive(Clone)]
pub(super) struct Mark {
    pub(super) summary: Summary,
    /// Nine tenths of the sample are between these.
    pub(super) tails: (f64, f64),
    pub(super) look: Look,
}

#[derive(Clone, PartialEq)]
pub(super) enum Look {
    /// r4c.
    Own,
    /// Another library, or nothing but the machine.
    Other,
    /// An earlier run.
    Earlier,
    /// Each value of the sample, in the order in which it was measured.
    Strip(Vec<f64>),
}

impl Mark {
    /// Of a sample that was summed up; without its values the tails are its ends.
    pub(super) fn new(summary: Summary, values: &[f64], look: Look) -> Self {
        Self { summary, tails: tails(values).unwrap_or((summary.min, summary.max)), look }
    }
}

/// Nine tenths are between these, if the sample is large enough to tell.
fn tails(values: &[f64]) -> Option<(f64, f64)> {
    const LEAST: usize = 20;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let beyond = sorted.len() / 20;
    (sorted.len() >= LEAST).then(|| (sorted[beyond], sorted[sorted.len() - 1 - beyond]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_leave_out_a_twentieth_on_either_side() {
        let values: Vec<f64> = (0..100).rev().map(f64::from).collect();
        assert_eq!(tails(&values), Some((5.0, 94.0)));
        assert_eq!(tails(&values[..19]), None);
        assert_eq!(tails(&[]), None);
    }
}
