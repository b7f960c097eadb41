//! Which method a row calls: the choices that only a marker can make, as a name.
use super::row::{Policy, Row};

/// Hands the names of all methods to a macro.
macro_rules! for_each_method {
    ($then:ident) => {
        $then! {
            retry
            retry_but_i
            retry_but_i_only_e_i
            retry_classifier
            retry_classifier_but_e
            retry_classifier_reject
            retry_only_e
            retry_classifier_else_failure
            retry_classifier_reject_else_result_rejected
            retry_else_failure
            breaker
            breaker_but_i
            breaker_but_i_only_e_i
            breaker_classifier
            breaker_classifier_but_e
            breaker_only_e
            breaker_else_call_not_permitted
            breaker_else_e
            breaker_else_failure
            retry_and_breaker
            retry_and_breaker_classifier
            retry_but_i_and_breaker_but_u
            retry_classifier_and_breaker
            retry_classifier_and_breaker_classifier
            retry_classifier_but_i_and_breaker_classifier_but_k
            retry_classifier_but_k_and_breaker_classifier_but_k
            retry_classifier_reject_and_breaker_classifier
            retry_only_not_permitted_and_breaker
            retry_own_classifier_and_breaker_own_classifier
            retry_and_breaker_else_e
            retry_and_breaker_else_failure
            retry_classifier_and_breaker_classifier_else_classifier_failed
        }
    };
}
pub(crate) use for_each_method;

macro_rules! listed {
    ($($method:ident)*) => {
        const METHODS: &[&str] = &[$(stringify!($method)),*];
    };
}
for_each_method!(listed);

/// The method that makes the row's choices, `retry_classifier_and_breaker_but_i_else_failure`: its policies, `own`
/// where each has a classifier of its own, `but` before what `abort_on` and `ignore_on` name, `only` before what
/// `retry_on` and `record_on` name, `else` before what the fallback takes. The traits have no more of them than
/// the rows need.
pub(crate) fn method_of(row: &Row) -> &'static str {
    let policies = [("retry", &row.retry), ("breaker", &row.breaker)];
    let parts = policies.iter().filter_map(|(kind, policy)| Some(part(kind, policy.as_ref()?, row.shared)));
    let mut name = parts.collect::<Vec<_>>().join("_and_");
    if let Some(fallback) = &row.fallback {
        name += &format!("_else{}", snake(&fallback.takes));
    }
    let found = METHODS.iter().find(|method| **method == name);
    found.unwrap_or_else(|| panic!("{}: the traits have no method {name}", row.id))
}

fn part(kind: &str, policy: &Policy, shared: bool) -> String {
    let letters = |word: &str, list: &Option<Vec<String>>| {
        let Some(list) = list else { return String::new() };
        format!("_{word}{}", list.iter().map(|letter| snake(letter)).collect::<String>())
    };
    let classifier = match (policy.classifier, shared) {
        (false, _) => "",
        (true, true) => "_classifier",
        (true, false) => "_own_classifier",
    };
    let reject = if policy.rejects { "_reject" } else { "" };
    format!("{kind}{classifier}{reject}{}{}", letters("but", &policy.excepted), letters("only", &policy.listed))
}

/// `CallNotPermitted` is `_call_not_permitted`.
fn snake(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_uppercase() { format!("_{}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(letter).collect()
}
