#![no_implicit_prelude]
#![deny(warnings)]
//! A crate without a prelude.
pub mod api {
    /// An error.
    #[derive(::core::fmt::Debug)]
    pub struct Failed;
    impl ::core::convert::From<::r4c::CallNotPermitted> for Failed {
        fn from(_: ::r4c::CallNotPermitted) -> Self {
            Failed
        }
    }
    #[derive(::core::fmt::Debug, ::core::default::Default)]
    pub struct Cls;
    impl<T> ::r4c::Classifier<T, Failed> for Cls {
        fn classify(&self, call: ::core::result::Result<&T, &Failed>) -> ::r4c::Outcome {
            match call {
                ::core::result::Result::Ok(_) => ::r4c::Outcome::Success,
                ::core::result::Result::Err(Failed) => ::r4c::Outcome::Failure,
            }
        }
    }
    pub trait Api {
        #[::r4c::retry(max_attempts = 3, classifier = Cls)]
        #[::r4c::circuit_breaker(name = "api", classifier = Cls)]
        fn get(&self, id: ::std::string::String) -> ::core::result::Result<u8, Failed>;
        #[::r4c::retry(retry_on = Failed {}, delay = "1m30s")]
        fn list(&self) -> ::core::result::Result<::std::vec::Vec<u8>, Failed>;
        #[::r4c::circuit_breaker(sliding_window = "10s")]
        #[::r4c::fallback(none)]
        fn maybe(&self, key: &str) -> ::core::option::Option<u8>;
        fn none(&self, _: &str, _: ::r4c::CallNotPermitted) -> ::core::option::Option<u8> {
            ::core::option::Option::None
        }
        #[::r4c::retry]
        fn later(&self) -> impl ::core::future::Future<Output = ::core::result::Result<u8, Failed>> + ::core::marker::Send;
    }
    ::r4c::include_wrappers!("api");
}
