//! A section: what one place sets for one instance, each value with its origin. A table of the file, the
//! variables of an instance, a marker and a call of the builder all become one.
use super::error::ConfigProblem;
use super::key::{Key, PolicyKind};
use super::layer::{Layer, bad_value};
use super::origin::Origin;
use super::spelling::{SectionKey, read_key};
use super::value::Value;
use std::collections::BTreeMap;

/// A value and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sourced<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

/// What one place sets for one instance. All values lie in their ranges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Section {
    values: BTreeMap<Key, Sourced<Value>>,
    base: Option<Sourced<String>>,
}

impl Section {
    /// A section of values that were set in code, all in one place.
    pub(crate) fn from_layer(layer: &Layer, instance: &str, origin: &Origin) -> Result<Section, Vec<ConfigProblem>> {
        let problems = layer.check(instance, origin);
        if !problems.is_empty() {
            return Err(problems);
        }
        let values = layer.iter().map(|(key, value)| (key, Sourced { value, origin: origin.clone() })).collect();
        Ok(Section { values, base: None })
    }

    /// Reads one key and its text. `shown` is as in [`read_key`].
    pub(crate) fn read(
        &mut self,
        policy: PolicyKind,
        instance: &str,
        (written, text): (&str, &str),
        origin: Origin,
        shown: impl Fn(&str) -> String,
    ) -> Result<(), ConfigProblem> {
        match read_key(policy, instance, written, &origin, shown)? {
            SectionKey::Base => self.base = Some(Sourced { value: text.trim().to_owned(), origin }),
            SectionKey::Value(key) => match key.spec().domain.parse(text) {
                Ok(value) => {
                    self.values.insert(key, Sourced { value, origin });
                }
                Err(reason) => return Err(bad_value(key, instance, text, reason, origin)),
            },
        }
        Ok(())
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Sourced<Value>> {
        self.values.get(&key)
    }

    pub(crate) fn base(&self) -> Option<&Sourced<String>> {
        self.base.as_ref()
    }

    /// Where each of its settings stands.
    pub(crate) fn origins(&self) -> impl Iterator<Item = &Origin> {
        self.values.values().map(|sourced| &sourced.origin).chain(self.base.iter().map(|base| &base.origin))
    }

    /// Takes what `other` sets; where both set a key, `other` wins.
    pub(crate) fn overlay(&mut self, other: Section) {
        self.values.extend(other.values);
        if other.base.is_some() {
            self.base = other.base;
        }
    }

    /// Takes the keys of `other` that this one leaves out, and gives back those that it sets differently.
    pub(crate) fn complete(&mut self, other: Section) -> Vec<(Key, Sourced<Value>)> {
        let mut different = Vec::new();
        for (key, theirs) in other.values {
            match self.values.get(&key) {
                Some(ours) if ours.value != theirs.value => different.push((key, theirs)),
                Some(_) => {}
                None => {
                    self.values.insert(key, theirs);
                }
            }
        }
        different
    }
}
