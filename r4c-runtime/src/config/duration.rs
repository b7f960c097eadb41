//! Durations in text: a whole number and a unit, also summed: `500ms`, `1m30s`.
use std::fmt;
use std::time::Duration;

const NANOSECONDS_PER_SECOND: u128 = 1_000_000_000;

/// Units from the longest to the shortest, with their nanoseconds.
const UNITS: [(&str, u128); 6] = [
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", NANOSECONDS_PER_SECOND),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// Reads a duration. The error says what is wrong where there is more to say than "this is no duration".
pub(crate) fn parse_duration(text: &str) -> Result<Duration, Option<String>> {
    if text.is_empty() {
        return Err(None);
    }
    let mut nanoseconds = 0_u128;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let (unit, after) = after.split_at(after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len()));
        if number.is_empty() {
            return Err(None);
        }
        if unit.is_empty() {
            return Err(Some(format!("`{number}` has no unit: write `{number}ms` or `{number}s`")));
        }
        let Some((_, size)) = UNITS.iter().find(|(name, _)| *name == unit) else {
            return Err(Some(format!("`{unit}` is no unit: there are ns, us, ms, s, m and h")));
        };
        nanoseconds = number
            .parse::<u64>()
            .ok()
            .and_then(|number| u128::from(number).checked_mul(*size))
            .and_then(|part| nanoseconds.checked_add(part))
            .ok_or_else(too_long)?;
        rest = after;
    }
    let seconds = u64::try_from(nanoseconds / NANOSECONDS_PER_SECOND).map_err(|_| too_long())?;
    Ok(Duration::new(seconds, (nanoseconds % NANOSECONDS_PER_SECOND) as u32))
}

#[cold]
fn too_long() -> Option<String> {
    Some("that is too long".to_owned())
}

/// Writes a duration so that [`parse_duration`] reads it back: in one unit where that takes up to four digits
/// (`1500ms`, `60s`, `2m`), else summed (`2h46m40s`).
pub(crate) struct DurationText(pub(crate) Duration);

impl fmt::Display for DurationText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_nanos();
        if rest == 0 {
            return f.write_str("0s");
        }
        // People say `60s`, and `2m`.
        let fits = |size: u128| {
            let number = rest / size;
            rest % size == 0 && number < 10_000 && (number > 1 || size <= NANOSECONDS_PER_SECOND)
        };
        if let Some((unit, size)) = UNITS.iter().find(|(_, size)| fits(*size)) {
            return write!(f, "{}{unit}", rest / size);
        }
        for (unit, size) in UNITS {
            if rest >= size {
                write!(f, "{}{unit}", rest / size)?;
                rest %= size;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_duration_is_a_sum_of_numbers_with_units() {
        let good = [
            ("0s", Duration::ZERO),
            ("7ns", Duration::from_nanos(7)),
            ("7us", Duration::from_micros(7)),
            ("500ms", Duration::from_millis(500)),
            ("60s", Duration::from_secs(60)),
            ("1m30s", Duration::from_secs(90)),
            ("2h", Duration::from_secs(7200)),
            ("1h1m1s1ms1us1ns", Duration::new(3661, 1_001_001)),
        ];
        for (text, duration) in good {
            assert_eq!(parse_duration(text), Ok(duration), "{text}");
        }
        for text in
            ["", "5", "s", "5 s", "-5s", "1.5s", "5s ", "5d", "1m30", "99999999999999999999s", "18446744073709551615h"]
        {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_bare_number_is_told_to_take_a_unit() {
        assert_eq!(parse_duration("500"), Err(Some("`500` has no unit: write `500ms` or `500s`".to_owned())));
    }

    #[test]
    fn a_duration_is_written_in_few_letters() {
        let good = [
            (500, "500ms"),
            (1_500, "1500ms"),
            (60_000, "60s"),
            (3_600_000, "60m"),
            (90_000, "90s"),
            (120_000, "2m"),
            (10_000_000, "2h46m40s"),
            (7_200_000, "2h"),
        ];
        for (milliseconds, text) in good {
            assert_eq!(DurationText(Duration::from_millis(milliseconds)).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(seconds in 0..u64::MAX / 4000, nanoseconds in 0_u32..1_000_000_000) {
            let duration = Duration::new(seconds, nanoseconds);
            prop_assert_eq!(parse_duration(&DurationText(duration).to_string()), Ok(duration));
        }
    }
}
