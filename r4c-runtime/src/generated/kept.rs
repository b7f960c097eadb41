//! What a wrapper keeps besides its methods' policies: the fallback's own arguments, the policies of a free function, and
//! those of methods in another module than the wrapper type.
use crate::{ConfigError, Registry};
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
