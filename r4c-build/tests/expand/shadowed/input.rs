//! A module in which nothing means what it usually does, and a method has every name that generated code could use.
#![allow(missing_docs, missing_debug_implementations, async_fn_in_trait)]

pub mod std {}
pub mod core {}
pub mod alloc {}

/// A value, not the one of the standard library.
#[derive(Debug, PartialEq, Eq)]
pub enum Result {
    Fine,
}

#[derive(Debug)]
pub struct Option;
#[derive(Debug)]
pub struct Some;
#[derive(Debug)]
pub struct Ok;
#[derive(Debug)]
pub struct Err;
#[derive(Debug)]
pub struct Box;
#[derive(Debug)]
pub struct Vec;
#[derive(Debug)]
pub struct C;
#[derive(Debug)]
pub struct Inner;
pub trait Clone {}
pub trait Debug {}
pub trait Default {}
pub trait Send {}
pub trait Sync {}
pub trait Future {}
pub trait From {}
pub trait Into {}

/// Its methods are in scope on everything.
pub trait Meddler: Sized {
    fn settle(self) {}
    fn settle_by(self) {}
    fn clone(self) {}
    fn into(self) {}
    fn call(self) {}
    fn next(self) {}
    fn deref(self) {}
    fn classify(self) {}
}
impl<T> Meddler for T {}

#[allow(unused_macros)]
macro_rules! panic {
    ($($anything:tt)*) => {};
}
#[allow(unused_macros)]
macro_rules! returns {
    ($($anything:tt)*) => {};
}

pub struct Everything;
impl<T, E> r4c::Classifier<T, E> for Everything {
    fn classify(&self, _: ::core::result::Result<&T, &E>) -> r4c::Outcome {
        r4c::Outcome::Success
    }
}

#[allow(clippy::too_many_arguments)]
pub trait Odd {
    #[r4c::retry(delay = "0ms", classifier = Everything)]
    #[r4c::circuit_breaker(name = "odd", classifier = Everything)]
    #[r4c::fallback(failure)]
    fn inner(&self, attempt: C, result: &Inner, turn: u8, future: u8, poll: u8, cx: u8, failure: u8, asked: u8) -> Result;

    fn failure(
        &self, attempt: C, result: &Inner, turn: u8, future: u8, poll: u8, cx: u8, failure: u8, asked: u8,
        last: r4c::Failure<Result, ::core::convert::Infallible>,
    ) -> Result;

    #[r4c::retry(delay = "0ms")]
    async fn r#type(&self, r#match: u8, policies: ::std::string::String) -> Result;

    #[r4c::retry(delay = "0ms")]
    #[r4c::fallback(lost)]
    async fn call(&mut self, call: &str, inner: u8) -> Result;

    fn lost(&self, call: &str, inner: u8, error: ::core::convert::Infallible) -> Result;
}

impl ::core::clone::Clone for C {
    fn clone(&self) -> Self {
        C
    }
}

r4c::include_wrappers!("shadowed");
