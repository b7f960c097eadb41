//! Durations in markers: `"500ms"`, `"1m30s"`.
use std::time::Duration;

const UNITS: [(&str, u64); 6] = [
    ("ns", 1),
    ("us", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60 * 1_000_000_000),
    ("h", 3_600 * 1_000_000_000),
];

/// The duration in a text, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err("it is empty".to_owned());
    }
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let (number, after) = split(rest, |c| c.is_ascii_digit() || c == '.' || c == '_');
        let (unit, after) = split(after, char::is_alphabetic);
        let part = part(number, unit)?;
        sum = sum.checked_add(part).ok_or("it is too long")?;
        rest = after.trim_start();
    }
    Ok(sum)
}

fn part(number: &str, unit: &str) -> Result<Duration, String> {
    if number.is_empty() {
        return Err("a number must come first".to_owned());
    }
    if unit.is_empty() {
        return Err(format!("`{number}` has no unit: one of ns, us, ms, s, m, h"));
    }
    let factor = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, factor)| *factor);
    let factor = factor.ok_or_else(|| format!("`{unit}` is no unit: one of ns, us, ms, s, m, h"))?;
    let digits = number.replace('_', "");
    let nanos = match digits.split_once('.') {
        None => digits.parse::<u64>().ok().and_then(|whole| whole.checked_mul(factor)),
        Some((whole, fraction)) => decimal(whole, fraction, factor),
    };
    nanos.map(Duration::from_nanos).ok_or_else(|| format!("`{number}{unit}` is no number, or too long"))
}

/// Exact to the nanosecond; finer digits are no error but have no effect.
fn decimal(whole: &str, fraction: &str, factor: u64) -> Option<u64> {
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let whole = whole.parse::<u64>().ok()?.checked_mul(factor)?;
    let digits = fraction.get(..fraction.len().min(15))?;
    let part = u128::from(digits.parse::<u64>().ok()?) * u128::from(factor) / 10u128.pow(digits.len() as u32);
    whole.checked_add(u64::try_from(part).ok()?)
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_sum_of_numbers_with_units() {
        for (text, nanos) in [
            ("500ms", Some(500_000_000)),
            ("1m30s", Some(90_000_000_000)),
            ("1.5s", Some(1_500_000_000)),
            ("1h 1ns", Some(3_600_000_000_001)),
            ("1_000us", Some(1_000_000)),
            ("0ms", Some(0)),
            ("", None),
            ("5", None),
            ("s", None),
            ("5 parsecs", None),
            ("1.s", None),
            ("-1s", None),
            ("1..2s", None),
            ("99999999999999999999s", None),
        ] {
            assert_eq!(parse(text).ok(), nanos.map(Duration::from_nanos), "{text}");
        }
    }
}
