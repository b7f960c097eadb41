#![deny(warnings)]
//! Classifiers that are generic over what they judge.
use std::error::Error as StdError;
use std::marker::PhantomData;
use r4c::{Classifier, Outcome};
/// Has a status.
pub trait HasStatus {
    /// The status.
    fn status(&self) -> u16;
}
/// A response.
#[derive(Debug, Clone)]
pub struct Response(u16);
impl HasStatus for Response {
    fn status(&self) -> u16 {
        self.0
    }
}
impl<T: HasStatus> HasStatus for Option<T> {
    fn status(&self) -> u16 {
        self.as_ref().map_or(404, T::status)
    }
}
/// By the status.
#[derive(Debug, Clone, Copy)]
pub struct ByStatus;
impl<T: HasStatus, E: StdError + 'static> Classifier<T, E> for ByStatus {
    fn classify(&self, call: Result<&T, &E>) -> Outcome {
        match call {
            Ok(response) if response.status() < 500 => Outcome::Success,
            _ => Outcome::Failure,
        }
    }
}
/// By the error, which need not be sized.
#[derive(Debug, Default)]
pub struct ByError {
    _seen: u8,
}
impl<T: ?Sized, E: AsRef<dyn StdError + Send + Sync> + ?Sized> Classifier<T, E> for ByError {
    fn classify(&self, call: Result<&T, &E>) -> Outcome {
        if call.is_err() { Outcome::Permanent } else { Outcome::Success }
    }
}
/// Of one family.
#[derive(Debug)]
pub struct Only<M>(PhantomData<fn() -> M>);
impl<M> Default for Only<M> {
    fn default() -> Self {
        Only(PhantomData)
    }
}
impl<M, T, E> Classifier<T, E> for Only<M> {
    fn classify(&self, _: Result<&T, &E>) -> Outcome {
        Outcome::Ignore
    }
}
/// Its alias.
pub type OnlyHere = Only<Response>;
/// For values without errors.
#[derive(Debug, Default, Clone, Copy)]
pub enum Presence {
    /// Is wanted.
    #[default]
    Wanted,
}
impl<T> Classifier<Option<T>, std::convert::Infallible> for Presence {
    fn classify(&self, call: Result<&Option<T>, &std::convert::Infallible>) -> Outcome {
        match call {
            Ok(Some(_)) => Outcome::Success,
            Ok(None) => Outcome::Failure,
            Err(never) => match *never {},
        }
    }
}
macro_rules! for_all {
    ($($ty:ty),*) => { $(impl<E> Classifier<$ty, E> for Numbers {
        fn classify(&self, _: Result<&$ty, &E>) -> Outcome {
            Outcome::Success
        }
    })* };
}
/// By a macro.
#[derive(Debug)]
pub struct Numbers;
for_all!(u8, u16);
/// A client.
pub trait Api {
    /// Is one of ours.
    type Error: StdError + 'static;
    /// By status.
    #[r4c::retry(classifier = ByStatus)]
    fn a(&self) -> Result<Response, Self::Error>;
    /// By status of an option.
    #[r4c::retry(classifier = ByStatus, max_attempts = 9)]
    fn b(&self) -> Result<Option<Response>, std::io::Error>;
    /// By the error.
    #[r4c::retry(classifier = ByError)]
    fn c(&self) -> Result<str_::Text, Box<dyn StdError + Send + Sync>>;
    /// By an alias.
    #[r4c::retry(classifier = OnlyHere)]
    fn d<T: Clone>(&self, value: T) -> Result<T, Self::Error>;
    /// By presence.
    #[r4c::retry(classifier = Presence)]
    fn e(&self) -> Option<u8>;
    /// By a macro's impls.
    #[r4c::retry(classifier = Numbers)]
    fn f(&self) -> Result<u16, Self::Error>;
}
/// Texts.
pub mod str_ {
    /// A text.
    pub type Text = &'static str;
}
r4c::include_wrappers!();
