//! What a method is marked with: the arguments of its markers, typed and bound.
use std::time::Duration;

use syn::{Ident, Path, Signature, Type};

use super::Location;
use crate::source::Span;

/// What a method is marked with.
#[derive(Debug, Default)]
pub(crate) struct Policies {
    /// `#[r4c::retry(..)]`.
    pub retry: Option<Retry>,
    /// `#[r4c::circuit_breaker(..)]`.
    pub circuit_breaker: Option<CircuitBreaker>,
    /// `#[r4c::fallback(..)]`.
    pub fallback: Option<Fallback>,
}

/// The arguments of one `retry` marker.
#[derive(Debug)]
pub(crate) struct Retry {
    /// Which retry of the registry it is.
    pub instance: Instance,
    /// The values it writes, in the order of the key table.
    pub settings: Vec<Setting>,
    /// The values that other markers of the same instance write and this one does not.
    pub inherited: Vec<Setting>,
    /// Errors that are retried.
    pub retry_on: Option<ErrorList>,
    /// Errors that are never retried.
    pub abort_on: Option<ErrorList>,
    /// Who judges.
    pub classifier: Option<Classifier>,
    /// What becomes of a rejected value that is not retried any more; `None` when not written.
    pub on_exhausted_result: Option<ExhaustedResult>,
    /// Where that value stands, or the marker.
    pub exhausted_span: Span,
    /// The `&mut` arguments that may be used again: `reuse(buffer)`.
    pub reuse: Vec<Ident>,
    /// `src/orders.rs:12:5`: where the marker stands.
    pub location: Location,
    /// The whole marker.
    pub span: Span,
}

/// The arguments of one `circuit_breaker` marker.
#[derive(Debug)]
pub(crate) struct CircuitBreaker {
    /// Which breaker of the registry it is.
    pub instance: Instance,
    /// The values it writes, in the order of the key table.
    pub settings: Vec<Setting>,
    /// The values that other markers of the same instance write and this one does not.
    pub inherited: Vec<Setting>,
    /// Errors that count as failures.
    pub record_on: Option<ErrorList>,
    /// Errors that do not count at all.
    pub ignore_on: Option<ErrorList>,
    /// Who judges.
    pub classifier: Option<Classifier>,
    /// `src/orders.rs:12:5`: where the marker stands.
    pub location: Location,
    /// The whole marker.
    pub span: Span,
}

/// The arguments of one `fallback` marker, and what is known about the method it names.
#[derive(Debug)]
pub(crate) struct Fallback {
    /// The method of the same trait, impl or module.
    pub method: Ident,
    /// Its signature, where the sources show it.
    pub signature: Option<Signature>,
    /// Whether it is there; `None` if that cannot be seen. For `check`.
    pub exists: Option<bool>,
    /// A similar name that is there. For `check`.
    pub similar: Option<String>,
    /// Whether calling it gives a future: `async fn`, `impl Future`, a boxed one.
    pub is_async: bool,
    /// The type of its last argument: which failures it takes.
    pub failure: Option<Type>,
    /// `src/orders.rs:12:5`: where the marker stands.
    pub location: Location,
    /// The whole marker.
    pub span: Span,
}

/// The name of a retry or breaker in the registry and in configuration keys.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    /// `orders`, or `OrdersApi::get` where no name is written.
    pub id: String,
    /// Whether it comes from `name = ".."`.
    pub written: bool,
    /// Of the string, or of the marker.
    pub span: Span,
}

/// One value of a marker: `max_attempts = 3`.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// A key of the key table, as it is written in a marker: `max_attempts`.
    pub key: &'static str,
    /// Its value.
    pub value: Value,
    /// Where the value stands.
    pub span: Span,
}

/// The value of a setting, in range for its key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value {
    /// `max_attempts`, `minimum_calls`, `half_open_calls`.
    Count(u64),
    /// `failure_rate_threshold`, `slow_call_rate_threshold`: more than 0, at most 100.
    Percent(f64),
    /// `multiplier`, `open_multiplier` (at least 1), `jitter` (0 to 1).
    Factor(f64),
    /// `delay`, `open_duration`, ..
    Duration(Duration),
    /// `auto_half_open`.
    Flag(bool),
    /// `sliding_window = 100`.
    CallWindow(u64),
    /// `sliding_window = "60s"`: whole seconds, at least one.
    TimeWindow(Duration),
}

/// The value of `on_exhausted_result`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExhaustedResult {
    /// The last value is returned.
    Return,
    /// It becomes a `ResultRejected`.
    Reject,
}

/// The value of `retry_on`, `abort_on`, `record_on`, `ignore_on`: an error is in the list when one item matches.
#[derive(Debug, Clone)]
pub(crate) struct ErrorList {
    /// At least one.
    pub items: Vec<ErrorItem>,
    /// The guard after `if`; only where all items are patterns.
    pub guard: Option<syn::Expr>,
    /// The whole value.
    pub span: Span,
}

/// One alternative of an error list.
#[derive(Debug, Clone)]
pub(crate) enum ErrorItem {
    /// A pattern on `&E`, with default binding modes. A lone identifier or `_` only where there is a guard.
    Pattern(syn::Pat),
    /// `dyn io::Error`: the error is a dynamic one and this is the type inside.
    Downcast(Type),
    /// `source dyn io::Error`: the error or one in its `source()` chain is of this type.
    Source(Type),
}

/// A classifier as a marker names it.
#[derive(Debug, Clone)]
pub(crate) struct Classifier {
    /// The path as written; it is resolved in the module of the wrapper, where it was resolved for the marker.
    pub path: Path,
    /// How to make one.
    pub construction: Construction,
    /// What the path names, for the rules of `check`.
    pub binding: Binding,
    /// The same for the same definition. Where the definition cannot be seen: the same for the same path.
    pub identity: String,
    /// Where the path stands.
    pub span: Span,
}

/// What the path of a classifier names.
#[derive(Debug, Clone)]
pub(crate) enum Binding {
    /// The sources of this package do not show it: left to rustc.
    Unknown,
    /// A type of this package that can be one.
    Type {
        /// Its name.
        name: String,
        /// Where it is declared.
        span: Span,
        /// Whether a value of it can be made: a unit struct, `Default`, or unknown.
        constructible: bool,
        /// Whether it implements `Classifier`, or may do so.
        implements: bool,
    },
    /// Nothing.
    Missing {
        /// The segment of the path that is not there.
        name: String,
        /// Where that segment stands.
        span: Span,
        /// The module in which it was looked for: `crate::orders`.
        module: String,
        /// A similar name that is there.
        similar: Option<String>,
    },
    /// Something that is not a type.
    NotAType {
        /// `function`, `module`, `macro`, `constant`, ..
        what: &'static str,
        /// Where it is declared, if in this package.
        span: Option<Span>,
    },
    /// A trait, a type parameter, ..
    NotConcrete {
        /// `trait`, `type parameter`, ..
        what: &'static str,
    },
    /// A type with generic parameters.
    Generic {
        /// Where it is declared.
        span: Span,
    },
    /// A type that is declared in a function body.
    InBody {
        /// Where it is declared.
        span: Span,
    },
    /// Something that is private to another module.
    Inaccessible {
        /// The segment of the path that is private.
        name: String,
        /// Where that segment stands.
        at: Span,
        /// Where it is declared.
        span: Span,
    },
}

/// How a value of a classifier's type is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Construction {
    /// It is a unit struct: `path {}` is an expression for it (also where `path` is an alias).
    Unit,
    /// It is a unit struct that has, or may have, a `Default`, which goes first where it exists.
    UnitOrDefault,
    /// `<path as ::core::default::Default>::default()`.
    Default,
    /// The definition cannot be seen: to be made like `Default`; rustc decides.
    Unknown,
}

impl Policies {
    /// Whether the method is marked at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.retry.is_none() && self.circuit_breaker.is_none() && self.fallback.is_none()
    }

    /// The classifier that retry and breaker share: asked once per attempt.
    pub(crate) fn shared_classifier(&self) -> Option<&Classifier> {
        let retry = self.retry.as_ref()?.classifier.as_ref()?;
        let breaker = self.circuit_breaker.as_ref()?.classifier.as_ref()?;
        (retry.identity == breaker.identity).then_some(retry)
    }
}
