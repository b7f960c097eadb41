//! Where a value stands on an axis.
//!
//! Every axis contains zero. One that spans a few nanoseconds is linear. One that spans more is linear between −1 and 1 and
//! logarithmic beyond, to both sides: so a peer of 500 ns and a negative difference stand on the same axis, each where it belongs.
//! Places are per cent of the axis' width: they are always finite and on the axis.
use super::document::Mark;
use super::number::fixed;

pub(super) struct Scale {
    shape: Shape,
    /// The ends, in the shape's own measure.
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Linear,
    Logarithmic,
}

/// Where a value stands.
pub(super) struct Place {
    pub(super) percent: f64,
    /// It would stand outside of the axis: it is shown at its end.
    pub(super) is_beyond: bool,
}

pub(super) struct Tick {
    pub(super) percent: f64,
    /// Empty where labels would collide.
    pub(super) label: String,
    pub(super) is_zero: bool,
}

impl Scale {
    /// An axis that shows the middle half of every mark, and as much of the tails as does not squeeze these.
    pub(super) fn of<'a>(marks: impl Iterator<Item = &'a Mark> + Clone) -> Self {
        /// Nanoseconds up to which an axis is linear.
        const LINEAR: f64 = 20.0;
        let halves = || marks.clone().flat_map(|mark| [mark.summary.lower_quartile, mark.summary.upper_quartile]);
        let is_wide = halves().any(|value| value.is_finite() && value.abs() > LINEAR);
        let shape = if is_wide { Shape::Logarithmic } else { Shape::Linear };
        let measure = |value: f64| shape.measure(value);
        let (low, high) = hull(halves().map(measure));
        let room = (high - low) / 2.0;
        let tails = marks.flat_map(|mark| [mark.tails.0, mark.tails.1]);
        let (low, high) = hull(
            tails
                .map(measure)
                .filter(|value| value.is_finite())
                .map(|value| value.clamp(low - room, high + room))
                .chain([low, high]),
        );
        let margin = (high - low) * 0.04;
        Self { shape, low: low - margin, high: high + margin }
    }

    pub(super) fn is_logarithmic(&self) -> bool {
        self.shape == Shape::Logarithmic
    }

    pub(super) fn place(&self, value: f64) -> Place {
        let share = (self.shape.measure(value) - self.low) / (self.high - self.low);
        // What is not a number has no place: it stands at the end and counts as outside.
        let inside = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        Place { percent: inside * 100.0, is_beyond: inside != share }
    }

    pub(super) fn ticks(&self) -> Vec<Tick> {
        /// Per cent between two labels.
        const APART: f64 = 8.0;
        let mut ticks: Vec<Tick> = Vec::new();
        for value in self.candidates() {
            let place = self.place(value);
            if place.is_beyond {
                continue;
            }
            let is_free =
                ticks.iter().all(|other| other.label.is_empty() || (other.percent - place.percent).abs() >= APART);
            let label = if is_free { self.label(value) } else { String::new() };
            ticks.push(Tick { percent: place.percent, label, is_zero: value == 0.0 });
        }
        ticks
    }

    /// Values that could have a tick, those first that should have a label.
    fn candidates(&self) -> Vec<f64> {
        let both = |values: Vec<f64>| values.into_iter().flat_map(|value| [value, -value]);
        match self.shape {
            Shape::Linear => {
                let step = step(self.high - self.low);
                let steps = (self.high.abs().max(self.low.abs()) / step).ceil() as u32;
                [0.0].into_iter().chain(both((1..=steps).map(|n| f64::from(n) * step).collect())).collect()
            }
            Shape::Logarithmic => {
                let decades: Vec<f64> = (0..=12).map(|n| 10_f64.powi(n)).collect();
                let between = decades.iter().flat_map(|decade| [decade * 2.0, decade * 5.0]).collect();
                [0.0].into_iter().chain(both(decades.clone())).chain(both(between)).collect()
            }
        }
    }

    fn label(&self, value: f64) -> String {
        let decimals = match self.shape {
            Shape::Linear => (-step(self.high - self.low).log10().floor()).clamp(0.0, 6.0) as usize,
            Shape::Logarithmic => 0,
        };
        match value.abs() {
            size if size >= 1e9 => fixed(value / 1e9, 0) + " s",
            size if size >= 1e6 => fixed(value / 1e6, 0) + " ms",
            size if size >= 1e4 => fixed(value / 1e3, 0) + " µs",
            _ => fixed(value, decimals),
        }
    }
}

impl Shape {
    /// Continuous and without a kink at ±1.
    fn measure(self, value: f64) -> f64 {
        match self {
            Self::Logarithmic if value.abs() > 1.0 => value.signum() * (1.0 + value.abs().ln()),
            _ => value,
        }
    }
}

/// The range of the values and zero, never empty; what is not finite is left out.
fn hull(values: impl Iterator<Item = f64>) -> (f64, f64) {
    /// Less would magnify differences that nobody can measure.
    const LEAST: f64 = 0.5;
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let missing = (LEAST - (high - low)).max(0.0) / 2.0;
    (low - missing, high + missing)
}

/// 1, 2 or 5 times a power of ten: about six to the span.
fn step(span: f64) -> f64 {
    let rough = span / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use r4c_bench_record::Summary;

    use super::super::document::Look;
    use super::*;

    fn scale(samples: &[&[f64]]) -> Scale {
        let mark = |sample: &&[f64]| Mark::new(Summary::of(sample).unwrap(), sample, Look::Own);
        Scale::of(samples.iter().map(mark).collect::<Vec<_>>().iter())
    }

    #[track_caller]
    fn check_labels(samples: &[&[f64]], expected: &[&str]) {
        let mut ticks = scale(samples).ticks();
        ticks.sort_by(|one, other| one.percent.total_cmp(&other.percent));
        let labels: Vec<String> = ticks.into_iter().map(|tick| tick.label).filter(|label| !label.is_empty()).collect();
        assert_eq!(labels, expected);
    }

    #[test]
    fn every_axis_has_a_zero_and_few_labels() {
        check_labels(&[&[1.9, 2.0, 2.4], &[0.4, 0.5]], &["0.0", "0.5", "1.0", "1.5", "2.0"]);
        check_labels(&[&[-0.3, 0.1]], &["−0.3", "−0.2", "−0.1", "0.0", "0.1"]);
        check_labels(&[], &["−0.2", "−0.1", "0.0", "0.1", "0.2"]);
        check_labels(&[&[2.0, 2.1], &[430.0, 500.0]], &["0", "1", "2", "5", "10", "20", "50", "100", "200", "500"]);
    }

    #[test]
    fn huge_and_negative_values_stand_on_one_axis_in_their_order() {
        let scale = scale(&[&[-400.0, -300.0], &[0.0, 0.0], &[2.0, 2.0], &[5e6, 6e6]]);
        let values = [-400.0, -300.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 5e6];
        let places: Vec<f64> = values.iter().map(|value| scale.place(*value).percent).collect();
        assert!(places.is_sorted() && places.iter().all(|place| (0.0..=100.0).contains(place)), "{places:?}");
        assert!(scale.is_logarithmic());
    }

    #[test]
    fn an_outlier_stands_at_the_end_and_does_not_squeeze_the_others() {
        let mut sample = vec![2.0; 18];
        sample.extend([5000.0, 5000.0]);
        let scale = scale(&[&sample]);
        assert!(!scale.is_logarithmic());
        assert!(scale.place(5000.0).is_beyond);
        assert!(scale.place(2.0).percent > 50.0);
    }

    #[test]
    fn a_place_is_always_finite() {
        for samples in [&[][..], &[&[0.0][..]], &[&[-3.0, -3.0]], &[&[7.0]], &[&[f64::MAX, -f64::MAX]], &[&[f64::NAN]]]
        {
            let scale = scale(samples);
            for value in [0.0, -3.0, 7.0, f64::MAX, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert!((0.0..=100.0).contains(&scale.place(value).percent), "{samples:?}: {value}");
            }
            assert!(scale.ticks().len() < 200);
        }
    }
}
