//! The registry: owner of named instances. It finds the configuration of each, and holds what they share: the
//! clock, the sleeper, the seed of the jitter.
//!
//! One lock guards the instances and the sources that configure them. It is taken to declare, to look up, to
//! report and to reload, never by a call; and nothing foreign runs under it but a clock that is
//! read when a breaker is made: a policy is given its new configuration after the lock, because that may tell
//! listeners.
mod builder;
mod observer;
mod policy;

pub use builder::RegistryBuilder;
pub use observer::Observer;
use observer::Observers;
use policy::Policy;

use crate::circuit_breaker::CircuitBreaker;
use crate::clock::{Clock, Sleeper, SystemClock};
use crate::config::{
    CircuitBreakerSettings, Code, ConfigError, ConfigProblem, ConfigSource, Conflict, Effective, InstanceReport, Layer,
    Origin, PolicyKind, Report, RetrySettings, Section, Sources, Unused, unused,
};
use crate::retry::Retry;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Owner of named retries and circuit breakers: the same name is the same instance everywhere. Clones share it.
///
/// ```
/// let registry = r4c::Registry::builder().circuit_breaker("orders", |b| b.failure_rate_threshold(30)).build()?;
/// let breaker = registry.circuit_breaker("orders").expect("the builder declares it");
/// assert_eq!(breaker.config().failure_rate_threshold(), 30.0);
/// assert!(registry.circuit_breaker("ordres").is_none());
/// # Ok::<(), r4c::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    shared: Arc<Shared>,
}

struct Shared {
    surroundings: Surroundings,
    state: Mutex<State>,
}

/// What instances share.
struct Surroundings {
    clock: Arc<dyn Clock>,
    sleeper: Option<Arc<dyn Sleeper>>,
    jitter_seed: Option<u64>,
}

#[derive(Default)]
struct State {
    sources: Sources,
    retries: Instances<Retry>,
    circuit_breakers: Instances<CircuitBreaker>,
    conflicts: Vec<Conflict>,
    /// A file that is there and was not read.
    unread_file: Option<Unused>,
    observers: Observers,
}

type Instances<P> = BTreeMap<String, Instance<P>>;

struct Instance<P> {
    policy: P,
    /// What the markers say, all that name the instance together.
    attribute: Section,
    /// The place that declared it first.
    declared: Origin,
    effective: Effective,
}

static GLOBAL: OnceLock<Registry> = OnceLock::new();

impl Registry {
    /// A registry without configuration: markers, pipelines and built-in defaults decide.
    pub fn new() -> Registry {
        Registry::from_parts(Surroundings::default(), State::default())
    }

    /// Configures a registry.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// Reads `r4c.toml` in the working directory, if it is there, or the file that `$R4C_CONFIG` names, and the
    /// environment.
    ///
    /// Files need the feature `toml`; without it, a set `$R4C_CONFIG` is an error.
    pub fn from_env() -> Result<Registry, ConfigError> {
        Registry::builder().process_env()?.build()
    }

    /// The registry of wrapped free functions: what [`Registry::set_global`] was given, else one without
    /// configuration.
    pub fn global() -> &'static Registry {
        GLOBAL.get_or_init(Registry::new)
    }

    /// Sets the global registry, once, before anything uses it.
    pub fn set_global(registry: Registry) -> Result<(), ConfigError> {
        let message = "the global registry is set once, before anything uses it";
        GLOBAL.set(registry).map_err(|_| ConfigProblem::new(Code::GlobalAlreadySet, message).into())
    }

    /// The retry of this name, if something declared it: a wrapper, a pipeline or the builder.
    pub fn retry(&self, name: &str) -> Option<Retry> {
        self.find(name)
    }

    /// The circuit breaker of this name, if something declared it: a wrapper, a pipeline or the builder.
    pub fn circuit_breaker(&self, name: &str) -> Option<CircuitBreaker> {
        self.find(name)
    }

    /// All retries, by name.
    pub fn retries(&self) -> Vec<Retry> {
        self.list()
    }

    /// All circuit breakers, by name.
    pub fn circuit_breakers(&self) -> Vec<CircuitBreaker> {
        self.list()
    }

    /// The retry of this name, made if it is not there yet. `location` is the place that asks,
    /// `src/orders.rs:12:5`.
    ///
    /// What several places set holds together; where they set the same key differently, the first one holds and
    /// the [report](Registry::report) shows the conflict.
    pub fn declare_retry(&self, name: &str, location: &str, settings: RetrySettings) -> Result<Retry, ConfigError> {
        self.declare(name, location, settings.into_layer())
    }

    /// The circuit breaker of this name, made if it is not there yet; as [`Registry::declare_retry`].
    pub fn declare_circuit_breaker(
        &self,
        name: &str,
        location: &str,
        settings: CircuitBreakerSettings,
    ) -> Result<CircuitBreaker, ConfigError> {
        self.declare(name, location, settings.into_layer())
    }

    /// Every effective value with where it came from, conflicts, and what nothing used.
    pub fn report(&self) -> Report {
        let state = self.lock();
        let mut instances = instance_reports(&state.retries);
        instances.extend(instance_reports(&state.circuit_breakers));
        let mut unused = unused(&state.sources, &state.declared());
        unused.extend(state.unread_file.clone());
        Report { instances, conflicts: state.conflicts.clone(), unused }
    }

    /// Replaces what files (all sources given to the builder's `config`) say, and gives each instance its new
    /// values, live. Code, environment and markers stay. On an error nothing changes.
    ///
    /// Each instance changes at once; a call that is under way follows the new values from its next decision on.
    pub fn reload(&self, source: ConfigSource) -> Result<(), ConfigError> {
        let mut state = self.lock();
        let sources = Sources { file: source, ..state.sources.clone() };
        ConfigError::unless_empty(sources.check(state.names()))?;
        let retries = resolve_all(&sources, &state.retries)?;
        let circuit_breakers = resolve_all(&sources, &state.circuit_breakers)?;
        state.sources = sources;
        state.unread_file = None;
        replace_all(&mut state.retries, retries);
        replace_all(&mut state.circuit_breakers, circuit_breakers);
        drop(state);
        self.apply_all::<Retry>();
        self.apply_all::<CircuitBreaker>();
        Ok(())
    }

    fn from_parts(surroundings: Surroundings, state: State) -> Registry {
        Registry { shared: Arc::new(Shared { surroundings, state: Mutex::new(state) }) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find<P: Policy>(&self, name: &str) -> Option<P> {
        P::instances(&mut self.lock()).get(name).map(|instance| instance.policy.clone())
    }

    fn list<P: Policy>(&self) -> Vec<P> {
        P::instances(&mut self.lock()).values().map(|instance| instance.policy.clone()).collect()
    }

    fn declare<P: Policy>(&self, name: &str, location: &str, layer: Layer) -> Result<P, ConfigError> {
        let origin = Origin::Attribute { location: location.into() };
        let attribute = Section::from_layer(&layer, name, &origin);
        let attribute =
            attribute.or_else(|problems| ConfigError::unless_empty(problems).map(|()| Section::default()))?;
        let mut state = self.lock();
        if !P::instances(&mut state).contains_key(name) {
            let policy: P = state.create(name, attribute, origin, &self.shared.surroundings)?;
            let observations = state.observers.present();
            drop(state);
            policy.show_to(&observations);
            return Ok(policy);
        }
        let policy = state.complete::<P>(name, attribute)?;
        drop(state);
        self.apply::<P>(name);
        Ok(policy)
    }

    fn apply_all<P: Policy>(&self) {
        let names: Vec<String> = P::instances(&mut self.lock()).keys().cloned().collect();
        names.iter().for_each(|name| self.apply::<P>(name));
    }

    /// Gives the policy the configuration that the registry holds for it. Of two that do so at once, the last to
    /// act looks once more and finds the newer configuration, so it is the newest that stays.
    fn apply<P: Policy>(&self, name: &str) {
        loop {
            let held = P::instances(&mut self.lock())
                .get(name)
                .map(|instance| (instance.policy.clone(), instance.effective.values()));
            let Some((policy, values)) = held else { return };
            if !policy.update(&values) {
                return;
            }
        }
    }
}

impl Default for Registry {
    fn default() -> Registry {
        Registry::new()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("Registry")
            .field("retries", &state.retries.keys())
            .field("circuit_breakers", &state.circuit_breakers.keys())
            .finish_non_exhaustive()
    }
}

impl State {
    /// A new instance, if the name is free.
    fn create<P: Policy>(
        &mut self,
        name: &str,
        attribute: Section,
        declared: Origin,
        surroundings: &Surroundings,
    ) -> Result<P, ConfigProblem> {
        let others = self.names().into_iter().filter(|(kind, _)| *kind == P::KIND).map(|(_, name)| name);
        self.sources.check_name(P::KIND, name, others)?;
        let effective = self.sources.resolve(P::KIND, name, &attribute)?;
        let policy = P::create(name, &effective.values(), surroundings);
        let instance = Instance { policy: policy.clone(), attribute, declared, effective };
        P::instances(self).insert(name.to_owned(), instance);
        Ok(policy)
    }

    /// Adds what another place says of an instance that is there.
    fn complete<P: Policy>(&mut self, name: &str, addition: Section) -> Result<P, ConfigProblem> {
        let instance = &P::instances(self)[name];
        let mut attribute = instance.attribute.clone();
        let different = attribute.complete(addition);
        let conflicts: Vec<Conflict> = different
            .into_iter()
            .filter_map(|(key, refused)| {
                let kept = attribute.get(key)?;
                Some(Conflict {
                    policy: P::KIND,
                    instance: name.to_owned(),
                    key: key.name(),
                    kept: (kept.value.to_string(), kept.origin.clone()),
                    refused: (refused.value.to_string(), refused.origin),
                })
            })
            .collect();
        let effective = self.sources.resolve(P::KIND, name, &attribute)?;
        for conflict in conflicts {
            if !self.conflicts.contains(&conflict) {
                self.conflicts.push(conflict);
            }
        }
        let instance = P::instances(self).get_mut(name).expect("it was looked up above");
        instance.attribute = attribute;
        instance.effective = effective;
        Ok(instance.policy.clone())
    }

    /// What the builder declares; its values are in the sources already.
    fn declare_in_code<P: Policy>(
        &mut self,
        name: &str,
        origin: Origin,
        surroundings: &Surroundings,
    ) -> Result<(), ConfigProblem> {
        if !P::instances(self).contains_key(name) {
            self.create::<P>(name, Section::default(), origin, surroundings)?;
        }
        Ok(())
    }

    fn names(&self) -> Vec<(PolicyKind, &str)> {
        self.declared().into_iter().map(|(policy, name, _)| (policy, name)).collect()
    }

    fn declared(&self) -> Vec<(PolicyKind, &str, &Effective)> {
        let retries =
            self.retries.iter().map(|(name, instance)| (PolicyKind::Retry, name.as_str(), &instance.effective));
        let breakers = self.circuit_breakers.iter();
        retries
            .chain(breakers.map(|(name, instance)| (PolicyKind::CircuitBreaker, name.as_str(), &instance.effective)))
            .collect()
    }
}

fn instance_reports<P: Policy>(instances: &Instances<P>) -> Vec<InstanceReport> {
    let report = |(name, instance): (&String, &Instance<P>)| {
        InstanceReport::new(P::KIND, name, instance.declared.clone(), &instance.effective)
    };
    instances.iter().map(report).collect()
}

fn resolve_all<P: Policy>(sources: &Sources, instances: &Instances<P>) -> Result<Vec<Effective>, ConfigProblem> {
    instances.iter().map(|(name, instance)| sources.resolve(P::KIND, name, &instance.attribute)).collect()
}

fn replace_all<P>(instances: &mut Instances<P>, effective: Vec<Effective>) {
    for (instance, effective) in instances.values_mut().zip(effective) {
        instance.effective = effective;
    }
}

impl Default for Surroundings {
    fn default() -> Surroundings {
        #[cfg(feature = "tokio")]
        let sleeper: Option<Arc<dyn Sleeper>> = Some(Arc::new(crate::clock::TokioSleeper));
        #[cfg(not(feature = "tokio"))]
        let sleeper = None;
        Surroundings { clock: Arc::new(SystemClock), sleeper, jitter_seed: None }
    }
}
