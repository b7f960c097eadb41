//! "Did you mean": the candidate nearest to a word, if one is near enough to be meant.

/// The nearest candidate, at most a third of the word away; the first of several that are equally near.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    let limit = (word.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be added, removed, replaced or swapped with their neighbour.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for i in 1..=left.len() {
        let mut row = vec![i; right.len() + 1];
        for j in 1..=right.len() {
            let replaced = last[j - 1] + usize::from(left[i - 1] != right[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(left: &str, right: &str) -> usize {
        distance(&left.chars().collect::<Vec<_>>(), &right.chars().collect::<Vec<_>>())
    }

    #[test]
    fn the_distance_counts_single_mistakes() {
        let expected =
            [("", "", 0), ("delay", "delay", 0), ("dealy", "delay", 1), ("dely", "delay", 1), ("delays", "delay", 1)];
        for (left, right, count) in
            expected.into_iter().chain([("jitter", "delay", 6), ("", "abc", 3), ("abc", "", 3), ("ca", "abc", 3)])
        {
            assert_eq!(between(left, right), count, "{left} {right}");
            assert_eq!(between(right, left), count, "{right} {left}");
        }
    }

    #[test]
    fn only_a_near_candidate_is_suggested() {
        let keys = ["max-attempts", "max-delay", "max-duration", "delay", "jitter"];
        assert_eq!(nearest("max-attemps", keys), Some("max-attempts"));
        assert_eq!(nearest("MAX-DELAY", keys), Some("max-delay"));
        assert_eq!(nearest("max_duration", keys), Some("max-duration"));
        assert_eq!(nearest("classifier", keys), None);
        assert_eq!(nearest("x", keys), None);
        assert_eq!(nearest("", keys), None);
    }
}
