//! Inherent methods.

use std::fmt::Debug;

use r4c::CallError;

/// A client of a store of `T`s.
#[derive(Debug, Clone, Default)]
pub struct Client<T: Debug = u8> {
    /// What it holds.
    pub items: Vec<T>,
    calls: std::cell::Cell<usize>,
}

impl<T: Debug + Clone> Client<T> {
    /// Not in the wrapper: nothing to call it on.
    pub fn new() -> Self {
        Self { items: Vec::new(), calls: std::cell::Cell::new(0) }
    }

    /// Gets an item.
    #[r4c::retry(delay = "0ms")]
    #[r4c::circuit_breaker(name = "client")]
    pub fn get(&self, inner: usize) -> Result<&T, CallError<String>> {
        self.calls.set(self.calls.get() + 1);
        if self.calls.get() < 3 { Err(CallError::call("flaky".to_owned())) } else { Ok(&self.items[inner]) }
    }

    /// Gets all, with a fallback that only the client has.
    #[r4c::retry(max_attempts = 2, delay = "0ms")]
    #[r4c::fallback(none)]
    pub async fn all(&self, deep: bool) -> Result<Vec<T>, String> {
        if deep { Err("deep".to_owned()) } else { Ok(self.items.clone()) }
    }

    async fn none(&self, _deep: bool, _error: String) -> Result<Vec<T>, String> {
        Ok(Vec::new())
    }

    /// Adds one.
    #[must_use]
    #[r4c::retry(delay = "0ms")]
    pub(crate) async fn add(&mut self, item: T) -> Result<usize, String> {
        self.items.push(item);
        self.calls.set(self.calls.get() + 1);
        if self.calls.get() < 2 { Err("first".to_owned()) } else { Ok(self.items.len()) }
    }

    /// Not marked, and takes another client.
    #[deprecated]
    pub fn merge(&mut self, other: &Self) -> usize {
        self.items.extend_from_slice(&other.items);
        self.items.len()
    }

    /// Not marked; gives the client, not the wrapper.
    #[must_use]
    pub fn with(mut self, item: T) -> Self {
        self.items.push(item);
        self
    }
}

impl Client<u8> {
    /// Only for some; the name is taken in another block.
    #[r4c::circuit_breaker(name = "sum")]
    pub fn sum(self) -> Result<u8, CallError<String>> {
        Ok(self.items.iter().sum())
    }
}

/// Has no parameters, and is neither `Clone` nor `Debug`.
pub(crate) struct Plain;

impl Plain {
    /// Under a name that the wrapper could have used.
    #[r4c::retry(delay = "0ms")]
    pub(crate) fn inner(&self, attempt: u8, result: u8) -> Result<u8, String> {
        Ok(attempt + result)
    }

    #[cfg(not(windows))]
    #[r4c::retry(delay = "0ms")]
    pub(crate) fn system(&self) -> Result<&'static str, String> {
        Ok("other")
    }

    #[cfg(windows)]
    #[r4c::retry(name = "windows", delay = "0ms")]
    pub(crate) fn system(&self) -> Result<&'static str, String> {
        Ok("windows")
    }
}

/// Blocks of the same types in another module.
pub mod extra {
    use super::{Client, Plain};

    /// Judges what only this module can name.
    #[derive(Debug, Default)]
    struct Private;
    impl r4c::Classifier<usize, String> for Private {
        fn classify(&self, result: Result<&usize, &String>) -> r4c::Outcome {
            if result.is_ok() { r4c::Outcome::Success } else { r4c::Outcome::Failure }
        }
    }

    impl<T: std::fmt::Debug> Client<T> {
        /// How many items there are.
        #[r4c::retry(delay = "0ms", classifier = Private)]
        pub fn count(&self, inner: usize) -> Result<usize, String> {
            self.calls.set(self.calls.get() + 1);
            if self.calls.get() < 2 { Err("first".to_owned()) } else { Ok(self.items.len() + inner) }
        }

        /// Not marked.
        pub fn clear(&mut self) {
            self.items.clear();
        }
    }

    impl Plain {
        /// Async, and of a type whose wrapper is not public.
        #[r4c::retry(delay = "0ms")]
        pub(crate) async fn wait(&mut self, turn: u8) -> Result<u8, String> {
            Ok(turn)
        }
    }

    r4c::include_wrappers!("inherent.extra");
}

/// Borrows.
pub struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// Over a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Reader { text }
    }

    /// The first word; an accessor of the wrapper has its name.
    #[r4c::retry(delay = "0ms")]
    pub fn get_ref(&self) -> Option<&'a str> {
        self.text.split(' ').next()
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reader")
    }
}

/// What the wrappers of this module give.
pub fn inside(registry: &r4c::Registry) -> Result<(u8, &'static str), Box<dyn std::error::Error>> {
    let plain = ResilientPlain::new(Plain, registry)?;
    let mut client = ResilientClient::new(Client::<u8>::new(), registry)?;
    drop(client.add(1));
    let mut other = ResilientPlain::new(Plain, registry)?;
    drop(other.wait(1));
    Ok((plain.inner(1, 2)?, plain.system()?))
}

r4c::include_wrappers!("inherent");
