//! Like the commands of a key-value client: generic values, conversions of keys, `&mut self`.
use std::collections::HashMap;
use std::hash::Hash;

use crate::script::{Failed, Script};

/// A value that can be read.
pub trait FromValue: Sized {
    /// Reads it.
    fn from_value(bytes: &[u8]) -> Result<Self, Failed>;
}

/// A value that can be written.
pub trait ToArgs {
    /// Writes it.
    fn to_args(&self) -> Vec<u8>;
}

impl FromValue for String {
    fn from_value(bytes: &[u8]) -> Result<Self, Failed> {
        String::from_utf8(bytes.to_vec()).map_err(|_| Failed::Broken)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(bytes: &[u8]) -> Result<Self, Failed> {
        if bytes.is_empty() { Ok(None) } else { T::from_value(bytes).map(Some) }
    }
}

impl ToArgs for &str {
    fn to_args(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }
}

/// The asynchronous commands.
pub trait AsyncCommands: Send + Sized {
    /// Reads.
    #[r4c::retry(max_attempts = 3, delay = "1ms", retry_on = Failed::Busy)]
    #[r4c::circuit_breaker(name = "key-value", minimum_calls = 4, sliding_window = 4)]
    fn get<'a, K: ToArgs + Clone + Send + Sync + 'a, RV: FromValue + Send + 'a>(
        &'a mut self,
        key: K,
    ) -> impl Future<Output = Result<RV, Failed>> + Send + 'a;

    /// Writes.
    #[r4c::retry(max_attempts = 3, delay = "1ms", retry_on = Failed::Busy)]
    fn set<K, V>(&mut self, key: K, value: V) -> impl Future<Output = Result<(), Failed>> + Send
    where
        K: ToArgs + Clone + Send + Sync,
        V: ToArgs + Clone + Send + Sync;
}

/// The blocking commands.
pub trait Commands<K: Hash + Eq + ?Sized = str> {
    /// What is stored.
    type Value: Clone;

    /// Counts up.
    #[r4c::retry(max_attempts = 3, delay = "1ms", retry_on = Failed::Busy)]
    fn incr<D: Into<i64>>(&mut self, key: &K, delta: D) -> Result<i64, Failed>;

    /// Reads.
    #[r4c::circuit_breaker(name = "key-value")]
    fn peek(&self, key: &K) -> Result<Option<&Self::Value>, Failed>;
}

r4c::include_wrappers!("key_value");

/// In memory.
#[derive(Debug, Default)]
pub struct Memory {
    /// What happens.
    pub script: Script,
    values: HashMap<Vec<u8>, Vec<u8>>,
    counters: HashMap<String, i64>,
}

impl Memory {
    /// That follows a script.
    pub fn new(script: Script) -> Memory {
        Memory { script, ..Memory::default() }
    }
}

impl AsyncCommands for Memory {
    async fn get<'a, K: ToArgs + Clone + Send + Sync + 'a, RV: FromValue + Send + 'a>(
        &'a mut self,
        key: K,
    ) -> Result<RV, Failed> {
        self.script.next()?;
        RV::from_value(self.values.get(&key.to_args()).map_or(&[], Vec::as_slice))
    }
    async fn set<K, V>(&mut self, key: K, value: V) -> Result<(), Failed>
    where
        K: ToArgs + Clone + Send + Sync,
        V: ToArgs + Clone + Send + Sync,
    {
        self.script.next()?;
        self.values.insert(key.to_args(), value.to_args());
        Ok(())
    }
}

impl Commands for Memory {
    type Value = i64;
    fn incr<D: Into<i64>>(&mut self, key: &str, delta: D) -> Result<i64, Failed> {
        self.script.next()?;
        let counter = self.counters.entry(key.to_owned()).or_default();
        *counter += delta.into();
        Ok(*counter)
    }
    fn peek(&self, key: &str) -> Result<Option<&i64>, Failed> {
        self.script.next()?;
        Ok(self.counters.get(key))
    }
}
