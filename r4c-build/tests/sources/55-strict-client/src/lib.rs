#![deny(warnings, missing_docs, unreachable_pub, missing_debug_implementations, missing_copy_implementations)]
#![deny(clippy::all, clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![deny(rust_2018_idioms, rust_2021_compatibility, future_incompatible, nonstandard_style, let_underscore)]
#![deny(elided_lifetimes_in_paths, explicit_outlives_requirements, single_use_lifetimes, trivial_casts)]
#![deny(trivial_numeric_casts, unused_qualifications, unused_results, unused_lifetimes, unused_import_braces)]
#![deny(absolute_paths_not_starting_with_crate, variant_size_differences, macro_use_extern_crate, meta_variable_misuse)]
#![deny(non_ascii_idents, redundant_lifetimes, unit_bindings, unnameable_types, ambiguous_negative_literals)]
#![deny(keyword_idents, let_underscore_drop, redundant_imports, unsafe_op_in_unsafe_fn, unused_extern_crates, unused_macro_rules)]
#![forbid(unsafe_code)]
//! A client that tolerates nothing.
mod inner {
    use super::Failed;
    /// A client that the crate shares.
    pub(crate) trait Shared {
        /// Gets.
        #[r4c::retry(max_attempts = 3)]
        #[r4c::circuit_breaker(name = "shared")]
        #[r4c::fallback(zero)]
        fn get(&self, id: String) -> Result<u8, Failed>;
        /// Is fallen back to.
        fn zero(&self, id: String, failed: Failed) -> Result<u8, Failed>;
    }
    r4c::include_wrappers!("inner");
}
pub(crate) use inner::{ResilientShared, Shared};
/// What can go wrong.
#[derive(Debug, Clone, Copy)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Self
    }
}
impl From<r4c::ResultRejected<u8>> for Failed {
    fn from(_: r4c::ResultRejected<u8>) -> Self {
        Self
    }
}
/// Judges.
#[derive(Debug, Clone, Copy)]
pub struct Cls;
impl<T> r4c::Classifier<T, Failed> for Cls {
    fn classify(&self, call: Result<&T, &Failed>) -> r4c::Outcome {
        call.map_or(r4c::Outcome::Failure, |_| r4c::Outcome::Success)
    }
}
#[derive(Debug)]
struct Here;
impl Shared for Here {
    fn get(&self, id: String) -> Result<u8, Failed> {
        u8::try_from(id.len()).map_err(|_| Failed)
    }
    fn zero(&self, id: String, failed: Failed) -> Result<u8, Failed> {
        if id.is_empty() { Err(failed) } else { Ok(0) }
    }
}
/// Uses the shared one.
///
/// # Errors
/// If something is wrong.
pub fn shared(registry: &r4c::Registry) -> Result<u8, Failed> {
    ResilientShared::new(Here, registry).map_err(|_| Failed)?.get(String::new())
}
/// A client for all.
pub trait Api: Send + Sync {
    /// Gets.
    ///
    /// # Errors
    /// If something is wrong.
    #[must_use = "it may be an error"]
    #[r4c::retry(max_attempts = 3, classifier = Cls, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "api", classifier = Cls, sliding_window = 10, minimum_calls = 5)]
    fn get(&self, id: &str) -> Result<u8, Failed>;
    /// Gets later.
    fn later(&self, id: &str) -> impl Future<Output = Result<u8, Failed>> + Send;
    /// Gets later, with policies.
    #[r4c::retry(retry_on = Failed {})]
    fn retried(&self, id: String) -> impl Future<Output = Result<u8, Failed>> + Send;
}
/// A client with methods of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Client {
    calls: u8,
}
impl Client {
    /// Gets.
    ///
    /// # Errors
    /// If something is wrong.
    #[r4c::retry]
    pub fn get(&mut self, id: &str) -> Result<u8, Failed> {
        self.calls += 1;
        u8::try_from(id.len()).map_err(|_| Failed)
    }
    /// Counts.
    #[must_use]
    pub const fn calls(&self) -> u8 {
        self.calls
    }
}
/// A function.
///
/// # Errors
/// If something is wrong.
#[r4c::circuit_breaker(name = "fetch")]
pub async fn fetch(id: u8) -> Result<u8, Failed> {
    std::future::ready(Ok(id)).await
}
r4c::include_wrappers!();
