//! Generic traits, associated types, supertraits: bounds and names go through.

use std::fmt::Debug;
use std::future::Future;

use r4c::{CallNotPermitted, Outcome};

/// Judges whatever it is given.
#[derive(Debug, Default)]
pub struct AnyError;
impl<T, E> r4c::Classifier<T, E> for AnyError {
    fn classify(&self, result: Result<&T, &E>) -> Outcome {
        if result.is_ok() { Outcome::Success } else { Outcome::Failure }
    }
}

/// A repository: the conversion of its error is a bound of the wrapper.
pub trait Repo {
    /// What it holds.
    type Item: Debug;
    /// Why it fails.
    type Error;
    /// What it lends.
    type View<'a>: Debug
    where
        Self: 'a;

    /// Gets one.
    #[r4c::retry(delay = "0ms", classifier = AnyError)]
    #[r4c::circuit_breaker(name = "repo", classifier = AnyError)]
    fn get(&self, id: u32) -> Result<Self::Item, Self::Error>;

    /// Lends one.
    #[r4c::circuit_breaker(name = "repo")]
    fn view(&self, id: u32) -> Result<Self::View<'_>, Self::Error>;

    /// Lends one by reference, later.
    #[r4c::circuit_breaker(name = "repo")]
    fn lend(&self, id: u32) -> impl Future<Output = Result<&Self::Item, Self::Error>> + Send;

    /// Puts one.
    #[r4c::retry(delay = "0ms")]
    fn put(&self, item: Self::Item) -> Result<(), Self::Error>
    where
        Self::Item: Clone;
}

/// Judges numbers only.
#[derive(Debug)]
pub struct Even;
impl r4c::Classifier<u32, r4c::CallError<String>> for Even {
    fn classify(&self, result: Result<&u32, &r4c::CallError<String>>) -> Outcome {
        if result.is_ok_and(|number| number % 2 == 0) { Outcome::Success } else { Outcome::Failure }
    }
}
impl<'a> r4c::Classifier<Option<&'a u32>, std::convert::Infallible> for Even {
    fn classify(&self, result: Result<&Option<&'a u32>, &std::convert::Infallible>) -> Outcome {
        if result == Ok(&None) { Outcome::Failure } else { Outcome::Success }
    }
}

/// A result of this crate.
pub type FoundResult<T> = Result<T, r4c::CallError<String>>;

/// Its classifier does not judge every item: the wrapper works for those that it does.
pub trait Finder {
    /// What it finds.
    type Item;

    /// Finds one.
    #[r4c::retry(delay = "0ms", classifier = Even, on_exhausted_result = Reject)]
    #[r4c::fallback(lost)]
    fn find(&self) -> FoundResult<Self::Item>;

    /// Takes rejected ones.
    fn lost(&self, rejected: r4c::ResultRejected<Self::Item>) -> FoundResult<Self::Item> {
        Ok(rejected.into_result())
    }

    /// Finds it, or not.
    #[r4c::retry(delay = "0ms", classifier = Even)]
    fn maybe(&self) -> Option<&Self::Item>;
}

/// Parameters of every kind.
pub trait Map<'m, C: ?Sized + 'm, V = String, const N: usize = 2>: Send + Sync
where
    C: AsRef<str>,
    V: Clone,
{
    /// Gets some.
    #[r4c::circuit_breaker(name = "map")]
    fn get<const K: usize, F>(&'m self, key: &'m C, pick: F) -> Result<[V; K], Missing<V>>
    where
        F: Fn(&V) -> bool;

    /// A parameter that cannot be inferred.
    #[r4c::retry(delay = "0ms")]
    fn count<T: 'static>(&self) -> usize;

    /// The array's length is the trait's.
    fn all(&self) -> [V; N];
}

/// Not there.
#[derive(Debug, PartialEq, Eq)]
pub struct Missing<V>(pub Option<V>);
impl<V> From<CallNotPermitted> for Missing<V> {
    fn from(_: CallNotPermitted) -> Self {
        Missing(None)
    }
}

/// Has a name.
pub trait Named {
    /// The name.
    fn name(&self) -> String;
}

/// Its supertrait is implemented for the wrapper beside it.
pub trait Service: Named + Send {
    /// Also in the supertrait.
    #[r4c::retry(delay = "0ms")]
    fn name(&self) -> Result<String, String>;
}

impl<C: Service> Named for ResilientService<C> {
    fn name(&self) -> String {
        format!("resilient {}", Named::name(self.get_ref()))
    }
}

/// Gives and takes itself.
#[allow(async_fn_in_trait)]
pub trait Tree: Sized {
    /// Marked, and takes another one.
    #[r4c::retry(delay = "0ms")]
    fn join(&self, other: &Self) -> Result<u32, String>;

    /// A branch.
    #[must_use]
    fn branch(&self) -> Self;

    /// With a leaf.
    #[must_use]
    fn with(self, leaf: u32) -> Self;

    /// Later.
    async fn later(&self) -> Self;

    /// Left to the default.
    fn branches(&self) -> Vec<Self> {
        vec![self.branch(), self.branch()]
    }

    /// Left to the default.
    fn sum(trees: &[Self]) -> usize {
        trees.len()
    }
}

r4c::include_wrappers!("generics");
