//! The value and the error of a call, told from its return type by rustc itself.
//!
//! The generator pastes the return type token for token and does not guess from its spelling: most methods use an alias of
//! `Result`. Method resolution picks [`ViaResult`] for every `Result`, whatever it is called, [`ViaFuture`], which is an error, for
//! every future, and [`ViaValue`] for the rest.
use crate::{Classifier, Outcome};
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;

/// How a return type is seen: a value and an error.
pub trait View {
    /// The return type.
    type Return;
    /// Its value.
    type Value;
    /// Its error; `Infallible` for what is no `Result`.
    type Error;
    /// Looks at it.
    fn view(result: &Self::Return) -> Result<&Self::Value, &Self::Error>;
    /// Asks a classifier about it. Written so that a classifier that is inlined needs no second look at which of the two it is.
    fn classify<C: Classifier<Self::Value, Self::Error> + ?Sized>(result: &Self::Return, classifier: &C) -> Outcome;
    /// Takes it apart.
    fn split(result: Self::Return) -> Result<Self::Value, Self::Error>;
    /// Puts it together again.
    fn join(parts: Result<Self::Value, Self::Error>) -> Self::Return;
}

/// A `Result<T, E>`, under whichever name.
#[derive(Debug)]
pub struct AsResult<T, E>(PhantomData<fn() -> (T, E)>);

impl<T, E> View for AsResult<T, E> {
    type Return = Result<T, E>;
    type Value = T;
    type Error = E;
    #[inline(always)]
    fn view(result: &Result<T, E>) -> Result<&T, &E> {
        result.as_ref()
    }
    #[inline(always)]
    fn classify<C: Classifier<T, E> + ?Sized>(result: &Result<T, E>, classifier: &C) -> Outcome {
        match result {
            Ok(value) => classifier.classify(Ok(value)),
            Err(error) => classifier.classify(Err(error)),
        }
    }
    #[inline(always)]
    fn split(result: Result<T, E>) -> Result<T, E> {
        result
    }
    #[inline(always)]
    fn join(parts: Result<T, E>) -> Result<T, E> {
        parts
    }
}

/// Anything else: the value, which cannot fail.
#[derive(Debug)]
pub struct AsValue<T>(PhantomData<fn() -> T>);

impl<T> View for AsValue<T> {
    type Return = T;
    type Value = T;
    type Error = Infallible;
    #[inline(always)]
    fn view(result: &T) -> Result<&T, &Infallible> {
        Ok(result)
    }
    #[inline(always)]
    fn classify<C: Classifier<T, Infallible> + ?Sized>(result: &T, classifier: &C) -> Outcome {
        classifier.classify(Ok(result))
    }
    #[inline(always)]
    fn split(result: T) -> Result<T, Infallible> {
        Ok(result)
    }
    #[inline(always)]
    fn join(parts: Result<T, Infallible>) -> T {
        match parts {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }
}

/// Says how a call's return type is seen; made by [`returns!`](crate::returns).
pub struct Returns<W>(PhantomData<fn() -> W>);

impl<W> Clone for Returns<W> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<W> Copy for Returns<W> {}
impl<W> fmt::Debug for Returns<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Returns")
    }
}
impl<T, E> Returns<AsResult<T, E>> {
    pub(crate) const RESULT: Self = Self(PhantomData);
}
impl<T> Returns<AsValue<T>> {
    pub(crate) const VALUE: Self = Self(PhantomData);
}

/// A return type as a value, for method resolution to look at.
#[derive(Debug)]
pub struct Type<R>(PhantomData<fn() -> R>);

impl<R> Type<R> {
    /// The only one.
    pub const OF: Self = Self(PhantomData);
}
impl<R> Clone for Type<R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R> Copy for Type<R> {}

/// Picked where the type is a `Result`: needs no dereference, so it goes first.
pub trait ViaResult {
    /// How it is seen.
    type View;
    /// The answer. The name is one that no trait of the user's has.
    fn __r4c_returns(self) -> Returns<Self::View>;
}
impl<T, E> ViaResult for &Type<Result<T, E>> {
    type View = AsResult<T, E>;
    #[inline(always)]
    fn __r4c_returns(self) -> Returns<AsResult<T, E>> {
        Returns::RESULT
    }
}

/// A future, which nobody waits for: whether the call fails is known only later. No type is `Awaited`.
#[diagnostic::on_unimplemented(
    message = "R4C-CLS-010: a method under a policy returns `{Self}`, a future: whether its output is a failure cannot be seen",
    label = "this future would be judged as a value",
    note = "write the output into the signature: `-> impl Future<Output = Result<..>>`, `-> BoxFuture<'_, ..>`, or `async fn`"
)]
pub trait Awaited {}

/// Picked for futures.
pub trait ViaFuture {
    /// How it would be seen.
    type View;
    /// The future.
    type Future: ?Sized;
    /// The answer.
    fn __r4c_returns(self) -> Returns<Self::View>
    where
        Self::Future: Awaited;
}
impl<F: Future> ViaFuture for &Type<F> {
    type View = AsValue<F>;
    type Future = F;
    fn __r4c_returns(self) -> Returns<AsValue<F>>
    where
        F: Awaited,
    {
        Returns::VALUE
    }
}

/// Picked for every other type.
pub trait ViaValue {
    /// How it is seen.
    type View;
    /// The answer.
    fn __r4c_returns(self) -> Returns<Self::View>;
}
impl<T> ViaValue for Type<T> {
    type View = AsValue<T>;
    #[inline(always)]
    fn __r4c_returns(self) -> Returns<AsValue<T>> {
        Returns::VALUE
    }
}

/// The three, without names. One of them is used, so all of them are, and nobody need be told to allow what is not.
pub mod via {
    pub use super::{ViaFuture as _, ViaResult as _, ViaValue as _};
}

/// Says which value and error a return type has. For generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! returns {
    ($return:ty) => {{
        use $crate::generated::via::*;
        (&$crate::generated::Type::<$return>::OF).__r4c_returns()
    }};
}
