//! The marker attributes of r4c. Each hands its item back unchanged: the generator (`r4c-build`) reads the
//! arguments from the source, so a program without generated code is the program without r4c.
//!
//! They use no parser on purpose: a build pays nothing for a marker, and nothing for compiling one.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Marks a method whose failed attempts are repeated. Changes nothing by itself.
///
/// `#[r4c::retry(name = "..", max_attempts = 3, delay = "500ms", multiplier = 1.0, max_delay = "..", jitter = 0.0,
/// max_duration = "..", retry_on = PATTERN, abort_on = PATTERN, classifier = Type, on_exhausted_result = Return | Reject)]`;
/// every argument may be left out.
#[proc_macro_attribute]
pub fn retry(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Marks a method whose calls are refused while its dependency is down. Changes nothing by itself.
///
/// `#[r4c::circuit_breaker(name = "..", failure_rate_threshold = 50, sliding_window = 100 or "60s", minimum_calls = 100,
/// open_duration = "60s", open_multiplier = 1.0, open_max_duration = "..", half_open_calls = 10,
/// half_open_max_duration = "..", auto_half_open = false, slow_call_duration = "..", slow_call_rate_threshold = 100,
/// record_on = PATTERN, ignore_on = PATTERN, classifier = Type)]`; every argument may be left out.
#[proc_macro_attribute]
pub fn circuit_breaker(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Names the method that answers when the marked one fails: `#[r4c::fallback(unavailable)]`. Changes nothing by itself.
///
/// The named method takes the same arguments and one more, whose type says which failures it takes.
#[proc_macro_attribute]
pub fn fallback(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}
