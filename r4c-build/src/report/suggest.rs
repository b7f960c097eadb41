//! "Did you mean": the name nearest to a word, if one is near enough to be meant.

/// The nearest candidate, at most a third of the word away.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let plain = word.to_lowercase();
    let mut ranked: Vec<_> = candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&plain, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *candidate != word)
        .collect();
    ranked.sort();
    ranked.first().map(|(_, candidate)| *candidate)
}

/// The advice to write the nearest candidate.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_if_it_is_near() {
        for (word, expected) in [
            ("max_attempt", Some("max_attempts")),
            ("maxattempts", Some("max_attempts")),
            ("dealy", Some("delay")),
            ("timeout", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, ["delay", "max_attempts", "max_delay"]), expected, "{word}");
        }
    }
}
