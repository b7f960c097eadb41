#![allow(dead_code, unused_macros)]
#![deny(unused_must_use, missing_docs)]
//! A crate that calls its own things by the names of others.
mod r4c {}
mod core {}
mod std {}
mod alloc {}
macro_rules! attempts { () => {}; }
macro_rules! returns { () => {}; }
macro_rules! matches { () => {}; }
macro_rules! panic { () => {}; }
#[derive(Debug)]
struct Some;
struct Ok;
struct Err;
#[derive(Clone)]
struct Option<T>(T);
type String = u8;
struct Vec;
struct Box;
trait Send {}
trait Sync {}
trait Clone2 {}
trait Default {}
trait Future {}
trait Fn {}
trait Iterator {}
#[allow(non_camel_case_types)]
struct u8_;
fn drop() {}
/// A result of its own.
pub enum Result<T, E> {
    /// Good.
    Good(T),
    /// Bad.
    Bad(E),
}
/// Judges.
#[derive(Debug)]
pub struct Cls;
impl<T, E> ::r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: ::core::result::Result<&T, &E>) -> ::r4c::Outcome {
        if call.is_err() { ::r4c::Outcome::Failure } else { ::r4c::Outcome::Success }
    }
}
/// A client.
#[allow(private_interfaces)]
pub trait Api {
    /// Its own result.
    #[::r4c::retry(classifier = Cls)]
    fn a(&self) -> Result<String, String>;
    /// The true result.
    #[::r4c::retry(classifier = Cls)]
    #[::r4c::circuit_breaker(name = "b", classifier = Cls)]
    #[::r4c::fallback(b_else)]
    fn b(&self, id: Option<u8>) -> ::std::result::Result<u8, String>;
    /// Is fallen back to.
    fn b_else(&self, id: Option<u8>, failure: ::r4c::Failure<u8, String>) -> ::std::result::Result<u8, String>;
    /// Later.
    #[::r4c::retry]
    fn c(&self, id: ::std::string::String) -> impl ::core::future::Future<Output = ::std::result::Result<u8, String>> + ::core::marker::Send;
}
/// A trait of a name that is used.
#[allow(non_snake_case)]
pub mod Inner {
    /// A client.
    pub trait Registry<C, Inner, A, B, K, W, T, E> {
        /// Gets.
        #[::r4c::retry(classifier = super::Cls)]
        fn new(&self, registry: C) -> ::std::result::Result<Inner, A>
        where
            C: ::core::clone::Clone;
        /// Gets.
        #[::r4c::retry(classifier = super::Cls)]
        fn get_ref(&self) -> ::std::result::Result<B, K>;
        /// Gets.
        #[::r4c::retry(classifier = super::Cls)]
        fn clone(&self, w: &W, t: &T, e: &E) -> ::std::result::Result<B, K>;
        /// Gets.
        #[::r4c::circuit_breaker(name = "b")]
        fn inner(&self) -> ::std::result::Result<B, ::r4c::CallError<E>>;
    }
    ::r4c::include_wrappers!("Inner");
}
::r4c::include_wrappers!();
