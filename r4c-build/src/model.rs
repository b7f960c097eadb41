//! What the generator knows after `resolve`: plain data, public fields, nothing to compute.
//!
//! `check` reads it and finds faults; `expand` reads it and writes code. After `check` found no error the following
//! holds, so `expand` cannot fail:
//! * a marked method has at least one policy, is neither `const` nor `extern` nor variadic, and its receiver can be
//!   used for each attempt;
//! * names are bound as far as the sources of this package show them; what they do not show is `None` or `Unknown`
//!   and is left to rustc;
//! * the order of files, wrappers and methods is that of their names and of the source: same input, same model.
//!
//! Marker attributes are *taken out* of every item in here. All other attributes stay as they are written.
use std::fmt;
use std::time::Duration;

use syn::{Attribute, Generics, Ident, Path, Signature, Type, Visibility};

use crate::source::Span;

/// Everything that a crate has marked, and everything that the check rules need to judge it.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// The files to be written, in the order of their paths.
    pub files: Vec<OutputFile>,
    /// The places where modules bring in their wrappers, for the rules of `check`.
    pub inclusions: Vec<Inclusion>,
}

/// One `include_wrappers!(..)` or `include!(concat!(env!("OUT_DIR"), "/r4c/.."))`.
#[derive(Debug)]
pub(crate) struct Inclusion {
    /// The file that it reads, as [`OutputFile::path`]; `None` if the argument is not of a form that r4c knows.
    pub path: Option<String>,
    /// Whether it is right in its module.
    pub right: bool,
    /// The line that is right there.
    pub line: String,
    /// The module in which it stands.
    pub module: String,
    /// Its argument, or all of it.
    pub span: Span,
}

/// One generated file: the wrappers of one module of one target.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// Where it goes, relative to `OUT_DIR/r4c`: `orders.rs`, `crate.rs`, `bin-tool/net.client.rs`.
    pub path: String,
    /// The module as people write it: `crate`, `crate::net::client`; raw identifiers with their `r#`.
    pub module: String,
    /// How the runtime is reached from this package: `::r4c`, or `::resil` where the dependency is renamed.
    pub runtime: Path,
    /// In the order of the source. Empty where a module includes its wrappers and has marked nothing (yet): the file
    /// must exist all the same.
    pub wrappers: Vec<Wrapper>,
    /// Whether the module brings them in.
    pub included: bool,
    /// The line that does so: `r4c::include_wrappers!("orders");`.
    pub line: String,
    /// All modules that this file serves: more than one where a source file is mounted twice.
    pub modules: Vec<String>,
}

/// One thing to generate. The marked method of a trait or impl brings in the whole trait or impl.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // few of them exist, each lives in one `Vec`
pub(crate) enum Wrapper {
    /// A wrapper type that implements the trait.
    Trait(TraitWrapper),
    /// A wrapper type with the methods of inherent `impl` blocks.
    Inherent(InherentWrapper),
    /// A function beside the marked free function.
    Function(FunctionWrapper),
}

/// A trait with at least one marked method.
#[derive(Debug)]
pub(crate) struct TraitWrapper {
    /// The name of the wrapper type: `ResilientOrdersApi`.
    pub name: Ident,
    /// The trait as written, without the markers: attributes (with its own `#[cfg]`s), visibility, unsafety, generics,
    /// supertraits, all items in order. Bodies of default methods are still in it.
    pub item: syn::ItemTrait,
    /// The attributes of the trait that make its `async fn`s boxed: `#[async_trait(?Send)]`, also under a `cfg_attr`
    /// and under another name. They are to be repeated on the impl as they are. Empty for other traits.
    pub async_trait: Vec<Attribute>,
    /// One for each `syn::TraitItem::Fn` of `item`, in the same order, marked or not.
    pub methods: Vec<Method>,
    /// Where the trait's name stands.
    pub location: Location,
}

/// Inherent `impl` blocks of one type in one module, each with at least one marked method.
#[derive(Debug)]
pub(crate) struct InherentWrapper {
    /// The name of the wrapper type: `ResilientClient`.
    pub name: Ident,
    /// Whether this file declares the wrapper type. Blocks of the same type in other modules add impls to it.
    pub home: Home,
    /// The visibility of the wrapped type, as it must be written in this module.
    pub visibility: Visibility,
    /// The generic parameters and where clause of the wrapped type's definition (defaults included), where the
    /// sources show it.
    pub definition: Option<Generics>,
    /// The wrapped type as the first block writes it: `Client<T>`.
    pub self_type: Type,
    /// In the order of the source. Each becomes an impl of the wrapper.
    pub blocks: Vec<ImplBlock>,
    /// Where the first marked block begins.
    pub location: Location,
}

/// Where a wrapper type of inherent blocks is declared.
#[derive(Debug, Clone)]
pub(crate) enum Home {
    /// In this file.
    Here,
    /// In the file of another module; this is the path to the type: `crate::net::ResilientClient`.
    Elsewhere(Path),
}

/// One inherent `impl` block with marked methods.
#[derive(Debug)]
pub(crate) struct ImplBlock {
    /// The attributes of the block: its `#[cfg]`s and others.
    pub attributes: Vec<Attribute>,
    /// The generic parameters and the where clause of the block.
    pub generics: Generics,
    /// The type as this block writes it.
    pub self_type: Type,
    /// The marked methods, and the unmarked ones that are visible outside of their module, which are forwarded.
    pub methods: Vec<Method>,
    /// Where the block begins.
    pub location: Location,
}

/// A marked free function.
#[derive(Debug)]
pub(crate) struct FunctionWrapper {
    /// The name of the generated function: `resilient_fetch`.
    pub name: Ident,
    /// The function itself; its `attributes` and `visibility` are those of the item.
    pub function: Method,
}

/// A method or function, marked or not.
#[derive(Debug)]
pub(crate) struct Method {
    /// The identifier without `r#`, for text and ids. `signature.ident` is the one for code.
    pub name: String,
    /// Attributes as written (docs, `#[cfg]`, `#[deprecated]`, ..), without the markers.
    pub attributes: Vec<Attribute>,
    /// Inherited for trait methods.
    pub visibility: Visibility,
    /// As written, patterns and defaults included.
    pub signature: Signature,
    /// What its return type means.
    pub kind: MethodKind,
    /// The type that is judged: the return type of a sync method (`()` if none is written), the output of the
    /// future of an async one. Tokens of the user; `Self` and associated types are as written.
    pub output: Type,
    /// How it takes `self`.
    pub receiver: Receiver,
    /// Its arguments without the receiver.
    pub arguments: Vec<Argument>,
    /// What it is marked with; all `None` when it is only forwarded.
    pub policies: Policies,
    /// `src/orders.rs:12:5`: of the first marker, or of the signature where there is no marker.
    pub location: Location,
    /// Where its name stands.
    pub span: Span,
}

/// How a method gives its result.
#[derive(Debug, Clone)]
pub(crate) enum MethodKind {
    /// It returns the value.
    Sync,
    /// A native `async fn`.
    Async,
    /// An `async fn` under `#[async_trait]`: see [`TraitWrapper::async_trait`]. (For an inherent impl or a free
    /// function this does not occur.)
    AsyncTrait,
    /// `-> impl Future<Output = R>`.
    ImplFuture {
        /// Whether `Send` is among the bounds.
        send: bool,
    },
    /// `-> Pin<Box<dyn Future<Output = R> ..>>`, `-> BoxFuture<'_, R>`, or an alias of this package for one of them.
    BoxedFuture,
}

/// How a method takes `self`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// No receiver: a free function, or an associated function (never marked).
    None,
    /// `&self`, `self: &Self`.
    Reference,
    /// `&mut self`, `self: &mut Self`.
    Mutable,
    /// `self`. Never under a retry.
    Value,
    /// `self: Box<Self>`. Never on a marked method.
    Boxed,
    /// `Arc<Self>`, `&Arc<Self>`, `Pin<&mut Self>`, ..: only on an unmarked trait method that has a default body; the
    /// wrapper leaves it to that body.
    Other,
}

/// One argument.
#[derive(Debug, Clone)]
pub(crate) struct Argument {
    /// Attributes, such as `#[cfg]`.
    pub attributes: Vec<Attribute>,
    /// The pattern as written; only an identifier where the method has no body.
    pub pattern: syn::Pat,
    /// Its type as written.
    pub ty: Type,
    /// How another attempt gets it.
    pub form: ArgumentForm,
    /// Where it stands.
    pub span: Span,
}

/// What the type of an argument says about using it a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentForm {
    /// `&T`: reborrowed.
    Reference,
    /// `&mut T`: reborrowed; under a retry only with `reuse(argument)`.
    Mutable,
    /// `impl Into<X>`, or a type parameter `I: Into<X>`, that is not `Clone`: converted once.
    Into,
    /// Anything else by value: cloned while another attempt may follow, else moved.
    Value,
}

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
    /// A pattern on `&E`, with default binding modes. Never a lone identifier or `_`.
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
    /// `<path as ::core::default::Default>::default()`.
    Default,
    /// The definition cannot be seen: to be made like `Default`; rustc decides.
    Unknown,
}

/// A place in the sources of the package, for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Location {
    /// Relative to the package, with forward slashes: `src/orders.rs`.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
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
