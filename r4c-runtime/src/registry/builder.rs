//! The builder of a registry.
use super::{Registry, State, Surroundings};
use crate::circuit_breaker::CircuitBreaker;
use crate::clock::{Clock, Sleeper};
use crate::config::{
    CONFIG_VARIABLE, CircuitBreakerSettings, ConfigError, ConfigSource, Environment, Layer, Origin, PolicyKind,
    RetrySettings, Section,
};
#[cfg(not(feature = "toml"))]
use crate::config::{Code, ConfigProblem, Unused};
use crate::retry::Retry;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Configures a [`Registry`]. What is wrong is said by [`build`](RegistryBuilder::build), all at once.
#[derive(Default)]
#[must_use]
pub struct RegistryBuilder {
    surroundings: Surroundings,
    state: State,
    /// Instances that code configures, in the order of the calls.
    code: Vec<(PolicyKind, String, Layer, Origin)>,
    variables: Vec<(String, String)>,
}

impl RegistryBuilder {
    /// Adds a source of configuration; a later one wins over an earlier one.
    pub fn config(mut self, source: ConfigSource) -> Self {
        let file = std::mem::take(&mut self.state.sources.file);
        self.state.sources.file = file.overlaid_by(source);
        self
    }

    /// Adds environment variables, names and values, from wherever they are: `R4C_RETRY__ORDERS__DELAY`. Those
    /// that do not begin with `R4C_` are passed over.
    pub fn env<N, V>(mut self, variables: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        self.variables.extend(variables.into_iter().map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Adds the environment of the process and the file that belongs to it, as [`Registry::from_env`] does.
    pub fn process_env(self) -> Result<Self, ConfigError> {
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        let all = std::env::vars_os().map(|(name, value)| (text(name), text(value)));
        self.environment_and_file(all.filter(|(name, _)| name.starts_with("R4C_")).collect(), Path::new("r4c.toml"))
    }

    /// The clock of all instances; the machine's monotonic clock if none is given.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.surroundings.clock = Arc::new(clock);
        self
    }

    /// What makes the pauses of async retries: `|pause| my_runtime::sleep(pause)`.
    pub fn sleeper(mut self, sleeper: impl Sleeper + 'static) -> Self {
        self.surroundings.sleeper = Some(Arc::new(sleeper));
        self
    }

    /// Makes the jitter of all retries the same in each run.
    pub fn jitter_seed(mut self, seed: u64) -> Self {
        self.surroundings.jitter_seed = Some(seed);
        self
    }

    /// Declares a retry and sets values that win over every other place.
    #[track_caller]
    pub fn retry(mut self, name: &str, settings: impl FnOnce(RetrySettings) -> RetrySettings) -> Self {
        let layer = settings(RetrySettings::new()).into_layer();
        self.code.push((PolicyKind::Retry, name.to_owned(), layer, Origin::caller()));
        self
    }

    /// Declares a circuit breaker and sets values that win over every other place.
    #[track_caller]
    pub fn circuit_breaker(
        mut self,
        name: &str,
        settings: impl FnOnce(CircuitBreakerSettings) -> CircuitBreakerSettings,
    ) -> Self {
        let layer = settings(CircuitBreakerSettings::new()).into_layer();
        self.code.push((PolicyKind::CircuitBreaker, name.to_owned(), layer, Origin::caller()));
        self
    }

    /// The registry, or everything that is wrong with its configuration.
    pub fn build(mut self) -> Result<Registry, ConfigError> {
        let mut problems = Vec::new();
        match Environment::read(self.variables) {
            Ok(environment) => self.state.sources.environment = environment,
            Err(found) => problems.extend(found),
        }
        for (policy, name, layer, origin) in &self.code {
            match Section::from_layer(layer, name, origin) {
                Ok(section) => self.state.sources.code.entry((*policy, name.clone())).or_default().overlay(section),
                Err(found) => problems.extend(found),
            }
        }
        problems.extend(self.state.sources.check([]));
        ConfigError::unless_empty(problems)?;
        for (policy, name, _, origin) in self.code {
            let (state, surroundings) = (&mut self.state, &self.surroundings);
            match policy {
                PolicyKind::Retry => state.declare_in_code::<Retry>(&name, origin, surroundings)?,
                PolicyKind::CircuitBreaker => state.declare_in_code::<CircuitBreaker>(&name, origin, surroundings)?,
            }
        }
        Ok(Registry::from_parts(self.surroundings, self.state))
    }

    /// `usual` is the file that is read if it is there and the environment names no other.
    fn environment_and_file(self, variables: Vec<(String, String)>, usual: &Path) -> Result<Self, ConfigError> {
        let named = variables
            .iter()
            .find(|(name, _)| name == CONFIG_VARIABLE)
            .filter(|(_, path)| !path.is_empty())
            .map(|(_, path)| PathBuf::from(path));
        let builder = self.env(variables);
        match named {
            Some(path) => builder.named_file(&path),
            None if usual.exists() => builder.usual_file(usual),
            None => Ok(builder),
        }
    }

    #[cfg(feature = "toml")]
    fn named_file(self, path: &Path) -> Result<Self, ConfigError> {
        Ok(self.config(ConfigSource::from_toml_file(path)?))
    }

    #[cfg(feature = "toml")]
    fn usual_file(self, path: &Path) -> Result<Self, ConfigError> {
        self.named_file(path)
    }

    #[cfg(not(feature = "toml"))]
    fn named_file(self, path: &Path) -> Result<Self, ConfigError> {
        let message = format!(
            "{CONFIG_VARIABLE} names {}, which cannot be read: the feature `toml` of r4c-runtime is off",
            path.display()
        );
        Err(ConfigProblem::new(Code::MissingFeature, message).into())
    }

    #[cfg(not(feature = "toml"))]
    fn usual_file(mut self, path: &Path) -> Result<Self, ConfigError> {
        let what = format!("{}: the feature `toml` of r4c-runtime is off", path.display());
        self.state.unread_file = Some(Unused { what, help: None });
        Ok(self)
    }
}

impl fmt::Debug for RegistryBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegistryBuilder").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Report;

    const FILE: &str = "tests/scenarios/r4c.toml";

    fn report(variables: &[(&str, &str)], usual: &str) -> Result<Report, ConfigError> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let builder = Registry::builder().environment_and_file(variables, Path::new(usual))?;
        Ok(builder.retry("orders", |r| r).build()?.report())
    }

    #[test]
    fn without_a_file_the_environment_alone_is_read() {
        for variables in
            [&[("R4C_RETRY__ORDERS__DELAY", "7ms")][..], &[("R4C_RETRY__ORDERS__DELAY", "7ms"), ("R4C_CONFIG", "")]]
        {
            let report = report(variables, "no/such/file").unwrap();
            assert_eq!(report.instances()[0].value("delay").unwrap().value(), "7ms");
            assert!(report.unused().is_empty());
        }
    }

    #[cfg(feature = "toml")]
    #[test]
    fn the_usual_file_is_read_if_it_is_there_and_another_if_it_is_named() {
        for report in [report(&[], FILE), report(&[("R4C_CONFIG", FILE)], "no/such/file")] {
            let origin = report.unwrap().instances()[0].value("delay").unwrap().origin().clone();
            assert_eq!(origin.to_string(), "tests/scenarios/r4c.toml:3, key r4c.retry.orders.delay");
        }
        let error = report(&[("R4C_CONFIG", "no/such/file")], FILE).unwrap_err();
        assert_eq!(error.code(), "R4C-CFG-009");
    }

    #[cfg(not(feature = "toml"))]
    #[test]
    fn without_the_feature_a_named_file_is_an_error_and_the_usual_one_is_reported_as_unread() {
        let error = report(&[("R4C_CONFIG", FILE)], "no/such/file").unwrap_err();
        assert_eq!(error.code(), "R4C-CFG-010");
        assert!(error.to_string().contains(FILE));
        let report = report(&[], FILE).unwrap();
        assert!(report.unused()[0].what().contains("feature `toml`"));
    }
}
