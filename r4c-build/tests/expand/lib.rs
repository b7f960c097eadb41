//! Everything that is generated, compiled as strictly as a client may.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub, rust_2018_idioms)]
#![deny(clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]
