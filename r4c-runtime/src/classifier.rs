use crate::Outcome;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Decides, attempt by attempt, whether a result or an error is a success, a failure or neither.
///
/// `T` and `E` are the value and the error of the call. A call that returns a `Result<T, E>` (or any alias of one)
/// has both; any other return type is the value, with `E = Infallible`.
///
/// A classifier named in a marker is made once for each method, by `Default` or as a unit struct, and shared by the
/// retry and the circuit breaker that name the same type: it is asked once an attempt. In a wrapper it must be
/// `Send + Sync`.
///
/// It should not panic. If it does, the panic becomes the call's failure: the breaker records a failure, the retry stops
/// at once, and the caller gets the same panic, unless a fallback takes [`ClassifierFailed`](crate::ClassifierFailed).
/// Under `panic = "abort"` it aborts, as every panic does.
///
/// ```
/// use r4c::{Classifier, Outcome};
/// use std::time::Duration;
///
/// struct Response { status: u16, retry_after: Option<Duration> }
///
/// #[derive(Default)]
/// struct StatusClassifier;
///
/// impl Classifier<Response, std::io::Error> for StatusClassifier {
///     fn classify(&self, result: Result<&Response, &std::io::Error>) -> Outcome {
///         match result {
///             Ok(response) if response.status >= 500 || response.status == 429 => Outcome::Failure,
///             Ok(response) if response.status == 404 => Outcome::Ignore,
///             Ok(_) => Outcome::Success,
///             Err(_) => Outcome::Failure,
///         }
///     }
///     fn retry_after(&self, result: Result<&Response, &std::io::Error>) -> Option<Duration> {
///         result.ok()?.retry_after
///     }
/// }
/// let answer = Response { status: 503, retry_after: None };
/// assert_eq!(StatusClassifier.classify(Ok(&answer)), Outcome::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-009: `{Self}` does not classify calls that give a value `{T}` and an error `{E}`",
    label = "needs `impl r4c::Classifier<{T}, {E}> for {Self}`",
    note = "the value and the error are those of the method's return type; a return type that is no `Result` is the value, with the error `Infallible`"
)]
pub trait Classifier<T: ?Sized, E: ?Sized> {
    /// Judges one attempt by what it returned.
    fn classify(&self, result: Result<&T, &E>) -> Outcome;

    /// How long the other side asked us to wait, for instance by a `Retry-After` header.
    ///
    /// Asked only after a [`Failure`](Outcome::Failure) that will be repeated. The answer replaces the computed delay,
    /// without jitter, and is capped by `max_delay`; if it does not fit into what is left of `max_duration`, the retry gives up.
    fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
        let _ = result;
        None
    }
}

macro_rules! forward_to_pointee {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<C: Classifier<T, E> + ?Sized, T: ?Sized, E: ?Sized> Classifier<T, E> for $pointer {
            #[inline]
            fn classify(&self, result: Result<&T, &E>) -> Outcome {
                (**self).classify(result)
            }
            fn retry_after(&self, result: Result<&T, &E>) -> Option<Duration> {
                (**self).retry_after(result)
            }
        }
    )*};
}
forward_to_pointee!(&C, Box<C>, Arc<C>);

/// A classifier made of a closure, by [`classify_fn`].
#[derive(Clone, Copy)]
pub struct ClassifyFn<F>(F);

impl<F> fmt::Debug for ClassifyFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClassifyFn(..)")
    }
}

#[diagnostic::do_not_recommend]
impl<F: Fn(Result<&T, &E>) -> Outcome, T: ?Sized, E: ?Sized> Classifier<T, E> for ClassifyFn<F> {
    #[inline]
    fn classify(&self, result: Result<&T, &E>) -> Outcome {
        (self.0)(result)
    }
}

/// Makes a classifier of a closure, for pipelines (a marker names a type).
///
/// ```
/// use r4c::{Classifier, Outcome, classify_fn};
/// let any_error = classify_fn(|result: Result<&u64, &String>| match result {
///     Ok(_) => Outcome::Success,
///     Err(_) => Outcome::Failure,
/// });
/// assert_eq!(any_error.classify(Err(&"down".to_owned())), Outcome::Failure);
/// ```
pub fn classify_fn<T: ?Sized, E: ?Sized, F: Fn(Result<&T, &E>) -> Outcome>(classify: F) -> ClassifyFn<F> {
    ClassifyFn(classify)
}

/// Makes a classifier for calls that cannot fail: an `Option`, a status, any plain value.
///
/// ```
/// use r4c::{Classifier, Outcome, on_value};
/// let wants_some = on_value(|found: &Option<u8>| if found.is_some() { Outcome::Success } else { Outcome::Failure });
/// assert_eq!(wants_some.classify(Ok(&None)), Outcome::Failure);
/// ```
pub fn on_value<T: ?Sized>(classify: impl Fn(&T) -> Outcome) -> impl Classifier<T, Infallible> {
    classify_fn(move |result: Result<&T, &Infallible>| match result {
        Ok(value) => classify(value),
        Err(never) => match *never {},
    })
}
