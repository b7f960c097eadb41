//! What one place sets: values for some keys of one kind.
use super::code::Code;
use super::error::ConfigProblem;
use super::key::{Key, PolicyKind};
use super::origin::Origin;
use super::value::{SlidingWindow, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// The keys that one place sets, not yet checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layer {
    values: BTreeMap<Key, Value>,
}

impl Layer {
    pub(crate) fn set(&mut self, key: Key, value: Value) {
        self.values.insert(key, value);
    }

    pub(crate) fn get(&self, key: Key) -> Option<Value> {
        self.values.get(&key).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, Value)> {
        self.values.iter().map(|(key, value)| (*key, *value))
    }

    /// The values that lie outside their key's range. Text is checked when it is read; this is for what is set in code.
    pub(crate) fn check(&self, instance: &str, origin: &Origin) -> Vec<ConfigProblem> {
        let bad = self.iter().filter(|(key, value)| key.spec().domain.check(value).is_err());
        bad.map(|(key, value)| bad_value(key, instance, &value.to_string(), None, origin.clone())).collect()
    }
}

/// A value for each key of one kind, each in its range.
#[derive(Debug)]
pub(crate) struct Values(Layer);

impl Values {
    /// `value_of` gives every key of the kind a checked value.
    pub(crate) fn collect(policy: PolicyKind, value_of: impl Fn(Key) -> Value) -> Values {
        Values(Layer { values: policy.keys().map(|spec| (spec.key, value_of(spec.key))).collect() })
    }

    pub(crate) fn built_in(policy: PolicyKind) -> Values {
        Values::collect(policy, |key| key.spec().default)
    }

    pub(crate) fn count(&self, key: Key) -> u32 {
        match self.get(key) {
            Value::Count(count) => count,
            other => unfit(key, other),
        }
    }

    pub(crate) fn number(&self, key: Key) -> f64 {
        match self.get(key) {
            Value::Number(number) => number,
            other => unfit(key, other),
        }
    }

    pub(crate) fn duration(&self, key: Key) -> Duration {
        match self.get(key) {
            Value::Duration(duration) => duration,
            other => unfit(key, other),
        }
    }

    pub(crate) fn limit(&self, key: Key) -> Option<Duration> {
        match self.get(key) {
            Value::Limit(limit) => limit,
            other => unfit(key, other),
        }
    }

    pub(crate) fn window(&self, key: Key) -> SlidingWindow {
        match self.get(key) {
            Value::Window(window) => window,
            other => unfit(key, other),
        }
    }

    pub(crate) fn flag(&self, key: Key) -> bool {
        match self.get(key) {
            Value::Flag(flag) => flag,
            other => unfit(key, other),
        }
    }

    fn get(&self, key: Key) -> Value {
        self.0.get(key).unwrap_or(key.spec().default)
    }
}

/// Cannot happen: `Domain::check` refuses a variant that is not the key's.
#[cold]
fn unfit(key: Key, value: Value) -> ! {
    unreachable!("`{}` cannot be {value:?}", key.name())
}

/// `instance` is empty for settings that no instance has. `reason` is what is wrong with the text, where the range of the key does not say it.
pub(crate) fn bad_value(key: Key, instance: &str, text: &str, reason: Option<String>, origin: Origin) -> ConfigProblem {
    let spec = key.spec();
    let owner = match instance {
        "" => spec.policy.to_string(),
        instance => format!("{} `{instance}`", spec.policy),
    };
    let (name, expectation) = (spec.name, spec.domain.expectation());
    let message = format!("`{name}` of {owner} cannot be `{text}`: it takes {expectation}");
    ConfigProblem::new(Code::BadValue, message).at(origin).help(reason)
}
