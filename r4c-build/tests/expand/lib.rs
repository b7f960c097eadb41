//! Everything that is generated, compiled as strictly as a client may.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub, rust_2018_idioms)]
#![forbid(unsafe_code)]
