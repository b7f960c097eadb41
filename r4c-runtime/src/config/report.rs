//! The report of a registry: every effective value with where it came from, and everything that has no effect.
use super::circuit_breaker::CircuitBreakerConfig;
use super::environment::variable_name;
use super::key::PolicyKind;
use super::origin::Origin;
use super::resolve::{Effective, Sources};
use super::retry::RetryConfig;
use super::spelling::DEFAULT;
use super::suggest::nearest;
use super::value::SlidingWindow;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// What a registry's instances are configured with, and why. Its text is for people.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) instances: Vec<InstanceReport>,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) unused: Vec<Unused>,
}

impl Report {
    /// The instances: retries, then circuit breakers, by name.
    pub fn instances(&self) -> &[InstanceReport] {
        &self.instances
    }

    /// The instance of this kind and name.
    pub fn instance(&self, policy: PolicyKind, name: &str) -> Option<&InstanceReport> {
        self.instances.iter().find(|instance| instance.policy == policy && instance.name == name)
    }

    /// Places that ask for the same instance with different values.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Sections and variables that nothing used.
    pub fn unused(&self) -> &[Unused] {
        &self.unused
    }
}

/// One instance in a [`Report`].
#[derive(Clone, Debug)]
pub struct InstanceReport {
    policy: PolicyKind,
    name: String,
    declared: Origin,
    values: Vec<ValueReport>,
    notes: Vec<String>,
}

impl InstanceReport {
    pub(crate) fn new(policy: PolicyKind, name: &str, declared: Origin, effective: &Effective) -> InstanceReport {
        let value = |(key, sourced): (super::key::Key, &super::section::Sourced<super::value::Value>)| ValueReport {
            key: key.name(),
            value: sourced.value.to_string(),
            origin: sourced.origin.clone(),
        };
        let values: Vec<ValueReport> = effective.iter().map(value).collect();
        let notes = match policy {
            PolicyKind::Retry => retry_notes(&RetryConfig::from_values(&effective.values())),
            PolicyKind::CircuitBreaker => {
                breaker_notes(&CircuitBreakerConfig::from_values(&effective.values()), &values)
            }
        };
        InstanceReport { policy, name: name.to_owned(), declared, values, notes }
    }

    /// Retry or circuit breaker.
    pub fn policy(&self) -> PolicyKind {
        self.policy
    }

    /// The instance's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The place that declared it first.
    pub fn declared(&self) -> &Origin {
        &self.declared
    }

    /// Every key, in the order of the table of defaults.
    pub fn values(&self) -> &[ValueReport] {
        &self.values
    }

    /// The value of a key, written as in the file: `max-attempts`.
    pub fn value(&self, key: &str) -> Option<&ValueReport> {
        self.values.iter().find(|value| value.key == key)
    }

    /// Where values do something else than they seem to: a minimum that the window cannot hold, a value without
    /// effect.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }
}

/// One effective value in a [`Report`].
#[derive(Clone, Debug)]
pub struct ValueReport {
    key: &'static str,
    value: String,
    origin: Origin,
}

impl ValueReport {
    /// The key as in the file, `max-attempts`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The value as text, in the form that a file takes.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Where it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
}

/// Two places that ask for the same instance with different values. The first one holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    pub(crate) policy: PolicyKind,
    pub(crate) instance: String,
    pub(crate) key: &'static str,
    pub(crate) kept: (String, Origin),
    pub(crate) refused: (String, Origin),
}

impl Conflict {
    /// Retry or circuit breaker.
    pub fn policy(&self) -> PolicyKind {
        self.policy
    }

    /// The instance's name.
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// The key as in the file.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The value that holds, and the place that says it.
    pub fn kept(&self) -> (&str, &Origin) {
        (&self.kept.0, &self.kept.1)
    }

    /// The value that has no effect, and the place that says it.
    pub fn refused(&self) -> (&str, &Origin) {
        (&self.refused.0, &self.refused.1)
    }
}

/// A section of a file or a variable that nothing used.
#[derive(Clone, Debug)]
pub struct Unused {
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

impl Unused {
    /// The table of the file, or the name of the variable.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The name that was probably meant.
    pub fn suggestion(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

/// Sections and variables that no instance looked at. `declared` are the instances with what they looked at.
pub(crate) fn unused(sources: &Sources, declared: &[(PolicyKind, &str, &Effective)]) -> Vec<Unused> {
    let visited = |&(policy, _, effective): &(PolicyKind, &str, &'_ Effective)| {
        effective.visited().map(|name| (policy, name.to_owned())).collect::<Vec<_>>()
    };
    let used: BTreeSet<(PolicyKind, String)> = declared.iter().flat_map(visited).collect();
    unused_sections(sources, declared, &used).chain(unused_variables(sources, declared, &used)).collect()
}

fn unused_sections<'a>(
    sources: &'a Sources,
    declared: &'a [(PolicyKind, &str, &Effective)],
    used: &'a BTreeSet<(PolicyKind, String)>,
) -> impl Iterator<Item = Unused> + 'a {
    let all = PolicyKind::ALL
        .into_iter()
        .flat_map(|policy| sources.file.sections(policy).map(move |(name, section)| (policy, name, section)));
    all.filter(|(policy, name, _)| !used.contains(&(*policy, (*name).to_owned()))).map(|(policy, name, section)| {
        let place = section.origins().next().map(|origin| format!(" ({origin})")).unwrap_or_default();
        let names = declared.iter().filter(|(kind, _, _)| *kind == policy).map(|(_, name, _)| *name);
        let near = nearest(name, names).filter(|_| name != DEFAULT);
        Unused { what: format!("section `{}.{name}`{place}", policy.name()), help: near.map(str::to_owned) }
    })
}

fn unused_variables<'a>(
    sources: &'a Sources,
    declared: &'a [(PolicyKind, &str, &Effective)],
    used: &'a BTreeSet<(PolicyKind, String)>,
) -> impl Iterator<Item = Unused> + 'a {
    let known: BTreeSet<String> = declared
        .iter()
        .map(|(policy, name, _)| (*policy, *name))
        .chain(used.iter().map(|(policy, name)| (*policy, name.as_str())))
        .flat_map(|(policy, name)| policy.keys().map(move |spec| variable_name(policy, name, spec.name)))
        .collect();
    let overrides =
        sources.environment.sections().flat_map(|(_, section)| section.origins()).filter_map(|origin| match origin {
            Origin::Environment { variable } => Some(variable.to_string()),
            _ => None,
        });
    let base_variables: BTreeSet<String> =
        used.iter().map(|(policy, name)| variable_name(*policy, name, super::spelling::BASE)).collect();
    let strays = sources.environment.stray().iter().cloned();
    overrides.chain(strays).filter_map(move |variable| {
        if known.contains(&variable) || base_variables.contains(&variable) {
            return None;
        }
        let help = nearest(&variable, known.iter().map(String::as_str)).map(str::to_owned);
        Some(Unused { what: format!("environment variable {variable}"), help })
    })
}

fn retry_notes(config: &RetryConfig) -> Vec<String> {
    let mut notes = Vec::new();
    if config.max_delay().is_some_and(|limit| limit < config.delay()) {
        notes.push("max-delay is shorter than delay, so every pause is max-delay".to_owned());
    }
    if config.delay() == Duration::ZERO && (config.multiplier() > 1.0 || config.jitter() > 0.0) {
        notes.push("delay is zero, so multiplier and jitter have no effect".to_owned());
    }
    notes
}

fn breaker_notes(config: &CircuitBreakerConfig, values: &[ValueReport]) -> Vec<String> {
    let mut notes = Vec::new();
    let effective = config.effective_minimum_calls();
    if let SlidingWindow::Count(window) = config.sliding_window() {
        if effective < config.minimum_calls() {
            let configured = config.minimum_calls();
            notes.push(format!(
                "effective minimum-calls: {effective} (configured: {configured}), as the window holds no more than {window}"
            ));
        }
    }
    let decision = config.half_open_decision_calls();
    if decision < config.half_open_calls() {
        notes.push(format!(
            "half-open decides after {decision} results, which is minimum-calls (half-open-calls: {})",
            config.half_open_calls()
        ));
    }
    if config.open_max_duration().is_some_and(|limit| limit < config.open_duration()) {
        notes.push("open-max-duration is shorter than open-duration, so every wait is open-max-duration".to_owned());
    }
    let threshold_is_set =
        values.iter().any(|value| value.key == "slow-call-rate-threshold" && value.origin != Origin::BuiltIn);
    if config.slow_call_duration().is_none() && threshold_is_set {
        notes.push("without slow-call-duration no call is slow, so slow-call-rate-threshold has no effect".to_owned());
    }
    notes
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for instance in &self.instances {
            writeln!(f, "{instance}")?;
        }
        if !self.conflicts.is_empty() {
            f.write_str("conflicts\n")?;
        }
        for conflict in &self.conflicts {
            writeln!(f, "  {conflict}")?;
        }
        if !self.unused.is_empty() {
            f.write_str("unused\n")?;
        }
        for unused in &self.unused {
            writeln!(f, "  {unused}")?;
        }
        Ok(())
    }
}

impl fmt::Display for InstanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} `{}` ({})", self.policy, self.name, self.declared)?;
        for ValueReport { key, value, origin } in &self.values {
            writeln!(f, "  {key:<24} {value:<8} {origin}")?;
        }
        for note in &self.notes {
            writeln!(f, "  note: {note}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { policy, instance, key, kept: (kept, kept_at), refused: (refused, refused_at) } = self;
        write!(f, "{policy} `{instance}`: {key} is {kept} ({kept_at}), not {refused} ({refused_at})")
    }
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.help {
            Some(help) => write!(f, "; did you mean `{help}`?"),
            None => Ok(()),
        }
    }
}
