//! Environment variables. A variable's name is computed from the key it overrides and looked up: read the other
//! way, `R4C_RETRY__ORDERS_API__DELAY` could mean `orders-api` as well as `orders_api`, and an override would be lost.
//!
//! Only the boundary between instance and key is found in a name that is there, to refuse a variable that no
//! instance could ever use: no key has two underscores in a row, so the last two in a name are that boundary.
use super::error::ConfigProblem;
use super::key::PolicyKind;
use super::origin::Origin;
use super::section::Section;
use std::collections::BTreeMap;

/// The variable that names the file to read instead of `r4c.toml`.
pub(crate) const CONFIG_VARIABLE: &str = "R4C_CONFIG";

/// A part of a key as it is written in a variable's name: upper case, `_` for whatever is no letter and no digit.
pub(crate) fn environment_form(part: &str) -> String {
    part.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }).collect()
}

/// What the variables of an instance begin with, `R4C_RETRY__ORDERS_API`.
pub(crate) fn instance_prefix(policy: PolicyKind, instance: &str) -> String {
    format!("R4C_{}__{}", environment_form(policy.name()), environment_form(instance))
}

/// The variable of a key, `R4C_RETRY__ORDERS_API__MAX_ATTEMPTS`.
pub(crate) fn variable_name(policy: PolicyKind, instance: &str, key: &str) -> String {
    format!("{}__{}", instance_prefix(policy, instance), environment_form(key))
}

/// The variables that may concern r4c.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    /// By [`instance_prefix`].
    sections: BTreeMap<String, Section>,
    /// Those that begin with `R4C_` and are not of the form of an override.
    stray: Vec<String>,
}

impl Environment {
    pub(crate) fn read(
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Environment, Vec<ConfigProblem>> {
        let mut environment = Environment::default();
        let mut problems = Vec::new();
        for (variable, text) in variables {
            if !variable.starts_with("R4C_") || variable == CONFIG_VARIABLE {
                continue;
            }
            match split_variable(&variable) {
                Some((policy, instance, key)) => {
                    problems.extend(environment.set(policy, instance, key, &text, &variable).err())
                }
                None => environment.stray.push(variable),
            }
        }
        if problems.is_empty() { Ok(environment) } else { Err(problems) }
    }

    fn set(
        &mut self,
        policy: PolicyKind,
        instance: &str,
        key: &str,
        text: &str,
        variable: &str,
    ) -> Result<(), ConfigProblem> {
        let origin = Origin::Environment { variable: variable.into() };
        let known = policy.keys().map(|spec| spec.name).chain(["base"]).find(|name| environment_form(name) == key);
        let shown = |name: &str| variable_name(policy, instance, name);
        let section = self.sections.entry(instance_prefix(policy, instance)).or_default();
        section.read(policy, instance, (known.unwrap_or(key), text), origin, shown)
    }

    pub(crate) fn section(&self, policy: PolicyKind, instance: &str) -> Option<&Section> {
        self.sections.get(&instance_prefix(policy, instance))
    }

    /// Each with its [`instance_prefix`].
    pub(crate) fn sections(&self) -> impl Iterator<Item = (&str, &Section)> {
        self.sections.iter().map(|(prefix, section)| (prefix.as_str(), section))
    }

    pub(crate) fn stray(&self) -> &[String] {
        &self.stray
    }
}

/// Kind, instance and key of an override, the last two in their environment form.
fn split_variable(variable: &str) -> Option<(PolicyKind, &str, &str)> {
    let kinds = PolicyKind::ALL.into_iter();
    let (policy, rest) =
        kinds.filter_map(|policy| Some((policy, variable.strip_prefix(&instance_prefix(policy, ""))?))).next()?;
    let (instance, key) = rest.rsplit_once("__")?;
    (!instance.is_empty() && !key.is_empty()).then_some((policy, instance, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_computed_from_the_key() {
        let expected = [
            (PolicyKind::Retry, "orders-api", "max-attempts", "R4C_RETRY__ORDERS_API__MAX_ATTEMPTS"),
            (PolicyKind::CircuitBreaker, "orders", "open-duration", "R4C_CIRCUIT_BREAKER__ORDERS__OPEN_DURATION"),
            (PolicyKind::Retry, "OrdersApi::get", "delay", "R4C_RETRY__ORDERSAPI__GET__DELAY"),
            (PolicyKind::Retry, "größe.v2", "delay", "R4C_RETRY__GR__E_V2__DELAY"),
            (PolicyKind::Retry, "default", "base", "R4C_RETRY__DEFAULT__BASE"),
        ];
        for (policy, instance, key, variable) in expected {
            assert_eq!(variable_name(policy, instance, key), variable);
            let (split_policy, split_instance, split_key) = split_variable(variable).unwrap();
            assert_eq!((split_policy, split_instance), (policy, environment_form(instance).as_str()));
            assert_eq!(split_key, environment_form(key));
        }
    }

    #[test]
    fn a_variable_of_another_form_is_no_override() {
        for variable in [
            "R4C_RETRY__MAX_ATTEMPTS",
            "R4C_RETRY_ORDERS_MAX_ATTEMPTS",
            "R4C_RETRIES__ORDERS__DELAY",
            "R4C_RETRY____DELAY",
        ] {
            assert_eq!(split_variable(variable), None, "{variable}");
        }
    }
}
