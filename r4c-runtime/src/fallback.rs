//! Which failures a fallback takes: selected by rustc, from the type of the fallback's parameter.
//!
//! The parameter is `E`, a part of `E` (`TryFrom<E, Error = E>`), `CallNotPermitted`, `ResultRejected<T>`, `ClassifierFailed` or
//! `Failure<T, E>`, which takes all of them. What is not taken passes through to the caller, and only that needs a
//! conversion: [`Takes`] says, as types, what is left.
use crate::generated::Unserved;
use crate::{CallNotPermitted, ClassifierFailed, Failure, FailureKind, ResultRejected};
use std::convert::Infallible;

/// What a parameter can take.
pub mod by {
    /// The call's own error.
    #[derive(Debug)]
    pub struct Error;
    /// A part of the call's own error.
    #[derive(Debug)]
    pub struct Part;
    /// A refusal.
    #[derive(Debug)]
    pub struct NotPermitted;
    /// A rejected value.
    #[derive(Debug)]
    pub struct Rejected;
    /// A classifier's panic.
    #[derive(Debug)]
    pub struct Panic;
    /// Everything.
    #[derive(Debug)]
    pub struct Any;
}

/// What is left for the caller of a refusal `N` and a rejection `J`.
pub trait Takes {
    /// `N`, or `Infallible` where refusals are taken.
    type Refusal<N>;
    /// `J`, or `Infallible` where rejected values are taken.
    type Rejection<J>;
}
macro_rules! takes {
    ($($by:ident leaves $refusal:ty, $rejection:ty;)*) => {$(
        impl Takes for by::$by {
            type Refusal<N> = $refusal;
            type Rejection<J> = $rejection;
        }
    )*};
}
takes! {
    Error leaves N, J;
    Part leaves N, J;
    Panic leaves N, J;
    NotPermitted leaves Infallible, J;
    Rejected leaves N, Infallible;
    Any leaves Infallible, Infallible;
}

/// A refusal that may be impossible.
pub trait Refusal {
    /// As what it is, if it is.
    fn into_refusal(self) -> CallNotPermitted;
}
impl Refusal for CallNotPermitted {
    fn into_refusal(self) -> CallNotPermitted {
        self
    }
}
impl Refusal for Infallible {
    fn into_refusal(self) -> CallNotPermitted {
        match self {}
    }
}

/// A rejected value that may be impossible.
pub trait Rejection<T> {
    /// As what it is, if it is.
    fn into_rejected(self) -> ResultRejected<T>;
}
impl<T> Rejection<T> for ResultRejected<T> {
    fn into_rejected(self) -> ResultRejected<T> {
        self
    }
}
impl<T> Rejection<T> for Infallible {
    fn into_rejected(self) -> ResultRejected<T> {
        match self {}
    }
}

/// What a fallback was given, or what it leaves.
pub type Taken<F, E, By, N, J> = Result<F, Unserved<E, <By as Takes>::Refusal<N>, <By as Takes>::Rejection<J>>>;

/// A fallback's parameter, for calls that give a value `T` or an error `E`.
#[diagnostic::on_unimplemented(
    message = "R4C-FB-006: a fallback for calls that give a value `{T}` and an error `{E}` cannot take `{Self}`",
    label = "not a failure of this method",
    note = "it can take `{E}`, a type with `TryFrom<{E}, Error = {E}>`, `r4c::CallNotPermitted`, `r4c::ResultRejected<{T}>`, `r4c::ClassifierFailed` or `r4c::Failure<{T}, {E}>`"
)]
pub trait FromFailure<T, E, By: Takes>: Sized {
    /// Takes the failure, or leaves it.
    fn take<N: Refusal, J: Rejection<T>>(unserved: Unserved<E, N, J>, attempts: u32) -> Taken<Self, E, By, N, J>;
}

impl<T, E> FromFailure<T, E, by::Error> for E {
    fn take<N: Refusal, J: Rejection<T>>(
        unserved: Unserved<E, N, J>,
        _attempts: u32,
    ) -> Taken<Self, E, by::Error, N, J> {
        match unserved {
            Unserved::Error(error) => Ok(error),
            other => Err(other),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, E, P: TryFrom<E, Error = E>> FromFailure<T, E, by::Part> for P {
    fn take<N: Refusal, J: Rejection<T>>(
        unserved: Unserved<E, N, J>,
        _attempts: u32,
    ) -> Taken<Self, E, by::Part, N, J> {
        match unserved {
            Unserved::Error(error) => P::try_from(error).map_err(Unserved::Error),
            other => Err(other),
        }
    }
}

impl<T, E> FromFailure<T, E, by::Panic> for ClassifierFailed {
    fn take<N: Refusal, J: Rejection<T>>(
        unserved: Unserved<E, N, J>,
        _attempts: u32,
    ) -> Taken<Self, E, by::Panic, N, J> {
        match unserved {
            Unserved::ClassifierFailed(payload) => Ok(Self::new(payload)),
            other => Err(other),
        }
    }
}

impl<T, E> FromFailure<T, E, by::NotPermitted> for CallNotPermitted {
    fn take<N: Refusal, J: Rejection<T>>(
        unserved: Unserved<E, N, J>,
        _attempts: u32,
    ) -> Taken<Self, E, by::NotPermitted, N, J> {
        match unserved {
            Unserved::NotPermitted(refusal) => Ok(refusal.into_refusal()),
            Unserved::Error(error) => Err(Unserved::Error(error)),
            Unserved::Rejected(rejected) => Err(Unserved::Rejected(rejected)),
            Unserved::ClassifierFailed(payload) => Err(Unserved::ClassifierFailed(payload)),
        }
    }
}

impl<T, E> FromFailure<T, E, by::Rejected> for ResultRejected<T> {
    fn take<N: Refusal, J: Rejection<T>>(
        unserved: Unserved<E, N, J>,
        _attempts: u32,
    ) -> Taken<Self, E, by::Rejected, N, J> {
        match unserved {
            Unserved::Rejected(rejected) => Ok(rejected.into_rejected()),
            Unserved::Error(error) => Err(Unserved::Error(error)),
            Unserved::NotPermitted(refusal) => Err(Unserved::NotPermitted(refusal)),
            Unserved::ClassifierFailed(payload) => Err(Unserved::ClassifierFailed(payload)),
        }
    }
}

impl<T, E> FromFailure<T, E, by::Any> for Failure<T, E> {
    fn take<N: Refusal, J: Rejection<T>>(unserved: Unserved<E, N, J>, attempts: u32) -> Taken<Self, E, by::Any, N, J> {
        let kind = match unserved {
            Unserved::Error(error) => FailureKind::Error(error),
            Unserved::NotPermitted(refusal) => FailureKind::NotPermitted(refusal.into_refusal()),
            Unserved::Rejected(rejected) => FailureKind::Rejected(rejected.into_rejected()),
            Unserved::ClassifierFailed(payload) => FailureKind::ClassifierFailed(ClassifierFailed::new(payload)),
        };
        Ok(Self::new(kind, attempts))
    }
}
