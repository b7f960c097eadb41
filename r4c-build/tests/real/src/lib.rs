//! Client interfaces as they are found in the world, marked; each with an implementation in memory that follows a script.
#![deny(warnings, missing_debug_implementations, unreachable_pub, rust_2018_idioms)]
#![forbid(unsafe_code)]

pub mod key_value;
pub mod object_store;
pub mod publisher;
pub mod repository;
pub mod script;
pub mod service;
pub mod transport;
