#![deny(warnings)]
//! One file in several targets.
pub mod shared;
