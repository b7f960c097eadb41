//! Figures as people read them: three significant digits or so, a true minus sign, and never `-0.00` or `NaN`.
use r4c_bench_record::Summary;

/// What stands where there is no figure.
pub(super) const NONE: &str = "–";

/// `1.92`, `44.5`, `373`, `−0.10`: nanoseconds without their unit.
pub(super) fn nanoseconds(value: f64) -> String {
    fixed(value, decimals(value))
}

/// `+0.12`, `−3.40`, `0.00`: a change.
pub(super) fn change(value: f64) -> String {
    let shown = nanoseconds(value);
    let is_zero = !shown.contains(|c: char| c.is_ascii_digit() && c != '0');
    if value > 0.0 && !is_zero { format!("+{shown}") } else { shown }
}

/// `1.80 to 2.10`: the middle half, both ends with the digits of the larger.
pub(super) fn middle_half(summary: &Summary) -> String {
    let decimals = decimals(summary.lower_quartile.abs().max(summary.upper_quartile.abs()));
    format!("{} to {}", fixed(summary.lower_quartile, decimals), fixed(summary.upper_quartile, decimals))
}

/// `×1.04`, or [`NONE`] where a ratio says nothing.
pub(super) fn ratio(now: f64, then: f64) -> String {
    let ratio = now / then;
    if then > 0.0 && ratio.is_finite() { format!("×{}", fixed(ratio, 2)) } else { NONE.to_owned() }
}

/// Bytes or allocations of a call: mostly whole numbers, a mean where now and then something is allocated.
pub(super) fn amount(value: f64) -> String {
    let is_whole = (value - value.round()).abs() < 0.005;
    fixed(value, if is_whole { 0 } else { 2 })
}

/// `date 14:03 UTC` of seconds since 1970.
pub(super) fn date(seconds: u64) -> String {
    /// The end of the year 9999.
    const LAST: u64 = 253_402_300_799;
    if seconds > LAST {
        return NONE.to_owned();
    }
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let shown = humantime::format_rfc3339_seconds(time).to_string();
    shown.get(..16).map_or(shown.clone(), |minutes| minutes.replace('T', " ") + " UTC")
}

/// With so many decimals; a minus sign only where a digit of the figure is not zero.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if value < 0.0 && !is_zero { format!("−{digits}") } else { digits }
}

fn decimals(value: f64) -> usize {
    // The bounds are where rounding would add a digit: 9.996 is shown as 10.0.
    match value.abs() {
        size if size < 9.995 => 2,
        size if size < 99.95 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shown: &[String], expected: &[&str]) {
        assert_eq!(shown, expected);
    }

    #[test]
    fn nanoseconds_have_three_significant_digits_or_so() {
        let values = [0.0, 0.004, 1.923, 9.994, 9.996, 44.46, 99.96, 372.6, 123_456.7];
        check(&values.map(nanoseconds), &["0.00", "0.00", "1.92", "9.99", "10.0", "44.5", "100", "373", "123457"]);
    }

    #[test]
    fn a_negative_figure_has_a_minus_sign_and_zero_has_none() {
        check(&[-0.1, -0.004, -0.0, -44.46].map(nanoseconds), &["−0.10", "0.00", "0.00", "−44.5"]);
        check(&[0.123, 0.001, -0.001, 0.0, -3.4].map(change), &["+0.12", "0.00", "0.00", "0.00", "−3.40"]);
    }

    #[test]
    fn what_is_no_number_is_not_shown_as_one() {
        check(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(nanoseconds), &[NONE, NONE, NONE]);
        check(
            &[ratio(1.0, 0.0), ratio(1.0, -2.0), ratio(3.0, 2.0), ratio(-1.0, 2.0)],
            &[NONE, NONE, "×1.50", "×−0.50"],
        );
    }

    #[test]
    fn both_ends_of_a_range_have_the_same_digits() {
        let half = |lower_quartile, upper_quartile| {
            middle_half(&Summary { min: 0.0, lower_quartile, median: 0.0, upper_quartile, max: 0.0 })
        };
        check(&[half(-0.1, 0.2), half(9.5, 12.25), half(95.0, 240.4)], &["−0.10 to 0.20", "9.5 to 12.2", "95 to 240"]);
    }

    #[test]
    fn bytes_are_whole_unless_only_some_calls_allocate() {
        check(&[0.0, 24.0, 0.25, 104.0001].map(amount), &["0", "24", "0.25", "104"]);
    }

    #[test]
    fn a_date_has_no_seconds() {
        check(&[date(0), date(1_796_025_600), date(1 << 63)], &["1970-01-01 00:00 UTC", "2026-11-30 08:00 UTC", NONE]);
    }
}
