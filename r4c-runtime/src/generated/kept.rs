//! What a wrapper keeps besides its methods' policies: the fallback's own arguments, copies of what a future may not borrow,
//! the policies of a free function, and those of methods in another module than the wrapper type.
use crate::{ConfigError, Registry};
use std::borrow::Cow;
use std::ffi::{CStr, OsStr};
use std::path::Path;
use std::sync::OnceLock;

/// An argument that a call and its fallback can both be given.
#[diagnostic::on_unimplemented(
    message = "R4C-ARG-003: `{Self}` is passed by value to a method with a fallback, and cannot be cloned for the fallback",
    label = "needs `Clone`",
    note = "three ways out: derive `Clone` for it, take it by reference, or leave the fallback away"
)]
pub trait Kept: Sized {
    #[doc(hidden)]
    fn kept(&self) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Kept for T {
    fn kept(&self) -> Self {
        self.clone()
    }
}

/// The fallback's copy of an argument.
#[inline]
pub fn keep<T: Kept>(argument: &T) -> T {
    argument.kept()
}

/// What a borrowed argument refers to, if that can be copied.
#[diagnostic::on_unimplemented(
    message = "R4C-ARG-010: the future of this method may not hold a borrow of `{Self}`, and no copy of it can be held instead",
    label = "needs `Clone`",
    note = "three ways out: derive `Clone` for it, let the future hold the borrow (`BoxFuture<'a, ..>` and `&'a`), or write an `async fn`"
)]
pub trait Lendable {
    // Not through `ToOwned`: where an associated type has a part in it, rustc shows its own text.
    #[doc(hidden)]
    fn copied(&self) -> Box<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Lendable for T {
    fn copied(&self) -> Box<T> {
        Box::new(self.clone())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Lendable for [T] {
    fn copied(&self) -> Box<[T]> {
        self.into()
    }
}

macro_rules! lendable {
    ($($ty:ty),*) => {
        $(impl Lendable for $ty {
            fn copied(&self) -> Box<$ty> {
                self.into()
            }
        })*
    };
}
lendable!(str, CStr, OsStr, Path);

/// A copy of a borrowed argument that the method's future may not hold: lent to each attempt.
#[inline]
pub fn copied<T: Lendable + ?Sized>(argument: &T) -> Box<T> {
    argument.copied()
}

/// The same of an argument that may be missing.
#[inline]
pub fn copied_option<T: Lendable + ?Sized>(argument: Option<&T>) -> Option<Box<T>> {
    argument.map(copied)
}

/// A `Cow` that the method's future may not hold, as one that owns its value.
#[inline]
pub fn owned<T: ToOwned + ?Sized>(argument: Cow<'_, T>) -> Cow<'static, T> {
    Cow::Owned(argument.into_owned())
}

/// A wrapped value of which a future can have a clone, where it may not borrow `self`.
#[diagnostic::on_unimplemented(
    message = "R4C-ARG-010: a method of `{Self}` gives a future that may not borrow `self`, and no clone of it can be held instead",
    label = "needs `Clone`",
    note = "three ways out: derive `Clone` for it, wrap an `Arc` of it, or let the future borrow (`BoxFuture<'_, ..>`)"
)]
pub trait Detached: Clone {}

#[diagnostic::do_not_recommend]
impl<T: Clone> Detached for T {}

/// The wrapped value for a future that may not borrow it.
#[inline]
pub fn detached<T: Detached>(inner: &T) -> T {
    inner.clone()
}

/// What has a wrapped value inside, in whose place the wrapper can put another wrapper.
#[diagnostic::on_unimplemented(
    message = "R4C-ARG-007: an unmarked method of the trait gives `{Self}`, and the wrapper cannot put itself into that",
    label = "only into a `Result`, an `Option`, a `Vec` or a `Box`",
    note = "two ways out: give the method a default body, or put the marked methods into a trait of their own"
)]
pub trait Rewrap<C, W> {
    /// The same with the wrapper inside.
    type Wrapped;
    #[doc(hidden)]
    fn rewrap(self, wrap: impl Fn(C) -> W) -> Self::Wrapped;
}
impl<C, W, E> Rewrap<C, W> for Result<C, E> {
    type Wrapped = Result<W, E>;
    fn rewrap(self, wrap: impl Fn(C) -> W) -> Result<W, E> {
        self.map(wrap)
    }
}
impl<C, W> Rewrap<C, W> for Option<C> {
    type Wrapped = Option<W>;
    fn rewrap(self, wrap: impl Fn(C) -> W) -> Option<W> {
        self.map(wrap)
    }
}
impl<C, W> Rewrap<C, W> for Vec<C> {
    type Wrapped = Vec<W>;
    fn rewrap(self, wrap: impl Fn(C) -> W) -> Vec<W> {
        self.into_iter().map(wrap).collect()
    }
}
impl<C, W> Rewrap<C, W> for Box<C> {
    type Wrapped = Box<W>;
    fn rewrap(self, wrap: impl Fn(C) -> W) -> Box<W> {
        Box::new(wrap(*self))
    }
}

/// Puts the wrapper in the place of the wrapped value that a method has given.
#[inline]
pub fn rewrap<C, W, R: Rewrap<C, W>>(given: R, wrap: impl Fn(C) -> W) -> R::Wrapped {
    given.rewrap(wrap)
}

/// The policies of a free function: made of the global registry at the first call.
///
/// # Panics
/// If the settings do not work out. A function has no constructor that could say so.
#[inline]
pub fn global<M>(held: &'static OnceLock<M>, make: fn(&Registry) -> Result<M, ConfigError>) -> &'static M {
    match held.get() {
        Some(policies) => policies,
        None => held.get_or_init(|| make(Registry::global()).unwrap_or_else(|error| panic!("{error}"))),
    }
}

/// The policies that a module adds to the wrapper type of another one; `N` numbers the modules.
pub trait More<const N: usize> {
    /// The policies of all its methods.
    type Policies: Clone;
    /// Makes them.
    ///
    /// # Errors
    /// Where the settings do not work out.
    fn policies(registry: &Registry) -> Result<Self::Policies, ConfigError>;
}
