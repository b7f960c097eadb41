#![deny(warnings)]
#![deny(missing_docs)]
//! Associated types of supertraits.
use std::fmt::Debug;
/// Has an error.
pub trait HasError {
    /// It.
    type Error: From<r4c::CallNotPermitted> + Debug;
}
/// Has an item.
pub trait HasItem<T> {
    /// It.
    type Item;
}
/// Inherits.
pub trait Base: HasError {}
/// Elsewhere.
pub mod other {
    /// Has several.
    pub trait Third {
        /// By value.
        type Id;
        /// Lent.
        type Lent<'a>
        where
            Self: 'a;
    }
}
/// Of two.
pub trait One: HasError + HasItem<u8> + Send {
    /// Of each.
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "x")]
    fn get(&self) -> Result<Self::Item, Self::Error>;
}
/// Of one behind the other.
pub trait Two: Base {
    /// With a bound.
    type Own: From<Self::Error>;
    /// Of a supertrait's supertrait.
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "x")]
    fn get(&self, own: &Self::Own) -> Result<u8, Self::Error>;
}
/// Of the where clause, too.
pub trait Three<T>: Base + other::Third + HasItem<T>
where
    Self: Iterator,
    T: Clone,
{
    /// Some qualified, some not.
    #[r4c::retry]
    #[r4c::circuit_breaker(name = "x")]
    fn get(&self, id: &Self::Id) -> Result<<Self as HasItem<T>>::Item, Self::Error>;
    /// Of a trait in the where clause.
    #[r4c::retry]
    fn following(&self) -> Result<<Self as Iterator>::Item, <Self as HasError>::Error>;
}
/// Generic.
pub(crate) trait Four: other::Third {
    /// Lends.
    #[r4c::retry]
    fn get(&self) -> Result<Self::Lent<'_>, Self::Id>;
}
r4c::include_wrappers!();
/// A client.
#[derive(Debug)]
pub struct Client(u8);
impl HasError for Client {
    type Error = r4c::CallError<String>;
}
impl HasItem<u8> for Client {
    type Item = u8;
}
impl One for Client {
    fn get(&self) -> Result<u8, r4c::CallError<String>> {
        Ok(self.0)
    }
}
impl<C: HasError> HasError for ResilientOne<C> {
    type Error = C::Error;
}
impl<C: HasItem<u8>> HasItem<u8> for ResilientOne<C> {
    type Item = C::Item;
}
impl other::Third for Client {
    type Id = u8;
    type Lent<'a> = &'a u8;
}
impl Four for Client {
    fn get(&self) -> Result<&u8, u8> {
        Ok(&self.0)
    }
}
impl<C: other::Third> other::Third for ResilientFour<C> {
    type Id = C::Id;
    type Lent<'a>
        = C::Lent<'a>
    where
        C: 'a;
}
/// Uses them.
///
/// # Errors
/// If the client fails.
pub fn first(registry: &r4c::Registry) -> Result<u8, r4c::CallError<String>> {
    let lent = ResilientFour::new(Client(1), registry).expect("no configuration");
    let lent = *lent.get().expect("it is there");
    Ok(ResilientOne::new(Client(lent), registry).expect("no configuration").get()?)
}
