//! The codes of configuration errors: one table, a number is never reused.

/// A code of the family `R4C-CFG`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Code {
    UnknownKey,
    CompileTimeKey,
    BadValue,
    UnknownBase,
    BaseCycle,
    EnvironmentNameClash,
    BadInstanceName,
    MalformedKey,
    UnreadableSource,
    MissingFeature,
    GlobalAlreadySet,
    NoSleeper,
}

impl Code {
    /// The code as it is printed, `R4C-CFG-001`.
    pub(crate) fn text(self) -> &'static str {
        CODES[self as usize].1
    }
}

/// Code, its text, what it means; in the order of [`Code`].
pub(crate) static CODES: [(Code, &str, &str); 12] = [
    (Code::UnknownKey, "R4C-CFG-001", "a key that no policy of this kind has"),
    (Code::CompileTimeKey, "R4C-CFG-002", "a choice of compile time, which has no key"),
    (Code::BadValue, "R4C-CFG-003", "a value that its key does not take"),
    (Code::UnknownBase, "R4C-CFG-004", "a `base` that does not exist"),
    (Code::BaseCycle, "R4C-CFG-005", "bases that lead back to themselves"),
    (Code::EnvironmentNameClash, "R4C-CFG-006", "two instances that would share their environment variables"),
    (Code::BadInstanceName, "R4C-CFG-007", "a name that no instance can have"),
    (Code::MalformedKey, "R4C-CFG-008", "a key or table that is not of the form r4c.<kind>.<instance>.<key>"),
    (Code::UnreadableSource, "R4C-CFG-009", "a source that cannot be read"),
    (Code::MissingFeature, "R4C-CFG-010", "a file is asked for, and the feature `toml` is off"),
    (Code::GlobalAlreadySet, "R4C-CFG-011", "the global registry is set, or in use, already"),
    (Code::NoSleeper, "R4C-CFG-012", "an async method is retried, and nothing can make its pauses"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbered_in_the_order_of_the_table_and_each_says_what_it_means() {
        for (index, (code, text, meaning)) in CODES.iter().enumerate() {
            assert_eq!(*code as usize, index);
            assert_eq!(*text, format!("R4C-CFG-{:03}", index + 1));
            assert!(!meaning.is_empty());
        }
    }
}
