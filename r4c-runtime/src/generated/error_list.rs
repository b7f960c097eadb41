//! Error lists: the closures of `retry_on` and its kin, and the items that look inside a dynamic error.
//!
//! `dyn T` and `source dyn T` are written without saying what the method's error type is. Method resolution finds out how the
//! error inside is reached: the type is one that derefs to a `dyn Error` (`anyhow::Error`, `eyre::Report`, `Box<dyn Error>`),
//! or it is an error itself. What is neither does not compile.
use super::attempt::Attempt;
use super::future::PollAttempt;
use super::method::{BreakerSlot, RetrySlot};
use super::returns::View;
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// How far a chain of sources is followed: one that is longer, or that bites its tail, ends here.
const DEEPEST: usize = 64;

/// What knows the error type of a call.
pub trait Errors {
    /// It.
    type Error;
}
impl<R: RetrySlot, B: BreakerSlot, K, W: View, End> Errors for Attempt<'_, R, B, K, W, End> {
    type Error = W::Error;
}
impl<R: RetrySlot, B: BreakerSlot, K, W: View, End> Errors for PollAttempt<'_, R, B, K, W, End> {
    type Error = W::Error;
}

/// The closure of an error list, which gets its parameter's type here.
#[inline(always)]
pub fn error_list<A: Errors, F: Fn(&A::Error) -> bool>(_attempt: &A, list: F) -> F {
    list
}

/// An error, for method resolution to look at.
pub struct Seen<'a, E: ?Sized>(pub &'a E);

impl<E: ?Sized> Clone for Seen<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: ?Sized> Copy for Seen<'_, E> {}
impl<E: ?Sized> fmt::Debug for Seen<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seen(..)")
    }
}

/// An error as a dynamic one.
pub trait AsDynamic<'a> {
    /// It. The name is one that no trait of the user's has.
    fn __r4c_dynamic(self) -> &'a (dyn Error + 'static);
}

// What needs fewer dereferences is picked first. `Box<dyn Error>` is no `Error` itself, and neither are the errors of
// anyhow and eyre: no type fits two of these but a smart pointer that is an error of its own, which is looked through.

impl<'a, E> AsDynamic<'a> for &&Seen<'a, E>
where
    E: Deref<Target = dyn Error + Send + Sync + 'static>,
{
    fn __r4c_dynamic(self) -> &'a (dyn Error + 'static) {
        &**self.0
    }
}
impl<'a, E> AsDynamic<'a> for &Seen<'a, E>
where
    E: Deref<Target = dyn Error + 'static>,
{
    fn __r4c_dynamic(self) -> &'a (dyn Error + 'static) {
        &**self.0
    }
}
impl<'a, E: Error + 'static> AsDynamic<'a> for Seen<'a, E> {
    fn __r4c_dynamic(self) -> &'a (dyn Error + 'static) {
        self.0
    }
}

/// Whether the error is a `T`.
#[must_use]
pub fn error_is<T: Error + 'static>(error: &(dyn Error + 'static)) -> bool {
    error.is::<T>()
}

/// Whether the error, or one in the chain of its sources, is a `T`.
#[must_use]
pub fn error_has_source<T: Error + 'static>(error: &(dyn Error + 'static)) -> bool {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    chain.take(DEEPEST).any(|error| error.is::<T>())
}

/// Whether a dynamic error is of a type. For generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! error_is {
    ($error:expr, $type:ty) => {{
        use $crate::generated::AsDynamic as _;
        $crate::generated::error_is::<$type>((&&&$crate::generated::Seen($error)).__r4c_dynamic())
    }};
}

/// Whether a dynamic error, or one in the chain of its sources, is of a type. For generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! error_has_source {
    ($error:expr, $type:ty) => {{
        use $crate::generated::AsDynamic as _;
        $crate::generated::error_has_source::<$type>((&&&$crate::generated::Seen($error)).__r4c_dynamic())
    }};
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, error_has_source};
    use std::error::Error;
    use std::fmt;

    /// An error with this many sources below it, the last of which is an I/O error.
    #[derive(Debug)]
    struct Chain(Box<dyn Error>);

    impl fmt::Display for Chain {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("chain")
        }
    }
    impl Error for Chain {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&*self.0)
        }
    }

    fn chain(sources: usize) -> Box<dyn Error> {
        (0..sources).fold(Box::new(std::io::Error::other("end")), |source, _| Box::new(Chain(source)))
    }

    #[test]
    fn a_source_is_found_as_deep_as_the_chain_is_followed() {
        for (sources, found) in [(0, true), (1, true), (DEEPEST - 1, true), (DEEPEST, false), (DEEPEST * 2, false)] {
            assert_eq!(error_has_source::<std::io::Error>(&*chain(sources)), found, "{sources} sources");
        }
    }

    #[test]
    fn dynamic_errors_of_every_shape_are_looked_into() {
        let io = || std::io::Error::other("io");
        let shared: Box<dyn Error + Send + Sync> = Box::new(io());
        let local: Box<dyn Error> = Box::new(io());
        let (own, inside) = (io(), Chain(Box::new(io())));
        assert!(crate::error_is!(&shared, std::io::Error));
        assert!(crate::error_is!(&local, std::io::Error));
        assert!(crate::error_is!(&own, std::io::Error));
        assert!(!crate::error_is!(&inside, std::io::Error));
        assert!(crate::error_has_source!(&inside, std::io::Error));
    }
}
