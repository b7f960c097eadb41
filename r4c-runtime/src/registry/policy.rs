//! What the registry does alike for both kinds of policies.
use super::observer::Observation;
use super::{Instances, State, Surroundings};
use crate::circuit_breaker::CircuitBreaker;
use crate::config::{CircuitBreakerConfig, PolicyKind, RetryConfig, Values};
use crate::retry::{Retry, RetryEnvironment};
use std::sync::Arc;

/// What the two kinds have in common.
pub(super) trait Policy: Clone {
    /// Which of the two.
    const KIND: PolicyKind;
    /// The instances of this kind.
    fn instances(state: &mut State) -> &mut Instances<Self>;
    /// A new policy with these values.
    fn create(name: &str, values: &Values, surroundings: &Surroundings) -> Self;
    /// Gives the policy these values. Whether it had others.
    fn update(&self, values: &Values) -> bool;
    /// Lets observers listen to it.
    fn show_to(&self, observations: &[Arc<Observation>]);
}

impl Policy for Retry {
    const KIND: PolicyKind = PolicyKind::Retry;

    fn instances(state: &mut State) -> &mut Instances<Retry> {
        &mut state.retries
    }

    fn create(name: &str, values: &Values, surroundings: &Surroundings) -> Retry {
        let environment = RetryEnvironment {
            clock: surroundings.clock.clone(),
            sleeper: surroundings.sleeper.clone(),
            jitter_seed: surroundings.jitter_seed,
        };
        Retry::new(name, RetryConfig::from_values(values), environment)
    }

    fn update(&self, values: &Values) -> bool {
        let config = RetryConfig::from_values(values);
        let changes = self.config() != config;
        if changes {
            self.reconfigure(config);
        }
        changes
    }

    fn show_to(&self, observations: &[Arc<Observation>]) {
        observations.iter().for_each(|observation| observation.retry(self));
    }
}

impl Policy for CircuitBreaker {
    const KIND: PolicyKind = PolicyKind::CircuitBreaker;

    fn instances(state: &mut State) -> &mut Instances<CircuitBreaker> {
        &mut state.circuit_breakers
    }

    fn create(name: &str, values: &Values, surroundings: &Surroundings) -> CircuitBreaker {
        CircuitBreaker::new(name, CircuitBreakerConfig::from_values(values), surroundings.clock.clone())
    }

    fn update(&self, values: &Values) -> bool {
        let config = CircuitBreakerConfig::from_values(values);
        let changes = self.config() != config;
        if changes {
            self.reconfigure(config);
        }
        changes
    }

    fn show_to(&self, observations: &[Arc<Observation>]) {
        observations.iter().for_each(|observation| observation.circuit_breaker(self));
    }
}
