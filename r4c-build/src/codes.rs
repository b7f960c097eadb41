//! The one table of the codes that the generator knows: code, severity, what it is about.
//!
//! Every other place refers to these constants. A code is never given to another meaning; one that is not used any more
//! stays in the table. `docs/codes/` has a page for each.
use std::fmt;

/// A code and what belongs to it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// `R4C-CLS-001`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about, in general; the message of a diagnostic says it for the case at hand.
    pub title: &'static str,
    /// Who finds it.
    pub finder: Finder,
}

/// Whether the build goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// The build fails, nothing is written.
    Error,
    /// The build goes on.
    Warning,
}

/// Who finds a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finder {
    /// The generator, in the sources.
    Generator,
    /// rustc, by a bound in the generated code; the text is in the runtime.
    Rustc,
    /// The generator where the sources show it, else rustc.
    Both,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

macro_rules! codes {
    ($($constant:ident $name:literal $severity:ident $finder:ident $title:literal;)*) => {
        $(
            #[doc = $title]
            #[allow(dead_code)] // those that rustc finds are for the table only
            pub(crate) const $constant: &Code =
                &Code { name: $name, severity: Severity::$severity, title: $title, finder: Finder::$finder };
        )*
        /// The whole table, in its order.
        pub(crate) const ALL: &[&Code] = &[$($constant),*];
    };
}

codes! {
    CLASSIFIER_MISSING "R4C-CLS-001" Error Generator "the classifier's path names nothing";
    CLASSIFIER_NOT_A_TYPE "R4C-CLS-002" Error Generator "the classifier is not a type";
    CLASSIFIER_NOT_CONCRETE "R4C-CLS-003" Error Generator "the classifier is not a concrete type";
    CLASSIFIER_GENERIC "R4C-CLS-004" Error Generator "the classifier is declared with generic parameters";
    CLASSIFIER_IN_BODY "R4C-CLS-005" Error Generator "the classifier is declared inside a function body";
    CLASSIFIER_INACCESSIBLE "R4C-CLS-006" Error Generator "the classifier is not accessible from the wrapper's module";
    CLASSIFIER_NOT_CONSTRUCTIBLE "R4C-CLS-007" Error Both "the classifier cannot be created";
    CLASSIFIER_NOT_IMPLEMENTING "R4C-CLS-008" Error Generator "the type does not implement `Classifier`";
    CLASSIFIER_FOR_OTHER_TYPES "R4C-CLS-009" Error Rustc "the classifier does not classify this method's value and error";
    RETURN_FORM "R4C-CLS-010" Error Both "the method's return form cannot be classified";
    CLASSIFIER_WITH_LIST "R4C-CLS-011" Error Generator "a classifier together with a list that it replaces";
    EXHAUSTED_WITHOUT_CLASSIFIER "R4C-CLS-012" Error Generator "`on_exhausted_result` without a classifier";
    REJECTED_WITHOUT_ROOM "R4C-CLS-013" Error Rustc "the error type has no room for `ResultRejected`";
    CLASSIFIER_NOT_A_PATH "R4C-CLS-014" Error Generator "the classifier is not written as a plain path";
    CLASSIFIER_NOT_SHARED "R4C-CLS-015" Error Rustc "the classifier cannot be shared between threads";

    RETRY_UNKNOWN_KEY "R4C-RTY-001" Error Generator "unknown key of `retry`";
    RETRY_WRONG_KIND "R4C-RTY-002" Error Generator "a key of `retry` has a value of the wrong kind";
    RETRY_OUT_OF_RANGE "R4C-RTY-003" Error Generator "a value of `retry` is out of range";
    RETRY_REPEATED_KEY "R4C-RTY-004" Error Generator "a key of `retry` is written twice";
    RETRY_REPEATED "R4C-RTY-005" Error Generator "a method has two `retry` markers";
    RETRY_DURATION "R4C-RTY-006" Error Generator "a duration of `retry` cannot be read";
    RETRY_USELESS_VALUE "R4C-RTY-007" Warning Generator "values of `retry` contradict each other";
    RETRY_CONFLICT "R4C-RTY-008" Error Generator "two markers give one retry different values";
    RETRY_SAME_ID "R4C-RTY-009" Error Generator "two retries have the same default name";
    RETRY_SYNTAX "R4C-RTY-010" Error Generator "the arguments of `retry` cannot be read";

    BREAKER_UNKNOWN_KEY "R4C-CB-001" Error Generator "unknown key of `circuit_breaker`";
    BREAKER_WRONG_KIND "R4C-CB-002" Error Generator "a key of `circuit_breaker` has a value of the wrong kind";
    BREAKER_OUT_OF_RANGE "R4C-CB-003" Error Generator "a value of `circuit_breaker` is out of range";
    BREAKER_REPEATED_KEY "R4C-CB-004" Error Generator "a key of `circuit_breaker` is written twice";
    BREAKER_REPEATED "R4C-CB-005" Error Generator "a method has two `circuit_breaker` markers";
    BREAKER_DURATION "R4C-CB-006" Error Generator "a duration of `circuit_breaker` cannot be read";
    BREAKER_USELESS_VALUE "R4C-CB-007" Warning Generator "values of `circuit_breaker` contradict each other";
    BREAKER_CONFLICT "R4C-CB-008" Error Generator "two markers give one circuit breaker different values";
    BREAKER_SAME_ID "R4C-CB-009" Error Generator "two circuit breakers have the same default name";
    BREAKER_SYNTAX "R4C-CB-010" Error Generator "the arguments of `circuit_breaker` cannot be read";
    REFUSAL_WITHOUT_ROOM "R4C-CB-011" Error Rustc "the error type has no room for `CallNotPermitted`";
    REFUSAL_WITHOUT_RESULT "R4C-CB-012" Error Rustc "a method under a circuit breaker that returns no `Result`";

    FALLBACK_SYNTAX "R4C-FB-001" Error Generator "`fallback` wants the name of one method";
    FALLBACK_MISSING "R4C-FB-002" Error Generator "the fallback method does not exist";
    FALLBACK_ARGUMENTS "R4C-FB-003" Error Generator "the fallback method takes other arguments";
    FALLBACK_REPEATED "R4C-FB-004" Error Generator "a method has two `fallback` markers";
    FALLBACK_ASYNC "R4C-FB-005" Error Generator "an async fallback of a sync method";
    FALLBACK_FAILURE "R4C-FB-006" Error Rustc "the fallback's last argument takes none of the failures";

    RECEIVER_BY_VALUE "R4C-ARG-001" Error Generator "a receiver that one attempt uses up";
    RECEIVER_POINTER "R4C-ARG-002" Error Generator "a receiver that a wrapper cannot pass on";
    ARGUMENT_NOT_CLONE "R4C-ARG-003" Error Rustc "an argument by value that is not `Clone`";
    ARGUMENT_MUTABLE "R4C-ARG-004" Error Generator "a `&mut` argument under a retry";
    RETURNED_BORROW "R4C-ARG-005" Error Generator "a returned borrow of what is borrowed mutably again";
    RECEIVER_MISSING "R4C-ARG-006" Error Generator "a marked function without a receiver in a trait or impl";
    RETURNS_SELF "R4C-ARG-007" Error Both "a method that returns `Self`, or takes it inside of another type";
    FUNCTION_FORM "R4C-ARG-008" Error Generator "a `const`, `extern` or variadic function cannot be wrapped";
    REUSE_NAMES_NOTHING "R4C-ARG-009" Error Generator "`reuse` names no `&mut` argument";
    FUTURE_WITHOUT_BORROW "R4C-ARG-010" Error Both "a returned future that may not hold what the wrapper needs";

    LIST_MATCHES_ALL "R4C-LST-001" Error Generator "a pattern that matches every error";
    LIST_SYNTAX "R4C-LST-002" Error Generator "an error list that cannot be read";
    LIST_GUARD "R4C-LST-003" Error Generator "a guard in a list with types";

    FILE_UNPARSABLE "R4C-SRC-001" Error Generator "a file with markers that cannot be parsed";
    FILE_UNREACHED "R4C-SRC-002" Warning Generator "a file with markers that no module reaches";
    MARKER_IN_MACRO "R4C-SRC-003" Warning Generator "a marker inside a macro body";
    MARKER_IN_BODY "R4C-SRC-004" Error Generator "a marker inside a function body or a constant";
    MARKER_ON_TRAIT_IMPL "R4C-SRC-005" Error Generator "a marker in the implementation of a trait";
    MARKER_MISPLACED "R4C-SRC-006" Error Generator "a marker on something that is not a function";
    MARKER_UNCERTAIN "R4C-SRC-007" Warning Generator "an attribute that may be a marker";
    WRAPPERS_NOT_INCLUDED "R4C-SRC-008" Warning Generator "a module does not bring in its wrappers";
    WRAPPERS_MISNAMED "R4C-SRC-009" Error Generator "`include_wrappers!` names another module";
    ENVIRONMENT "R4C-SRC-010" Error Generator "the sources of the package cannot be read";
    NAME_TAKEN "R4C-SRC-011" Error Generator "two wrappers of one module have the same name";
    GENERATOR_VERSION "R4C-SRC-012" Error Rustc "the generator and the runtime are of different versions";
    TRAIT_FOR_ALL "R4C-SRC-013" Error Generator "a marked trait that is implemented for every type";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_listed_once_and_the_numbers_of_a_family_have_no_gap() {
        let mut last: Option<(&str, u32)> = None;
        for code in ALL {
            let (family, number) = code.name.rsplit_once('-').expect("a family and a number");
            let number: u32 = number.parse().expect("a number");
            match last {
                Some((before, count)) if before == family => {
                    assert_eq!(number, count + 1, "{}", code.name)
                }
                _ => assert_eq!(number, 1, "{}", code.name),
            }
            last = Some((family, number));
        }
    }
}
