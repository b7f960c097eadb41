//! The value and the error of a `Result` as types, for bounds. Where a type is known, [`returns!`](crate::returns) tells
//! more: also that it is no `Result`.

/// Implemented for every `Result`, under whichever name.
pub trait Parts {
    /// Its value.
    type Value;
    /// Its error.
    type Error;
}

impl<T, E> Parts for Result<T, E> {
    type Value = T;
    type Error = E;
}
