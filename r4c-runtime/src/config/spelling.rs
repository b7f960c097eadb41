//! From a key as somebody wrote it to a key of the table, or to the reason why there is none: a choice of compile
//! time, Resilience4j's name for it, a misspelt one.
use super::code::Code;
use super::error::ConfigProblem;
use super::key::{Key, PolicyKind};
use super::origin::Origin;
use super::suggest::nearest;

/// The key that names the instance to inherit from.
pub(crate) const BASE: &str = "base";

/// The instance that all others of its kind inherit from.
pub(crate) const DEFAULT: &str = "default";

/// What a key of a section stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SectionKey {
    Base,
    Value(Key),
}

/// Choices of compile time, and why they have no key.
const COMPILE_TIME: [(&str, &str); 7] = [
    ("classifier", "a classifier is a type, chosen by the marker"),
    (
        "on-exhausted-result",
        "what becomes of a rejected value decides the types of the call; the marker or the pipeline says it",
    ),
    ("retry-on", "error lists are patterns of the language, written in the marker"),
    ("abort-on", "error lists are patterns of the language, written in the marker"),
    ("record-on", "error lists are patterns of the language, written in the marker"),
    ("ignore-on", "error lists are patterns of the language, written in the marker"),
    ("name", "the instance is named by the marker, and by the table or variable that configures it"),
];

/// Names of Resilience4j, and a few that other libraries share, with what to write in r4c.
#[rustfmt::skip]
const FOREIGN: [(PolicyKind, &str, Advice); 34] = [
    (PolicyKind::Retry, "base-config", Advice::Write(BASE)),
    (PolicyKind::Retry, "wait-duration", Advice::Write("delay")),
    (PolicyKind::Retry, "enable-exponential-backoff", Advice::Say("a `multiplier` above 1 makes the delay grow")),
    (PolicyKind::Retry, "exponential-backoff-multiplier", Advice::Write("multiplier")),
    (PolicyKind::Retry, "exponential-max-wait-duration", Advice::Write("max-delay")),
    (PolicyKind::Retry, "enable-randomized-wait", Advice::Say("a `jitter` above 0 randomises the delay")),
    (PolicyKind::Retry, "randomized-wait-factor", Advice::Write("jitter")),
    (PolicyKind::Retry, "max-retries", Advice::Say("write `max-attempts`, which counts the first call too")),
    (PolicyKind::Retry, "max-retry-attempts", Advice::Say("write `max-attempts`, which counts the first call too")),
    (PolicyKind::Retry, "retry-exceptions", Advice::Say("list the errors in the marker: `retry_on = ..`")),
    (PolicyKind::Retry, "ignore-exceptions", Advice::Say("list the errors in the marker: `abort_on = ..`")),
    (PolicyKind::Retry, "retry-exception-predicate", Advice::Say("name a classifier in the marker: `classifier = ..`")),
    (PolicyKind::Retry, "result-predicate", Advice::Say("name a classifier in the marker: `classifier = ..`")),
    (PolicyKind::Retry, "fail-after-max-attempts", Advice::Say("write it in the marker: `on_exhausted_result = Reject`")),
    (PolicyKind::CircuitBreaker, "base-config", Advice::Write(BASE)),
    (PolicyKind::CircuitBreaker, "wait-duration-in-open-state", Advice::Write("open-duration")),
    (PolicyKind::CircuitBreaker, "enable-exponential-backoff", Advice::Say("an `open-multiplier` above 1 makes the wait grow")),
    (PolicyKind::CircuitBreaker, "exponential-backoff-multiplier", Advice::Write("open-multiplier")),
    (PolicyKind::CircuitBreaker, "exponential-max-wait-duration-in-open-state", Advice::Write("open-max-duration")),
    (PolicyKind::CircuitBreaker, "permitted-number-of-calls-in-half-open-state", Advice::Write("half-open-calls")),
    (PolicyKind::CircuitBreaker, "max-wait-duration-in-half-open-state", Advice::Write("half-open-max-duration")),
    (PolicyKind::CircuitBreaker, "automatic-transition-from-open-to-half-open-enabled", Advice::Write("auto-half-open")),
    (PolicyKind::CircuitBreaker, "minimum-number-of-calls", Advice::Write("minimum-calls")),
    (PolicyKind::CircuitBreaker, "sliding-window-size", Advice::Write("sliding-window")),
    (PolicyKind::CircuitBreaker, "sliding-window-type",
        Advice::Say("`sliding-window` is of the kind that its value says: `100` calls, or \"60s\"")),
    (PolicyKind::CircuitBreaker, "ring-buffer-size-in-closed-state", Advice::Write("sliding-window")),
    (PolicyKind::CircuitBreaker, "ring-buffer-size-in-half-open-state", Advice::Write("half-open-calls")),
    (PolicyKind::CircuitBreaker, "slow-call-duration-threshold", Advice::Write("slow-call-duration")),
    (PolicyKind::CircuitBreaker, "record-exceptions", Advice::Say("list the errors in the marker: `record_on = ..`")),
    (PolicyKind::CircuitBreaker, "ignore-exceptions", Advice::Say("list the errors in the marker: `ignore_on = ..`")),
    (PolicyKind::CircuitBreaker, "record-failure-predicate", Advice::Say("name a classifier in the marker: `classifier = ..`")),
    (PolicyKind::CircuitBreaker, "record-result-predicate", Advice::Say("name a classifier in the marker: `classifier = ..`")),
    (PolicyKind::CircuitBreaker, "ignore-exception-predicate", Advice::Say("name a classifier in the marker: `classifier = ..`")),
    (PolicyKind::CircuitBreaker, "writable-stack-trace-enabled", Advice::Say("a refusal never captures a backtrace")),
];

#[derive(Clone, Copy, Debug)]
enum Advice {
    /// Another key means the same.
    Write(&'static str),
    /// No single key does.
    Say(&'static str),
}

/// Reads the key `written` of `instance`. `shown` turns a key of the table into the form of the place where it
/// stands, so that a suggestion can be pasted: `max-attempts`, or the name of a variable.
pub(crate) fn read_key(
    policy: PolicyKind,
    instance: &str,
    written: &str,
    origin: &Origin,
    shown: impl Fn(&str) -> String,
) -> Result<SectionKey, ConfigProblem> {
    if written == BASE {
        return Ok(SectionKey::Base);
    }
    if let Some(key) = policy.key_named(written) {
        return Ok(SectionKey::Value(key));
    }
    let normal = kebab_case(written);
    if let Some((_, reason)) = COMPILE_TIME.iter().find(|(name, _)| *name == normal) {
        let message = format!("`{written}` of {policy} `{instance}` has no key in the configuration: {reason}");
        return Err(ConfigProblem::new(Code::CompileTimeKey, message).at(origin.clone()));
    }
    let message = format!("{policy} `{instance}` has no key `{written}`");
    Err(ConfigProblem::new(Code::UnknownKey, message).at(origin.clone()).help(help(policy, &normal, shown)))
}

fn help(policy: PolicyKind, normal: &str, shown: impl Fn(&str) -> String) -> Option<String> {
    let foreign = FOREIGN.iter().find(|(kind, name, _)| *kind == policy && *name == normal);
    if let Some((_, _, advice)) = foreign {
        return Some(match advice {
            Advice::Write(key) => format!("here it is called `{}`", shown(key)),
            Advice::Say(advice) => (*advice).to_owned(),
        });
    }
    let names = policy.keys().map(|spec| spec.name).chain([BASE]);
    if let Some(name) = nearest(normal, names) {
        return Some(format!("did you mean `{}`?", shown(name)));
    }
    let other = PolicyKind::ALL.into_iter().find(|kind| *kind != policy && kind.key_named(normal).is_some());
    other.map(|kind| format!("it is a key of a {kind}"))
}

/// `waitDuration`, `wait_duration` and `WAIT_DURATION` as `wait-duration`.
fn kebab_case(written: &str) -> String {
    let mut name = String::with_capacity(written.len() + 4);
    let mut after_lower_case = false;
    for letter in written.chars() {
        if letter.is_uppercase() && after_lower_case {
            name.push('-');
        }
        after_lower_case = letter.is_lowercase();
        match letter {
            '_' => name.push('-'),
            letter => name.extend(letter.to_lowercase()),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(policy: PolicyKind, written: &str) -> String {
        read_key(policy, "orders", written, &Origin::BuiltIn, str::to_owned).unwrap_err().to_string()
    }

    #[test]
    fn what_an_unknown_key_stands_for_is_said() {
        let retry = PolicyKind::Retry;
        let breaker = PolicyKind::CircuitBreaker;
        let expected = [
            (retry, "max-attemps", "R4C-CFG-001", "did you mean `max-attempts`?"),
            (retry, "max_attempts", "R4C-CFG-001", "did you mean `max-attempts`?"),
            (retry, "maxDelay", "R4C-CFG-001", "did you mean `max-delay`?"),
            (retry, "wait-duration", "R4C-CFG-001", "here it is called `delay`"),
            (retry, "waitDuration", "R4C-CFG-001", "here it is called `delay`"),
            (retry, "enable-exponential-backoff", "R4C-CFG-001", "a `multiplier` above 1"),
            (retry, "minimum-calls", "R4C-CFG-001", "it is a key of a circuit breaker"),
            (retry, "classifier", "R4C-CFG-002", "chosen by the marker"),
            (breaker, "wait-duration-in-open-state", "R4C-CFG-001", "here it is called `open-duration`"),
            (breaker, "waitDurationInOpenState", "R4C-CFG-001", "here it is called `open-duration`"),
            (breaker, "record-exceptions", "R4C-CFG-001", "`record_on = ..`"),
            (breaker, "record_on", "R4C-CFG-002", "written in the marker"),
        ];
        for (policy, written, code, help) in expected {
            let message = refusal(policy, written);
            assert!(message.starts_with(code) && message.contains(help) && message.contains("`orders`"), "{message}");
        }
        assert!(!refusal(retry, "colour").contains("did you mean"));
    }

    #[test]
    fn every_advice_names_a_key_that_exists() {
        for (policy, name, advice) in FOREIGN {
            assert!(policy.key_named(name).is_none(), "{name}");
            if let Advice::Write(key) = advice {
                assert!(key == BASE || policy.key_named(key).is_some(), "{key}");
            }
        }
    }
}
