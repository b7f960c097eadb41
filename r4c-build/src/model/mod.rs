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
mod policy;

use std::collections::BTreeSet;
use std::fmt;

use quote::ToTokens;
use syn::{Attribute, GenericArgument, Generics, Ident, Path, PathArguments, Signature, Type, Visibility};

use crate::parse::method::{names_self, takes_self};
use crate::source::Span;
pub(crate) use policy::{
    Binding, CircuitBreaker, Classifier, Construction, ErrorItem, ErrorList, ExhaustedResult, Fallback, Instance,
    Policies, Retry, Setting, Value,
};

/// The function that every wrapper type has: a method of this name cannot be offered beside it.
pub(crate) const CONSTRUCTOR: &str = "new";

/// Everything that a crate has marked, and everything that the check rules need to judge it.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// The files to be written, in the order of their paths.
    pub files: Vec<OutputFile>,
    /// The places where modules bring in their wrappers, for the rules of `check`.
    pub inclusions: Vec<Inclusion>,
    /// The wrappers whose name is taken already, for the rules of `check`.
    pub taken: Vec<Taken>,
    /// The edition of the package, such as 2024.
    pub edition: u16,
    /// The lints that the package forbids.
    pub forbidden: BTreeSet<String>,
}

/// A wrapper whose name its module has already.
#[derive(Debug)]
pub(crate) struct Taken {
    /// The name.
    pub name: String,
    /// The first marker of the wrapper.
    pub span: Span,
    /// Where the name is declared.
    pub other: Span,
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
    /// The target: `lib`, `bin tool`.
    pub target: String,
    /// Whether that is the lib, or names it: both are in one program then.
    pub with_lib: bool,
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
    /// An implementation of the trait for every type that can be in its place, the wrapper among them. For `check`.
    pub for_all: Option<Span>,
    /// Whether it exists in this build for certain: it stands under no `#[cfg]` that cannot be known.
    pub certain: bool,
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
}

/// Inherent `impl` blocks of one type in one module, each with at least one marked method.
#[derive(Debug)]
pub(crate) struct InherentWrapper {
    /// Whether it exists in this build for certain: it stands under no `#[cfg]` that cannot be known.
    pub certain: bool,
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
}

/// A marked free function.
#[derive(Debug)]
pub(crate) struct FunctionWrapper {
    /// Whether it exists in this build for certain: it stands under no `#[cfg]` that cannot be known.
    pub certain: bool,
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
    /// What that stands for, if it is an alias of this package; only of a marked method.
    pub stands_for: Option<Type>,
    /// How it takes `self`.
    pub receiver: Receiver,
    /// Whether it returns `Self`, or takes it inside of another type (`&Self` is not meant): a wrapper is no wrapped value.
    /// Only on unmarked methods: of an impl, or of a trait if they have a default body, to which the wrapper leaves them.
    pub needs_self: bool,
    /// Whether the wrapper's future may not borrow `self`: it works with a clone.
    pub detached: bool,
    /// Whether the wrapper's future has the wrapped value, which must live as long for it.
    pub owns_self: bool,
    /// Whether the wrapper's future must not show what its output depends on: only an `async` block hides that.
    pub hides_output: bool,
    /// The parameters of the trait that the wrapper's future holds, and that must be `'static` for it.
    pub static_parameters: Vec<String>,
    /// What the wrapper's future needs and cannot hold in any way; never after `check`.
    pub unheld: Option<Unheld>,
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
    ImplFuture(FutureBounds),
    /// `-> Pin<Box<dyn Future<Output = R> ..>>`, `-> BoxFuture<'_, R>`, or an alias of this package for one of them.
    BoxedFuture(FutureBounds),
}

/// What a signature promises of its future.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FutureBounds {
    /// `Send`.
    pub send: bool,
    /// `Sync`.
    pub sync: bool,
    /// `Unpin`.
    pub unpin: bool,
}

/// Something that the wrapper's future needs, and may not hold.
#[derive(Debug)]
pub(crate) struct Unheld {
    /// Where it is written.
    pub span: Span,
    /// Why, for people.
    pub why: String,
}

/// How the wrapper's future holds an argument.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Held {
    /// As it is given.
    #[default]
    AsItIs,
    /// `&T`, which may not be held: a copy is lent to each attempt.
    Copied,
    /// The same of `Option<&T>`.
    CopiedOption,
    /// A `Cow<'_, T>`, which may not be held: it owns what it borrows.
    CopiedCow,
    /// An `impl Into<X>` which may not be held: as `X`.
    Converted,
}

/// How an unmarked method gives a value of its own type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GivenSelf {
    /// `-> Self`.
    Itself,
    /// `-> Result<Self, E>`, `-> Option<Self>`, or whatever an alias makes of it.
    Inside,
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
    /// How the wrapper's future holds it.
    pub held: Held,
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

impl Method {
    /// Whether the wrapper's future keeps something inside that its parts borrow.
    pub(crate) fn borrows_from_itself(&self) -> bool {
        let is_copied = |argument: &Argument| matches!(argument.held, Held::Copied | Held::CopiedOption);
        self.detached || self.hides_output || self.arguments.iter().any(is_copied)
    }

    /// Whether it gives a value of its own type, which the wrapper of a trait wraps in its turn; and how.
    pub(crate) fn given_self(&self) -> Option<GivenSelf> {
        let has_policies = !matches!(self.receiver, Receiver::None | Receiver::Other);
        let is_plain = matches!(self.kind, MethodKind::Sync | MethodKind::Async | MethodKind::AsyncTrait);
        let may = is_plain && has_policies && !self.arguments.iter().any(|argument| takes_self(&argument.ty));
        let Type::Path(output) = &self.output else { return None };
        match &output.path.segments.last()?.arguments {
            _ if !may || output.qself.is_some() => None,
            PathArguments::None if output.path.is_ident("Self") => Some(GivenSelf::Itself),
            PathArguments::AngleBracketed(list) => {
                let is_it = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(Type::Path(path)) if path.path.is_ident("Self"));
                let others = list.args.iter().filter(|argument| !is_it(argument));
                let once = list.args.iter().filter(|argument| is_it(argument)).count() == 1;
                let only = !others.into_iter().any(|argument| names_self(argument.to_token_stream()));
                (once && only).then_some(GivenSelf::Inside)
            }
            _ => None,
        }
    }
}

impl Wrapper {
    /// Whether it exists in this build for certain.
    pub(crate) fn is_certain(&self) -> bool {
        match self {
            Wrapper::Trait(wrapper) => wrapper.certain,
            Wrapper::Inherent(wrapper) => wrapper.certain,
            Wrapper::Function(wrapper) => wrapper.certain,
        }
    }

    /// Its methods, marked or not, in the order of the source.
    pub(crate) fn methods(&self) -> Vec<&Method> {
        match self {
            Wrapper::Trait(wrapper) => wrapper.methods.iter().collect(),
            Wrapper::Inherent(wrapper) => wrapper.blocks.iter().flat_map(|block| &block.methods).collect(),
            Wrapper::Function(wrapper) => vec![&wrapper.function],
        }
    }
}
