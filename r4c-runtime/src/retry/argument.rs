use std::fmt;

/// A by-value argument of a call that may be repeated: cloned while another attempt may follow, moved into the last one.
pub struct Argument<T> {
    value: Option<T>,
    /// Kept as a value, so that an argument that cannot be cloned is one error, where it is put in here.
    repeat: fn(&T) -> T,
}

/// An argument that can be given to more than one attempt.
#[diagnostic::on_unimplemented(
    message = "R4C-ARG-003: `{Self}` is passed by value to a method under a retry, and cannot be cloned for another attempt",
    label = "needs `Clone`",
    note = "three ways out: derive `Clone` for it, take it by reference, or leave the retry away"
)]
pub trait Repeatable: Sized {
    #[doc(hidden)]
    fn repeat(&self) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Repeatable for T {
    fn repeat(&self) -> Self {
        self.clone()
    }
}

impl<T> Argument<T> {
    /// Holds the argument until an attempt takes it.
    #[inline]
    pub fn new(value: T) -> Self
    where
        T: Repeatable,
    {
        Self { value: Some(value), repeat: T::repeat }
    }
    /// The argument for one attempt. `more` says whether another one may follow.
    ///
    /// # Panics
    /// If it has been moved already: an attempt after one that was told to be the last.
    #[inline]
    pub fn next(&mut self, more: bool) -> T {
        let value = if more { self.value.as_ref().map(self.repeat) } else { self.value.take() };
        value.expect("no attempt follows the one that was the last")
    }
}

impl<T> fmt::Debug for Argument<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Argument").finish_non_exhaustive()
    }
}
