//! Sources of configuration: keys and values from a file, or from wherever the program has them.
use super::code::Code;
use super::error::{ConfigError, ConfigProblem};
use super::key::PolicyKind;
use super::origin::Origin;
use super::section::Section;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Configuration from a file, or from wherever the program has it: for each instance the keys that it sets.
///
/// It is checked as it is made, so a source that exists has only known keys with good values.
///
/// ```
/// use r4c::{Registry, config::ConfigSource};
/// let source = ConfigSource::from_pairs("settings", [
///     ("r4c.retry.default.delay", "50ms"),
///     ("r4c.circuit-breaker.orders.failure-rate-threshold", "30"),
/// ])?;
/// let registry = Registry::builder().config(source).build()?;
/// # let _ = registry;
/// let wrong = ConfigSource::from_pairs("settings", [("r4c.retry.orders.dealy", "50ms")]).unwrap_err();
/// assert!(wrong.to_string().contains("did you mean `delay`?"));
/// # Ok::<(), r4c::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ConfigSource {
    sections: BTreeMap<(PolicyKind, String), Section>,
}

impl ConfigSource {
    /// A source that says nothing.
    pub fn empty() -> ConfigSource {
        ConfigSource::default()
    }

    /// Full keys, `r4c.retry.orders.max-attempts`, and their values as text; `name` says in messages and in the
    /// report where they come from. A key that is given twice has its last value.
    pub fn from_pairs<K, V>(name: &str, pairs: impl IntoIterator<Item = (K, V)>) -> Result<ConfigSource, ConfigError>
    where
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut reader = SourceReader::new(name);
        for (full_key, text) in pairs {
            match split_full_key(full_key.as_ref()) {
                Some((policy, instance, key)) => reader.read(policy, instance, (key, text.as_ref()), None),
                None => {
                    let message = "a key is of the form r4c.<retry|circuit-breaker>.<instance>.<key>";
                    let origin = Origin::File { file: reader.name(), line: None, key: full_key.as_ref().into() };
                    reader.problem(ConfigProblem::new(Code::MalformedKey, message).at(origin));
                }
            }
        }
        reader.finish()
    }

    /// Both sources; where they set the same key of the same instance, `stronger` wins.
    #[must_use]
    pub fn overlaid_by(mut self, stronger: ConfigSource) -> ConfigSource {
        for (place, section) in stronger.sections {
            self.sections.entry(place).or_default().overlay(section);
        }
        self
    }

    pub(crate) fn section(&self, policy: PolicyKind, instance: &str) -> Option<&Section> {
        self.sections.get(&(policy, instance.to_owned()))
    }

    pub(crate) fn sections(&self, policy: PolicyKind) -> impl Iterator<Item = (&str, &Section)> {
        let of_kind = self.sections.iter().filter(move |((kind, _), _)| *kind == policy);
        of_kind.map(|((_, instance), section)| (instance.as_str(), section))
    }
}

/// The instance may have dots of its own: the kind ends at the first dot, the key begins after the last.
fn split_full_key(full_key: &str) -> Option<(PolicyKind, &str, &str)> {
    let (kind, rest) = full_key.strip_prefix("r4c.")?.split_once('.')?;
    let (instance, key) = rest.rsplit_once('.').filter(|(instance, _)| !instance.is_empty())?;
    Some((PolicyKind::parse(kind)?, instance, key))
}

/// Collects sections and problems while a source is read.
pub(crate) struct SourceReader {
    name: Arc<str>,
    source: ConfigSource,
    problems: Vec<ConfigProblem>,
}

impl SourceReader {
    pub(crate) fn new(name: &str) -> SourceReader {
        SourceReader { name: name.into(), source: ConfigSource::default(), problems: Vec::new() }
    }

    pub(crate) fn finish(self) -> Result<ConfigSource, ConfigError> {
        ConfigError::unless_empty(self.problems)?;
        Ok(self.source)
    }

    pub(crate) fn problem(&mut self, problem: ConfigProblem) {
        self.problems.push(problem);
    }

    /// The section exists from now on, also if it sets nothing.
    pub(crate) fn open_section(&mut self, policy: PolicyKind, instance: &str) -> &mut Section {
        self.source.sections.entry((policy, instance.to_owned())).or_default()
    }

    pub(crate) fn read(&mut self, policy: PolicyKind, instance: &str, (key, text): (&str, &str), line: Option<usize>) {
        let full_key = format!("r4c.{}.{instance}.{key}", policy.name());
        let origin = Origin::File { file: self.name(), line, key: full_key.into() };
        let read = self.open_section(policy, instance).read(policy, instance, (key, text), origin, str::to_owned);
        self.problems.extend(read.err());
    }

    pub(crate) fn name(&self) -> Arc<str> {
        self.name.clone()
    }
}
