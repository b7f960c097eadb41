//! Resolution: which layer gives an instance each of its values. The same for both kinds of policies.
//!
//! From the strongest: code; the instance itself and then its bases, nearest first, each in the environment before
//! the file; what the marker says; the instance `default` (with its bases) in the environment before the file;
//! the built-in default. Each key is looked for on its own, and nothing is judged before all are found: keys that
//! depend on each other may stand on different levels.
use super::code::Code;
use super::environment::{Environment, instance_prefix};
use super::error::ConfigProblem;
use super::key::{Key, PolicyKind};
use super::layer::Values;
use super::origin::Origin;
use super::section::{Section, Sourced};
use super::source::ConfigSource;
use super::spelling::DEFAULT;
use super::suggest::nearest;
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that configures instances, but for the markers, which are asked for one by one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    pub(crate) file: ConfigSource,
    pub(crate) environment: Environment,
    pub(crate) code: BTreeMap<(PolicyKind, String), Section>,
}

/// The values of one instance, with where each came from.
#[derive(Clone, Debug)]
pub(crate) struct Effective {
    policy: PolicyKind,
    values: BTreeMap<Key, Sourced<Value>>,
    /// The instances whose sections were looked at.
    visited: Vec<String>,
}

impl Effective {
    pub(crate) fn values(&self) -> Values {
        Values::collect(self.policy, |key| self.values[&key].value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &Sourced<Value>)> {
        self.values.iter().map(|(key, sourced)| (*key, sourced))
    }

    pub(crate) fn visited(&self) -> impl Iterator<Item = &str> {
        self.visited.iter().map(String::as_str)
    }
}

impl Sources {
    /// The effective values of an instance; `attribute` is what its marker says.
    pub(crate) fn resolve(
        &self,
        policy: PolicyKind,
        instance: &str,
        attribute: &Section,
    ) -> Result<Effective, ConfigProblem> {
        let own = self.chain(policy, instance)?;
        let inherited = self.chain(policy, DEFAULT)?;
        let code = self.code.get(&(policy, instance.to_owned()));
        let strong: Vec<&Section> = code.into_iter().chain(self.sections(policy, &own)).chain([attribute]).collect();
        let weak: Vec<&Section> = self.sections(policy, &inherited).collect();
        let find = |key| {
            if let Some(sourced) = strong.iter().find_map(|section| section.get(key)) {
                return sourced.clone();
            }
            match weak.iter().find_map(|section| section.get(key)) {
                Some(Sourced { value, origin }) => {
                    Sourced { value: *value, origin: Origin::Default { source: Box::new(origin.clone()) } }
                }
                None => Sourced { value: key.spec().default, origin: Origin::BuiltIn },
            }
        };
        let values = policy.keys().map(|spec| (spec.key, find(spec.key))).collect();
        Ok(Effective { policy, values, visited: own.into_iter().chain(inherited).map(str::to_owned).collect() })
    }

    /// What is wrong between sections: bases that lead nowhere or in a circle, names that share their variables.
    /// `declared` are the names of the instances that exist.
    pub(crate) fn check<'a>(&'a self, declared: impl IntoIterator<Item = (PolicyKind, &'a str)>) -> Vec<ConfigProblem> {
        let mut problems: Vec<ConfigProblem> = Vec::new();
        for policy in PolicyKind::ALL {
            for (instance, _) in self.file.sections(policy) {
                if let Err(problem) = self.chain(policy, instance) {
                    if problems.iter().all(|known| known.to_string() != problem.to_string()) {
                        problems.push(problem);
                    }
                }
            }
        }
        let configured =
            PolicyKind::ALL.into_iter().flat_map(|policy| self.configured(policy).map(move |name| (policy, name)));
        let names: BTreeSet<(PolicyKind, &str)> = configured.chain(declared).collect();
        let mut prefixes: BTreeMap<String, &str> = BTreeMap::new();
        for (policy, name) in names {
            if let Some(other) = prefixes.insert(instance_prefix(policy, name), name) {
                problems.push(name_clash(policy, other, name));
            }
        }
        problems
    }

    /// A configured name, or one of `declared`, that is not `name` and shares its variables.
    pub(crate) fn check_name<'a>(
        &'a self,
        policy: PolicyKind,
        name: &str,
        declared: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ConfigProblem> {
        if name.is_empty() || name == DEFAULT {
            let message = if name.is_empty() {
                "an instance needs a name"
            } else {
                "`default` is what all instances inherit from, and no instance itself"
            };
            return Err(ConfigProblem::new(Code::BadInstanceName, message));
        }
        let prefix = instance_prefix(policy, name);
        let clash = self
            .configured(policy)
            .chain(declared)
            .find(|other| *other != name && instance_prefix(policy, other) == prefix);
        clash.map_or(Ok(()), |other| Err(name_clash(policy, other, name)))
    }

    /// The instance and its bases, nearest first.
    fn chain<'a>(&'a self, policy: PolicyKind, instance: &'a str) -> Result<Vec<&'a str>, ConfigProblem> {
        let mut chain = vec![instance];
        let mut last = instance;
        while let Some(base) = self.own_sections(policy, last).find_map(Section::base) {
            let name = base.value.as_str();
            if let Some(start) = chain.iter().position(|visited| *visited == name) {
                return Err(base_cycle(policy, &chain[start..], &base.origin));
            }
            if name != DEFAULT && self.own_sections(policy, name).next().is_none() {
                return Err(self.unknown_base(policy, last, base));
            }
            chain.push(name);
            last = name;
        }
        Ok(chain)
    }

    fn sections<'a>(&'a self, policy: PolicyKind, chain: &[&str]) -> impl Iterator<Item = &'a Section> {
        chain.iter().flat_map(move |name| self.own_sections(policy, name)).collect::<Vec<_>>().into_iter()
    }

    /// The environment's section of this instance, then the file's.
    fn own_sections<'a>(&'a self, policy: PolicyKind, instance: &str) -> impl Iterator<Item = &'a Section> + use<'a> {
        self.environment.section(policy, instance).into_iter().chain(self.file.section(policy, instance))
    }

    /// Names that the file or the code configures. (The environment's names cannot be read back.)
    fn configured(&self, policy: PolicyKind) -> impl Iterator<Item = &str> {
        let code = self.code.keys().filter(move |(kind, _)| *kind == policy).map(|(_, name)| name.as_str());
        self.file.sections(policy).map(|(name, _)| name).chain(code)
    }

    fn unknown_base(&self, policy: PolicyKind, instance: &str, base: &Sourced<String>) -> ConfigProblem {
        let message = format!("{policy} `{instance}` has the base `{}`, which nothing configures", base.value);
        let near =
            nearest(&base.value, self.file.sections(policy).map(|(name, _)| name).filter(|name| *name != instance));
        let help = near.map(|name| format!("did you mean `{name}`?"));
        ConfigProblem::new(Code::UnknownBase, message).at(base.origin.clone()).help(help)
    }
}

/// The circle is told from its first name in alphabetical order, so that it is the same whoever leads into it.
fn base_cycle(policy: PolicyKind, circle: &[&str], origin: &Origin) -> ConfigProblem {
    let first = (0..circle.len()).min_by_key(|index| circle[*index]).unwrap_or(0);
    let names = (0..=circle.len()).map(|step| format!("`{}`", circle[(first + step) % circle.len()]));
    let path = names.collect::<Vec<_>>().join(" -> ");
    ConfigProblem::new(Code::BaseCycle, format!("the bases of these {policy} instances lead in a circle: {path}"))
        .at(origin.clone())
}

fn name_clash(policy: PolicyKind, one: &str, other: &str) -> ConfigProblem {
    let prefix = instance_prefix(policy, one);
    let message = format!("{policy} `{one}` and `{other}` would share their environment variables {prefix}__..");
    ConfigProblem::new(Code::EnvironmentNameClash, message).help("rename one of them".to_owned())
}
