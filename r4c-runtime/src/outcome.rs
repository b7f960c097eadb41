/// What a [`Classifier`](crate::Classifier) says of one attempt: it decides whether the attempt is repeated and how the
/// circuit breaker counts it.
///
/// | outcome | retry | circuit breaker |
/// |---|---|---|
/// | `Success` | returned | counted as a success |
/// | `Failure` | repeated while attempts and time last | counted as a failure |
/// | `Ignore` | returned | not counted; a half-open breaker gets its permit back |
/// | `Permanent` | returned, never repeated | counted as a failure |
///
/// An `Err` that is `Success` or `Ignore` still reaches the caller as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The dependency did its job (an `Err` can say so too: "not found" is often an answer).
    Success,
    /// The dependency failed; another attempt may help.
    Failure,
    /// Says nothing about the dependency: neither repeated nor counted.
    Ignore,
    /// The dependency failed, and another attempt cannot help.
    Permanent,
}

impl Outcome {
    /// Whether a circuit breaker counts it as a failure: `Failure` and `Permanent`.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Failure | Self::Permanent)
    }
}
