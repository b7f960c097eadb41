//! Marks and axes as SVG, inside the cells of tables.
//!
//! Places across are per cent of the cell's width, so a plot fits every width and its text and strokes keep their size. Colours are the
//! style sheet's. Nothing is told by colour alone: r4c is a full circle, others are rings, an earlier run is a diamond.
use maud::{Markup, html};

use super::document::{Look, Mark};
use super::number;
use super::scale::{Place, Scale};

/// What stands over a column of marks.
pub(super) fn axis(scale: &Scale, says: &str) -> Markup {
    let beyond = if scale.is_logarithmic() { "; linear to 1, logarithmic beyond" } else { "" };
    let says = format!("{says}{beyond}");
    html! {
        span.axis-name { (says) }
        svg.axis role="img" {
            title { "Axis: " (says) }
            @for tick in scale.ticks() {
                line.grid.zero[tick.is_zero] x1=(across(tick.percent)) x2=(across(tick.percent)) y1="75%" y2="100%" {}
                @if !tick.label.is_empty() {
                    text.tick.zero[tick.is_zero] x=(across(tick.percent)) y="60%" text-anchor="middle" { (tick.label) }
                }
            }
        }
    }
}

/// The marks of one row, one below the other.
pub(super) fn marks(scale: &Scale, marks: &[Mark], name: &str) -> Markup {
    let height = 100.0 / marks.len().max(1) as f64;
    html! {
        svg.marks role="img" {
            title { (name) @for mark in marks { ": " (described(mark)) } }
            desc { "Where the paired differences are, on the axis above." }
            @for tick in scale.ticks().iter().filter(|tick| !tick.label.is_empty()) {
                line.grid.zero[tick.is_zero] x1=(across(tick.percent)) x2=(across(tick.percent)) y1="0" y2="100%" {}
            }
            @for (n, mark) in marks.iter().enumerate() {
                @match &mark.look {
                    Look::Strip(values) => (strip(scale, mark, values)),
                    look => (range(scale, mark, look, across(height * (n as f64 + 0.5)))),
                }
            }
        }
    }
}

/// What the marks of these kinds mean; each kind once, a strip says what it is itself.
pub(super) fn legend<'a>(marks: impl Iterator<Item = &'a Mark> + Clone) -> Markup {
    let sample = |look: Look, says: &str| {
        html! {
            @if marks.clone().any(|mark| mark.look == look) {
                span {
                    svg.sample.(class(&look)) aria-hidden="true" {
                        line.tail x1="0" x2="100%" y1="50%" y2="50%" {}
                        line.half x1="30%" x2="65%" y1="50%" y2="50%" {}
                        (point(&look, "45%".to_owned(), "50%".to_owned()))
                    }
                    (says)
                }
            }
        }
    };
    html! {
        p.legend {
            (sample(Look::Own, "r4c: the median, the middle half, nine tenths of the pairs"))
            (sample(Look::Other, "another library"))
            (sample(Look::Earlier, "an earlier run"))
        }
    }
}

fn class(look: &Look) -> &'static str {
    match look {
        Look::Other => "other",
        Look::Earlier => "earlier",
        Look::Own | Look::Strip(_) => "own",
    }
}

fn range(scale: &Scale, mark: &Mark, look: &Look, y: String) -> Markup {
    let place = |value| scale.place(value);
    let (low, high) = (place(mark.tails.0), place(mark.tails.1));
    html! {
        g.(class(look)) {
            line.stem x1=(across(place(0.0).percent)) x2=(across(place(mark.summary.median).percent)) y1=(y) y2=(y) {}
            line.tail x1=(across(low.percent)) x2=(across(high.percent)) y1=(y) y2=(y) {}
            (arrow(&low, &y))
            (arrow(&high, &y))
            line.half x1=(across(place(mark.summary.lower_quartile).percent)) x2=(across(place(mark.summary.upper_quartile).percent)) y1=(y) y2=(y) {}
            (point(look, across(place(mark.summary.median).percent), y))
        }
    }
}

fn point(look: &Look, x: String, y: String) -> Markup {
    html! {
        @match look {
            Look::Earlier => svg x=(x) y=(y) overflow="visible" width="1" height="1" { path.point d="M0-4.5 4.5 0 0 4.5-4.5 0z" {} },
            _ => circle.point cx=(x) cy=(y) r="3.5" {},
        }
    }
}

/// Where a tail goes on beyond the axis.
fn arrow(place: &Place, y: &str) -> Markup {
    let path = if place.percent > 50.0 { "M-6-4 0 0-6 4z" } else { "M6-4 0 0 6 4z" };
    html! {
        @if place.is_beyond {
            svg x=(across(place.percent)) y=(y) overflow="visible" width="1" height="1" { path.arrow d=(path) {} }
        }
    }
}

/// Every value a dot, in the order in which they were measured, from the top to the bottom.
fn strip(scale: &Scale, mark: &Mark, values: &[f64]) -> Markup {
    /// More would cover one another.
    const MOST: usize = 400;
    let summary = &mark.summary;
    let (low, high) = (scale.place(summary.lower_quartile).percent, scale.place(summary.upper_quartile).percent);
    let median = across(scale.place(summary.median).percent);
    let dots = values.iter().enumerate().step_by(values.len().div_ceil(MOST).max(1));
    let down = |n: usize| across(4.0 + 92.0 * (n as f64 + 0.5) / values.len() as f64);
    html! {
        g.strip {
            rect.band x=(across(low)) width=(across(high - low)) y="0" height="100%" {}
            line.median x1=(median) x2=(median) y1="0" y2="100%" {}
            @for (n, value) in dots {
                @let place = scale.place(*value);
                circle.dot.beyond[place.is_beyond] cx=(across(place.percent)) cy=(down(n)) r=(if place.is_beyond { "2.5" } else { "2" }) {}
            }
        }
    }
}

fn described(mark: &Mark) -> String {
    let (low, high) = mark.tails;
    format!(
        "{}median {} ns, middle half {}, nine tenths {} to {}",
        if matches!(mark.look, Look::Earlier) { "then " } else { "" },
        number::nanoseconds(mark.summary.median),
        number::middle_half(&mark.summary),
        number::nanoseconds(low),
        number::nanoseconds(high),
    )
}

fn across(percent: f64) -> String {
    format!("{percent:.2}%")
}

#[cfg(test)]
mod tests {
    use r4c_bench_record::Summary;

    use super::*;

    #[track_caller]
    fn check(samples: &[&[f64]]) {
        let mark = |sample: &&[f64], look: Look| {
            let none = Summary { min: 0.0, lower_quartile: 0.0, median: 0.0, upper_quartile: 0.0, max: 0.0 };
            Mark::new(Summary::of(sample).unwrap_or(none), sample, look)
        };
        let drawn: Vec<Mark> = samples
            .iter()
            .flat_map(|sample| {
                [mark(sample, Look::Own), mark(sample, Look::Earlier), mark(sample, Look::Strip(sample.to_vec()))]
            })
            .collect();
        let scale = Scale::of(drawn.iter());
        let svg = axis(&scale, "ns").into_string() + &marks(&scale, &drawn, "a row").into_string();
        for wrong in ["NaN", "inf", "width=\"-", "=\"-", "=\"\""] {
            assert!(!svg.contains(wrong), "{wrong} in {svg}");
        }
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    }

    #[test]
    fn whatever_the_data_there_is_a_drawing() {
        check(&[]);
        check(&[&[]]);
        check(&[&[2.0]]);
        check(&[&[0.0, 0.0, 0.0]]);
        check(&[&[2.0, 2.0, 2.0, 2.0]]);
        check(&[&[-3.0, -2.0, -2.5]]);
        check(&[&[-400.0, 0.0, 1e9], &[1.0]]);
        check(&[&[f64::NAN, 1.0], &[f64::INFINITY], &[f64::NEG_INFINITY]]);
        check(&[&vec![1.0; 5000]]);
    }

    #[test]
    fn what_is_beyond_the_axis_has_an_arrow() {
        let mut sample = vec![2.0; 18];
        sample.extend([5000.0, 5000.0]);
        let drawn = [Mark::new(Summary::of(&sample).unwrap(), &sample, Look::Own)];
        let svg = marks(&Scale::of(drawn.iter()), &drawn, "a row").into_string();
        assert_eq!(svg.matches("class=\"arrow\"").count(), 1);
    }
}
