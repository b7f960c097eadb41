//! Like a repository of a domain: associated types, a GAT, a boxed filter, a transaction in a closure.
use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::script::{Failed, Script};

/// Something with an identity.
pub trait Entity: Clone + Debug {
    /// By which it is found.
    type Id: Ord + Copy + Debug;
    /// Its identity.
    fn id(&self) -> Self::Id;
}

/// Keeps entities.
pub trait Repository {
    /// What it keeps.
    type Entity: Entity;
    /// What goes wrong.
    type Error: std::error::Error + Send + Sync + 'static;
    /// A view of one that is not copied.
    type Ref<'a>: std::ops::Deref<Target = Self::Entity>
    where
        Self: 'a;
    /// How many it takes.
    const CAPACITY: usize;

    /// Finds one.
    #[r4c::retry(max_attempts = 3, delay = "1ms")]
    #[r4c::circuit_breaker(name = "repository", minimum_calls = 4, sliding_window = 4)]
    fn find(&self, id: <Self::Entity as Entity>::Id) -> Result<Option<Self::Ref<'_>>, Self::Error>;

    /// Finds many.
    #[r4c::retry(max_attempts = 3, delay = "1ms", on_exhausted_result = Return, classifier = NotEmpty)]
    fn find_all(&self, filter: &dyn Fn(&Self::Entity) -> bool) -> Result<Vec<Self::Entity>, Self::Error>;

    /// Keeps one.
    #[r4c::retry(max_attempts = 3, delay = "1ms")]
    fn save(&mut self, entity: Self::Entity) -> Result<(), Self::Error>;

    /// All or nothing.
    fn transaction<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R, Self::Error>) -> Result<R, Self::Error>
    where
        Self: Sized,
    {
        work(self)
    }
}

/// An empty list is not what was asked for.
#[derive(Debug)]
pub struct NotEmpty;

impl<T, E> r4c::Classifier<Vec<T>, E> for NotEmpty {
    fn classify(&self, result: Result<&Vec<T>, &E>) -> r4c::Outcome {
        match result {
            Ok(list) if !list.is_empty() => r4c::Outcome::Success,
            _ => r4c::Outcome::Failure,
        }
    }
}

r4c::include_wrappers!("repository");

/// A user.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    /// The number.
    pub id: u32,
    /// The name.
    pub name: String,
}

impl Entity for User {
    type Id = u32;
    fn id(&self) -> u32 {
        self.id
    }
}

/// In memory.
#[derive(Debug, Default)]
pub struct Users {
    /// What happens.
    pub script: Script,
    users: BTreeMap<u32, User>,
}

/// What goes wrong with users.
#[derive(Debug, PartialEq)]
pub struct UsersError(pub Failed);

impl std::fmt::Display for UsersError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "users: {}", self.0)
    }
}

impl std::error::Error for UsersError {}

impl From<r4c::CallNotPermitted> for UsersError {
    fn from(_: r4c::CallNotPermitted) -> UsersError {
        UsersError(Failed::Refused)
    }
}

impl Users {
    /// That follows a script.
    pub fn new(script: Script) -> Users {
        Users { script, users: BTreeMap::new() }
    }
}

impl Repository for Users {
    type Entity = User;
    type Error = UsersError;
    type Ref<'a> = &'a User;
    const CAPACITY: usize = 10;
    fn find(&self, id: u32) -> Result<Option<&User>, UsersError> {
        self.script.next().map_err(UsersError)?;
        Ok(self.users.get(&id))
    }
    fn find_all(&self, filter: &dyn Fn(&User) -> bool) -> Result<Vec<User>, UsersError> {
        self.script.next().map_err(UsersError)?;
        Ok(self.users.values().filter(|user| filter(user)).cloned().collect())
    }
    fn save(&mut self, user: User) -> Result<(), UsersError> {
        self.script.next().map_err(UsersError)?;
        self.users.insert(user.id, user);
        Ok(())
    }
}
