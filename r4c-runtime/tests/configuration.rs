//! Which value wins, where it came from, what is refused: the rows of `scenarios/configuration.toml`, the random
//! layers of a property test, and what the rows cannot say.
use proptest::prelude::*;
use r4c::config::{ConfigSource, InstanceReport, PolicyKind, Report};
use r4c::{
    CircuitBreakerConfig, CircuitBreakerSettings, ConfigError, Registry, RetryConfig, RetrySettings, SlidingWindow,
    State,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use toml::{Table, Value};

// ---------------------------------------------------------------- the rows

#[test]
fn every_row_of_the_table_holds() {
    let document: Table = include_str!("scenarios/configuration.toml").parse().unwrap();
    let rows = document["case"].as_array().unwrap();
    for row in rows {
        check(row, |file| ConfigSource::from_pairs("r4c.toml", file.to_vec()));
        #[cfg(feature = "toml")]
        check(row, |file| ConfigSource::from_toml_str("r4c.toml", &as_document(file)));
    }
    println!("configuration.toml: {} rows run", rows.len());
    assert_eq!(rows.len(), 22);
}

fn check(row: &Value, source: impl Fn(&[(String, String)]) -> Result<ConfigSource, ConfigError>) {
    let id = row["id"].as_str().unwrap();
    let expect = row["expect"].as_table().unwrap();
    match (run(&row["config"], source), expect.get("error")) {
        (Ok(report), None) => check_values(id, row, expect, &report),
        (Err(error), Some(family)) => {
            let message = error.to_string();
            assert!(error.code().starts_with(family.as_str().unwrap()), "{id}: {message}");
            for mention in expect["mentions"].as_array().unwrap() {
                assert!(message.contains(mention.as_str().unwrap()), "{id}: {mention:?} is not in {message:?}");
            }
        }
        (Ok(report), Some(_)) => panic!("{id}: was not refused\n{report}"),
        (Err(error), None) => panic!("{id}: {error}"),
    }
}

fn run(
    config: &Value,
    source: impl Fn(&[(String, String)]) -> Result<ConfigSource, ConfigError>,
) -> Result<Report, ConfigError> {
    let pairs = |name: &str| -> Vec<(String, String)> {
        let table = config.get(name).and_then(Value::as_table);
        table.into_iter().flatten().map(|(key, value)| (key.clone(), text(value))).collect()
    };
    let kind = config["kind"].as_str().unwrap();
    let instance = config["instance"].as_str().unwrap();
    let code = pairs("code");
    let mut builder = Registry::builder().config(source(&pairs("file"))?).env(pairs("env"));
    if !code.is_empty() {
        builder = match kind {
            "retry" => builder.retry(instance, |settings| retry_settings(settings, &code)),
            _ => builder.circuit_breaker(instance, |settings| breaker_settings(settings, &code)),
        };
    }
    let registry = builder.build()?;
    for name in [Some(instance), config.get("other_instance").and_then(Value::as_str)].into_iter().flatten() {
        declare(&registry, kind, name, &pairs("attribute"))?;
    }
    Ok(registry.report())
}

fn declare(registry: &Registry, kind: &str, instance: &str, attribute: &[(String, String)]) -> Result<(), ConfigError> {
    let location = "src/orders.rs:12:5";
    match kind {
        "retry" => {
            registry.declare_retry(instance, location, retry_settings(RetrySettings::new(), attribute)).map(drop)
        }
        _ => registry
            .declare_circuit_breaker(instance, location, breaker_settings(CircuitBreakerSettings::new(), attribute))
            .map(drop),
    }
}

fn check_values(id: &str, row: &Value, expect: &Table, report: &Report) {
    let config = row["config"].as_table().unwrap();
    let policy = if config["kind"].as_str() == Some("retry") { PolicyKind::Retry } else { PolicyKind::CircuitBreaker };
    let instance = report.instance(policy, config["instance"].as_str().unwrap()).unwrap();
    let named = |table: &str| expect.get(table).and_then(Value::as_table).into_iter().flatten();
    for (key, value) in named("values") {
        assert_eq!(instance.value(&key.replace('_', "-")).unwrap().value(), text(value), "{id}: {key}");
    }
    if let Some(waits) = expect.get("waits") {
        let expected: Vec<Duration> =
            waits.as_array().unwrap().iter().map(|wait| duration(wait.as_str().unwrap())).collect();
        assert_eq!(waits_of(instance), expected, "{id}");
    }
    for (key, layer) in named("origins") {
        let origin = instance.value(&key.replace('_', "-")).unwrap().origin();
        assert_eq!(Some(origin.layer()), layer.as_str(), "{id}: {key} is from {origin}");
    }
}

/// The pauses of a call whose every attempt fails, as the effective values give them.
fn waits_of(instance: &InstanceReport) -> Vec<Duration> {
    let value = |key| instance.value(key).unwrap().value();
    let multiplier: f64 = value("multiplier").parse().unwrap();
    let retries = value("max-attempts").parse::<i32>().unwrap() - 1;
    (0..retries).map(|retry| duration(value("delay")).mul_f64(multiplier.powi(retry))).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        other => panic!("no value: {other:?}"),
    }
}

/// Full keys in the layout of `r4c.toml`; every value is written as a string.
#[cfg(feature = "toml")]
fn as_document(pairs: &[(String, String)]) -> String {
    let table = |(key, text): &(String, String)| {
        let (kind, rest) = key.strip_prefix("r4c.").unwrap().split_once('.').unwrap();
        let (instance, key) = rest.rsplit_once('.').unwrap();
        format!("{kind}.\"{instance}\".{key} = {text:?}\n")
    };
    pairs.iter().map(table).collect()
}

// ---------------------------------------------------------------- text to the typed settings and back

fn duration(text: &str) -> Duration {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap();
    let number: u64 = text[..unit].parse().unwrap();
    match &text[unit..] {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        unit => panic!("the tests have no unit {unit}"),
    }
}

fn retry_settings(settings: RetrySettings, pairs: &[(String, String)]) -> RetrySettings {
    pairs.iter().fold(settings, |settings, (key, text)| match key.as_str() {
        "max_attempts" => settings.max_attempts(text.parse().unwrap()),
        "delay" => settings.delay(duration(text)),
        "multiplier" => settings.multiplier(text.parse::<f64>().unwrap()),
        "max_delay" => settings.max_delay(duration(text)),
        "jitter" => settings.jitter(text.parse::<f64>().unwrap()),
        "max_duration" => settings.max_duration(duration(text)),
        other => panic!("{other}"),
    })
}

fn breaker_settings(settings: CircuitBreakerSettings, pairs: &[(String, String)]) -> CircuitBreakerSettings {
    pairs.iter().fold(settings, |settings, (key, text)| match key.as_str() {
        "failure_rate_threshold" => settings.failure_rate_threshold(text.parse::<f64>().unwrap()),
        "sliding_window" => match text.parse::<u32>() {
            Ok(calls) => settings.sliding_window(calls),
            Err(_) => settings.sliding_window(duration(text)),
        },
        "minimum_calls" => settings.minimum_calls(text.parse().unwrap()),
        "open_duration" => settings.open_duration(duration(text)),
        "open_multiplier" => settings.open_multiplier(text.parse::<f64>().unwrap()),
        "open_max_duration" => settings.open_max_duration(duration(text)),
        "half_open_calls" => settings.half_open_calls(text.parse().unwrap()),
        "half_open_max_duration" => settings.half_open_max_duration(duration(text)),
        "auto_half_open" => settings.auto_half_open(text.parse().unwrap()),
        "slow_call_duration" => settings.slow_call_duration(duration(text)),
        "slow_call_rate_threshold" => settings.slow_call_rate_threshold(text.parse::<f64>().unwrap()),
        other => panic!("{other}"),
    })
}

fn duration_text(duration: Duration) -> String {
    match duration.subsec_millis() {
        0 => format!("{}s", duration.as_secs()),
        _ => format!("{}ms", duration.as_millis()),
    }
}

fn limit_text(limit: Option<Duration>) -> String {
    limit.map_or("none".to_owned(), duration_text)
}

fn retry_value(config: &RetryConfig, key: &str) -> String {
    match key {
        "max-attempts" => config.max_attempts().to_string(),
        "delay" => duration_text(config.delay()),
        "multiplier" => config.multiplier().to_string(),
        "max-delay" => limit_text(config.max_delay()),
        "jitter" => config.jitter().to_string(),
        "max-duration" => limit_text(config.max_duration()),
        other => panic!("{other}"),
    }
}

fn breaker_value(config: &CircuitBreakerConfig, key: &str) -> String {
    match key {
        "failure-rate-threshold" => config.failure_rate_threshold().to_string(),
        "sliding-window" => match config.sliding_window() {
            SlidingWindow::Count(calls) => calls.to_string(),
            SlidingWindow::Time(time) => duration_text(time),
        },
        "minimum-calls" => config.minimum_calls().to_string(),
        "open-duration" => duration_text(config.open_duration()),
        "open-multiplier" => config.open_multiplier().to_string(),
        "open-max-duration" => limit_text(config.open_max_duration()),
        "half-open-calls" => config.half_open_calls().to_string(),
        "half-open-max-duration" => limit_text(config.half_open_max_duration()),
        "auto-half-open" => config.auto_half_open().to_string(),
        "slow-call-duration" => limit_text(config.slow_call_duration()),
        "slow-call-rate-threshold" => config.slow_call_rate_threshold().to_string(),
        other => panic!("{other}"),
    }
}

/// Every key with a value that is not its default.
const RETRY_KEYS: [(&str, &str); 6] = [
    ("max-attempts", "7"),
    ("delay", "20ms"),
    ("multiplier", "2"),
    ("max-delay", "9s"),
    ("jitter", "0.5"),
    ("max-duration", "8s"),
];
const BREAKER_KEYS: [(&str, &str); 11] = [
    ("failure-rate-threshold", "30"),
    ("sliding-window", "60s"),
    ("minimum-calls", "7"),
    ("open-duration", "5s"),
    ("open-multiplier", "1.5"),
    ("open-max-duration", "50s"),
    ("half-open-calls", "3"),
    ("half-open-max-duration", "4s"),
    ("auto-half-open", "true"),
    ("slow-call-duration", "700ms"),
    ("slow-call-rate-threshold", "80"),
];

#[test]
fn each_key_of_each_layer_reaches_the_policy_that_runs() {
    for (kind, keys) in [("retry", &RETRY_KEYS[..]), ("circuit-breaker", &BREAKER_KEYS[..])] {
        for (key, value) in keys {
            for layer in ["file", "environment", "code", "attribute"] {
                let snake_case = vec![(key.replace('-', "_"), (*value).to_owned())];
                let none = Vec::new();
                let in_layer = |name| if layer == name { &snake_case } else { &none };
                let file = (layer == "file").then(|| (format!("r4c.{kind}.orders.{key}"), *value));
                let variable = format!("R4C_{}__ORDERS__{}", kind, key).replace('-', "_").to_uppercase();
                let builder = Registry::builder()
                    .config(ConfigSource::from_pairs("r4c.toml", file).unwrap())
                    .env((layer == "environment").then_some((variable, *value)))
                    .retry("orders", |r| retry_settings(r, if kind == "retry" { in_layer("code") } else { &none }))
                    .circuit_breaker("orders", |b| {
                        breaker_settings(b, if kind == "retry" { &none } else { in_layer("code") })
                    });
                let registry = builder.build().unwrap();
                declare(&registry, kind, "orders", in_layer("attribute")).unwrap();
                let effective = match kind {
                    "retry" => retry_value(&registry.retry("orders").unwrap().config(), key),
                    _ => breaker_value(&registry.circuit_breaker("orders").unwrap().config(), key),
                };
                assert_eq!(effective, *value, "{kind} {key} in {layer}");
            }
        }
    }
}

#[test]
fn the_defaults_are_those_of_the_table() {
    let retry = RetryConfig::default();
    let expected = [
        ("max-attempts", "3"),
        ("delay", "500ms"),
        ("multiplier", "1"),
        ("max-delay", "none"),
        ("jitter", "0"),
        ("max-duration", "none"),
    ];
    for (key, value) in expected {
        assert_eq!(retry_value(&retry, key), value, "{key}");
        assert!(PolicyKind::Retry.key_table().contains(&format!("| `{key}` | {value} |")), "{key}");
    }
    let breaker = CircuitBreakerConfig::default();
    let expected = ["50", "100", "100", "60s", "1", "none", "10", "none", "false", "none", "100"];
    for ((key, _), value) in BREAKER_KEYS.iter().zip(expected) {
        assert_eq!(breaker_value(&breaker, key), value, "{key}");
        assert!(PolicyKind::CircuitBreaker.key_table().contains(&format!("| `{key}` | {value} |")), "{key}");
    }
}

#[test]
fn dependent_values_are_derived_from_what_is_configured() {
    let breaker = |window: SlidingWindow, minimum, half_open| {
        let settings =
            CircuitBreakerSettings::new().sliding_window(window).minimum_calls(minimum).half_open_calls(half_open);
        let config = settings.build().unwrap();
        (config.minimum_calls(), config.effective_minimum_calls(), config.half_open_decision_calls())
    };
    assert_eq!(breaker(SlidingWindow::Count(5), 10, 20), (10, 5, 10));
    assert_eq!(breaker(SlidingWindow::Count(50), 10, 3), (10, 10, 3));
    assert_eq!(breaker(SlidingWindow::Time(Duration::from_secs(5)), 10, 20), (10, 10, 10));
}

// ---------------------------------------------------------------- messages

#[test]
fn a_value_that_cannot_be_names_key_instance_place_and_text() {
    let mentions = |error: ConfigError, words: &[&str]| {
        let message = error.to_string();
        assert_eq!(error.code(), "R4C-CFG-003", "{message}");
        words.iter().for_each(|word| assert!(message.contains(word), "`{word}` is not in {message}"));
    };
    let source = ConfigSource::from_pairs("r4c.toml", [("r4c.retry.orders.delay", "500")]).unwrap_err();
    mentions(source, &["`delay`", "`orders`", "r4c.toml", "r4c.retry.orders.delay", "`500`", "`500ms`"]);
    let builder = Registry::builder().env([("R4C_CIRCUIT_BREAKER__ORDERS__SLIDING_WINDOW", "1500ms")]);
    mentions(
        builder.build().unwrap_err(),
        &["`sliding-window`", "R4C_CIRCUIT_BREAKER__ORDERS__SLIDING_WINDOW", "`1500ms`", "whole seconds"],
    );
    let code = Registry::builder().retry("orders", |r| r.jitter(1.5)).build().unwrap_err();
    mentions(code, &["`jitter`", "`orders`", "`1.5`", "tests/configuration.rs:"]);
    let marker = Registry::new()
        .declare_retry("orders", "src/orders.rs:12:5", RetrySettings::new().multiplier(0.5))
        .unwrap_err();
    mentions(marker, &["`multiplier`", "`orders`", "`0.5`", "src/orders.rs:12:5"]);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let pairs = [
        ("r4c.retry.a.dealy", "1s"),
        ("r4c.retry.b.wait-duration", "1s"),
        ("r4c.retrys.c.delay", "1s"),
        ("r4c.retry.d.jitter", "2"),
    ];
    let error = ConfigSource::from_pairs("settings", pairs).unwrap_err();
    let codes: Vec<&str> = error.problems().iter().map(|problem| problem.code()).collect();
    assert_eq!(codes, ["R4C-CFG-001", "R4C-CFG-001", "R4C-CFG-008", "R4C-CFG-003"]);
    assert_eq!(error.problems()[1].suggestion(), Some("here it is called `delay`"));
    assert_eq!(error.to_string().lines().count(), 4);
}

#[test]
fn an_unknown_key_in_a_variable_suggests_a_variable() {
    let error = Registry::builder().env([("R4C_RETRY__ORDERS_API__MAX_ATTEMPS", "4")]).build().unwrap_err();
    assert_eq!(error.problems()[0].suggestion(), Some("did you mean `R4C_RETRY__ORDERS_API__MAX_ATTEMPTS`?"));
}

#[test]
fn a_circle_of_bases_is_told_once_and_alike_from_wherever_it_is_entered() {
    let bases =
        [("orders", "s2"), ("s1", "s2"), ("s2", "s1")].map(|(name, base)| (format!("r4c.retry.{name}.base"), base));
    let error = Registry::builder().config(ConfigSource::from_pairs("r4c.toml", bases).unwrap()).build().unwrap_err();
    assert_eq!(error.code(), "R4C-CFG-005");
    assert!(error.to_string().contains("`s1` -> `s2` -> `s1`"), "{error}");
    let own = ConfigSource::from_pairs("r4c.toml", [("r4c.retry.orders.base", "orders")]).unwrap();
    assert_eq!(Registry::builder().config(own).build().unwrap_err().code(), "R4C-CFG-005");
}

#[test]
fn a_base_in_the_environment_wins_over_that_of_the_file() {
    let file = [("r4c.retry.orders.base", "slow"), ("r4c.retry.slow.delay", "9s"), ("r4c.retry.fast.delay", "1ms")];
    let builder = Registry::builder().config(ConfigSource::from_pairs("r4c.toml", file).unwrap());
    let registry = builder.env([("R4C_RETRY__ORDERS__BASE", "fast")]).retry("orders", |r| r).build().unwrap();
    assert_eq!(registry.retry("orders").unwrap().config().delay(), Duration::from_millis(1));
    assert_eq!(registry.report().unused().len(), 1, "{}", registry.report());
}

#[test]
fn a_limit_can_be_taken_away_by_a_stronger_layer() {
    let file = [("r4c.retry.default.max-delay", "1s"), ("r4c.retry.orders.max-delay", "none")];
    let registry = Registry::builder().config(ConfigSource::from_pairs("r4c.toml", file).unwrap()).build().unwrap();
    for (name, limit) in [("orders", None), ("others", Some(Duration::from_secs(1)))] {
        let retry = registry.declare_retry(name, "here", RetrySettings::new()).unwrap();
        assert_eq!(retry.config().max_delay(), limit);
    }
}

// ---------------------------------------------------------------- the registry

#[test]
fn a_name_that_nothing_declared_is_not_found_and_not_made() {
    let source = ConfigSource::from_pairs("r4c.toml", [("r4c.retry.orders.delay", "1s")]).unwrap();
    let registry = Registry::builder().config(source).build().unwrap();
    assert!(registry.retry("orders").is_none());
    assert!(registry.circuit_breaker("orders").is_none());
    assert!(registry.retries().is_empty());
    registry.declare_retry("orders", "here", RetrySettings::new()).unwrap();
    assert!(registry.clone().retry("orders").is_some());
    assert!(registry.circuit_breaker("orders").is_none());
    let names: Vec<String> = registry.retries().iter().map(|retry| retry.name().to_owned()).collect();
    assert_eq!(names, ["orders"]);
}

#[test]
fn the_names_default_and_nothing_are_no_instances() {
    for name in ["", "default"] {
        let error = Registry::new().declare_retry(name, "here", RetrySettings::new()).unwrap_err();
        assert_eq!(error.code(), "R4C-CFG-007");
    }
}

#[test]
fn what_several_places_set_holds_together_and_the_first_of_two_different_values_is_kept() {
    let registry = Registry::new();
    let declare = |location, settings| registry.declare_circuit_breaker("orders", location, settings).unwrap();
    let first = declare("src/a.rs:1:5", CircuitBreakerSettings::new().failure_rate_threshold(30));
    declare("src/b.rs:2:5", CircuitBreakerSettings::new().minimum_calls(7));
    for _ in 0..2 {
        declare("src/c.rs:3:5", CircuitBreakerSettings::new().failure_rate_threshold(40));
    }
    assert_eq!((first.config().failure_rate_threshold(), first.config().minimum_calls()), (30.0, 7));
    let report = registry.report();
    assert_eq!(report.conflicts().len(), 1);
    let conflict = report.conflicts()[0].to_string();
    let expected = "circuit breaker `orders`: failure-rate-threshold is 30 (declared at src/a.rs:1:5), not 40 (declared at src/c.rs:3:5)";
    assert_eq!(conflict, expected);
    assert!(report.to_string().contains(expected));
}

#[test]
fn the_report_shows_the_effective_minimum_and_what_has_no_effect() {
    let registry = Registry::new();
    let settings = CircuitBreakerSettings::new()
        .sliding_window(5)
        .minimum_calls(10)
        .half_open_calls(20)
        .slow_call_rate_threshold(50);
    registry.declare_circuit_breaker("orders", "here", settings).unwrap();
    let report = registry.report();
    let notes: Vec<&str> = report.instances()[0].notes().collect();
    let expected = [
        "effective minimum-calls: 5 (configured: 10), as the window holds no more than 5",
        "half-open decides after 10 results, which is minimum-calls (half-open-calls: 20)",
        "without slow-call-duration no call is slow, so slow-call-rate-threshold has no effect",
    ];
    assert_eq!(notes, expected);
    assert_eq!(report.instances()[0].value("minimum-calls").unwrap().value(), "10");
}

#[test]
fn sections_and_variables_that_nothing_uses_are_listed_with_what_was_meant() {
    let file = [
        ("r4c.retry.ordres.delay", "1s"),
        ("r4c.retry.orders.base", "shared"),
        ("r4c.retry.shared.delay", "2s"),
        ("r4c.retry.default.jitter", "0.1"),
        ("r4c.circuit-breaker.default.minimum-calls", "7"),
    ];
    let env = [
        ("R4C_RETRY__ORDERS__JITTER", "0.2"),
        ("R4C_RETRY__ORDRES__JITTER", "0.2"),
        ("R4C_RETRY_ORDERS_MAX_ATTEMPTS", "2"),
        ("R4C_CONFIG", "other.toml"),
        ("PATH", "/bin"),
    ];
    let registry =
        Registry::builder().config(ConfigSource::from_pairs("r4c.toml", file).unwrap()).env(env).build().unwrap();
    registry.declare_retry("orders", "here", RetrySettings::new()).unwrap();
    let report = registry.report();
    let unused: Vec<String> = report.unused().iter().map(ToString::to_string).collect();
    let expected = [
        "section `retry.ordres` (r4c.toml, key r4c.retry.ordres.delay); did you mean `orders`?",
        "section `circuit-breaker.default` (r4c.toml, key r4c.circuit-breaker.default.minimum-calls)",
        "environment variable R4C_RETRY__ORDRES__JITTER; did you mean `R4C_RETRY__ORDERS__JITTER`?",
        "environment variable R4C_RETRY_ORDERS_MAX_ATTEMPTS; did you mean `R4C_RETRY__ORDERS__MAX_ATTEMPTS`?",
    ];
    assert_eq!(unused, expected);
}

#[test]
fn a_reload_changes_live_instances_and_keeps_what_other_layers_say() {
    let source = |threshold: &str| {
        let pairs =
            [("r4c.circuit-breaker.orders.failure-rate-threshold", threshold), ("r4c.retry.default.delay", "10ms")];
        ConfigSource::from_pairs("r4c.toml", pairs).unwrap()
    };
    let builder = Registry::builder().config(source("30")).env([("R4C_CIRCUIT_BREAKER__ORDERS__OPEN_DURATION", "5s")]);
    let registry = builder.circuit_breaker("orders", |b| b.half_open_calls(3)).build().unwrap();
    let breaker = registry.circuit_breaker("orders").unwrap();
    let retry = registry.declare_retry("orders", "here", RetrySettings::new().max_attempts(2)).unwrap();
    let values = || {
        (
            breaker.config().failure_rate_threshold(),
            breaker.config().half_open_calls(),
            breaker.config().open_duration().as_secs(),
        )
    };
    assert_eq!(values(), (30.0, 3, 5));
    registry.reload(source("40")).unwrap();
    assert_eq!(values(), (40.0, 3, 5));
    registry.reload(ConfigSource::empty()).unwrap();
    assert_eq!(values(), (50.0, 3, 5));
    assert_eq!((retry.config().max_attempts(), retry.config().delay()), (2, Duration::from_millis(500)));
}

#[test]
fn a_reload_with_an_error_changes_nothing() {
    let source = |pairs: &[(&str, &str)]| ConfigSource::from_pairs("r4c.toml", pairs.iter().copied()).unwrap();
    let builder = Registry::builder().config(source(&[("r4c.retry.orders.delay", "10ms")]));
    let registry = builder.retry("orders", |r| r).build().unwrap();
    let wrong = [
        (source(&[("r4c.retry.orders.delay", "20ms"), ("r4c.circuit-breaker.a.base", "b")]), "R4C-CFG-004"),
        (source(&[("r4c.retry.orders.delay", "20ms"), ("r4c.retry.ORDERS.delay", "1s")]), "R4C-CFG-006"),
    ];
    for (source, code) in wrong {
        assert_eq!(registry.reload(source).unwrap_err().code(), code);
        assert_eq!(registry.retry("orders").unwrap().config().delay(), Duration::from_millis(10));
        assert!(registry.report().to_string().contains("r4c.toml, key r4c.retry.orders.delay"));
    }
}

#[test]
fn a_reload_keeps_listeners_and_state() {
    let registry = Registry::builder().circuit_breaker("orders", |b| b).build().unwrap();
    let breaker = registry.circuit_breaker("orders").unwrap();
    let told = Arc::new(AtomicU32::new(0));
    let listener = (told.clone(), registry.clone());
    let subscription = breaker.on_event(move |_| {
        listener.0.fetch_add(1, Ordering::Relaxed);
        assert_eq!(listener.1.report().instances().len(), 1);
    });
    breaker.force_open().unwrap();
    let source = ConfigSource::from_pairs("r4c.toml", [("r4c.circuit-breaker.orders.minimum-calls", "7")]);
    registry.reload(source.unwrap()).unwrap();
    assert_eq!((breaker.state(), breaker.config().minimum_calls()), (State::ForcedOpen, 7));
    breaker.reset();
    assert_eq!((told.load(Ordering::Relaxed) >= 2, breaker.listener_panics()), (true, 0));
    drop(subscription);
}

#[test]
fn the_global_registry_is_set_once() {
    Registry::set_global(Registry::builder().retry("orders", |r| r).build().unwrap()).unwrap();
    assert!(Registry::global().retry("orders").is_some());
    assert_eq!(Registry::set_global(Registry::new()).unwrap_err().code(), "R4C-CFG-011");
}

#[test]
fn registry_report_and_errors_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Registry>();
    crosses::<Report>();
    crosses::<ConfigError>();
    crosses::<ConfigSource>();
    let _: Box<dyn std::error::Error + Send + Sync> = Registry::builder().retry("", |r| r).build().unwrap_err().into();
}

// ---------------------------------------------------------------- r4c.toml

#[cfg(feature = "toml")]
#[test]
fn the_file_says_what_is_wrong_and_on_which_line() {
    let cases = [
        ("[retry.orders]\ndelay = \"1s\"\nmax-attemps = 4", "r4c.toml:3", "did you mean `max-attempts`?"),
        ("[retries.orders]\n", "r4c.toml:1", "there are `retry` and `circuit-breaker`"),
        ("[circuit_breaker.orders]\n", "r4c.toml:1", "did you mean `circuit-breaker`?"),
        ("[r4c.retry.orders]\n", "r4c.toml:1", "without `r4c.`"),
        ("[retry]\ndelay = \"1s\"", "r4c.toml:2", "`[retry.orders]`"),
        ("[retry.OrdersApi.get]\ndelay = \"1s\"", "r4c.toml:1", "`[retry.\"OrdersApi.get\"]`"),
        ("[retry.orders]\ndelay = 500", "r4c.toml:2", "`500ms`"),
        ("[retry.orders]\ndelay = [1]", "r4c.toml:2", "no single value"),
        ("[retry.orders\n", "r4c.toml cannot be read", "line 1"),
    ];
    for (document, place, help) in cases {
        let message = ConfigSource::from_toml_str("r4c.toml", document).unwrap_err().to_string();
        assert!(message.contains(place) && message.contains(help), "{document}: {message}");
    }
}

#[cfg(feature = "toml")]
#[test]
fn the_file_takes_bare_and_quoted_values_and_quoted_names() {
    let document = "
        [retry.\"OrdersApi::get\"]
        max-attempts = 1_0
        jitter = 0.25
        delay = '1m30s'
        [circuit-breaker.orders]
        sliding-window = \"20\"
        auto-half-open = true
    ";
    let registry =
        Registry::builder().config(ConfigSource::from_toml_str("r4c.toml", document).unwrap()).build().unwrap();
    let retry = registry.declare_retry("OrdersApi::get", "here", RetrySettings::new()).unwrap().config();
    assert_eq!((retry.max_attempts(), retry.jitter(), retry.delay()), (10, 0.25, Duration::from_secs(90)));
    let breaker = registry.declare_circuit_breaker("orders", "here", CircuitBreakerSettings::new()).unwrap().config();
    assert_eq!((breaker.sliding_window(), breaker.auto_half_open()), (SlidingWindow::Count(20), true));
    assert!(registry.report().to_string().contains("r4c.toml:3, key r4c.retry.OrdersApi::get.max-attempts"));
}

#[cfg(feature = "toml")]
#[test]
fn a_file_that_is_not_there_is_an_error_that_names_it() {
    let error = ConfigSource::from_toml_file("no/such/r4c.toml").unwrap_err();
    assert_eq!(error.code(), "R4C-CFG-009");
    assert!(error.to_string().contains("no/such/r4c.toml"));
}

// ---------------------------------------------------------------- the resolution against a naive merge

/// For each place that may set a key the value it sets. Places: code, then (environment, file) of the instance and
/// its two bases, the attribute, (environment, file) of `default`.
type Places = [Option<u32>; 10];
const NAMES: [&str; 4] = ["orders", "near", "far", "default"];

fn layered(
    kind: &str,
    key: &str,
    places: &Places,
    instance_has_base: bool,
    base_has_base: bool,
) -> Result<u32, ConfigError> {
    let [code, file_and_environment @ .., _, _, _] = places;
    let mut file = Vec::new();
    let mut env = Vec::new();
    let default = [places[8], places[9]];
    for (name, pair) in NAMES.iter().zip(file_and_environment.chunks(2).chain([&default[..]])) {
        env.extend(
            pair[0].map(|value| {
                (format!("R4C_{kind}__{name}__{key}").replace('-', "_").to_uppercase(), value.to_string())
            }),
        );
        file.extend(pair[1].map(|value| (format!("r4c.{kind}.{name}.{key}"), value.to_string())));
    }
    for (name, base, linked) in [("orders", "near", instance_has_base), ("near", "far", base_has_base)] {
        file.extend(linked.then(|| (format!("r4c.{kind}.{name}.base"), base.to_owned())));
    }
    // A base must be there, also where it does not set the key.
    let (other_key, other_value) = if kind == "retry" { ("jitter", "0.5") } else { ("open-duration", "1s") };
    file.extend(["near", "far"].map(|name| (format!("r4c.{kind}.{name}.{other_key}"), other_value.to_owned())));
    let mut builder = Registry::builder().config(ConfigSource::from_pairs("r4c.toml", file)?).env(env);
    if let Some(value) = *code {
        builder = match kind {
            "retry" => builder.retry("orders", |r| r.max_attempts(value)),
            _ => builder.circuit_breaker("orders", |b| b.minimum_calls(value)),
        };
    }
    let registry = builder.build()?;
    let attribute: Vec<_> = places[7].iter().map(|value| (key.replace('-', "_"), value.to_string())).collect();
    declare(&registry, kind, "orders", &attribute)?;
    Ok(match kind {
        "retry" => registry.retry("orders").unwrap().config().max_attempts(),
        _ => registry.circuit_breaker("orders").unwrap().config().minimum_calls(),
    })
}

fn naive(places: &Places, instance_has_base: bool, base_has_base: bool, built_in: u32) -> u32 {
    let reached = |place: usize| match place {
        3 | 4 => instance_has_base,
        5 | 6 => instance_has_base && base_has_base,
        _ => true,
    };
    (0..places.len()).filter(|place| reached(*place)).find_map(|place| places[place]).unwrap_or(built_in)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_first_place_that_sets_a_key_gives_it(
        places in prop::array::uniform10(prop::option::weighted(0.3, 1_u32..1000)),
        instance_has_base: bool,
        base_has_base: bool,
    ) {
        for (kind, key, built_in) in [("retry", "max-attempts", 3), ("circuit-breaker", "minimum-calls", 100)] {
            let expected = naive(&places, instance_has_base, base_has_base, built_in);
            prop_assert_eq!(layered(kind, key, &places, instance_has_base, base_has_base).unwrap(), expected);
        }
    }

    #[test]
    fn a_reload_ends_where_a_fresh_start_would(values in prop::collection::vec((0_usize..5, 1_u32..50), 0..8)) {
        let names = ["orders", "stock", "shared", "default", "stock"];
        let source = || {
            let pairs: BTreeMap<String, String> =
                values.iter().map(|(name, value)| (format!("r4c.retry.{}.max-attempts", names[*name]), value.to_string())).collect();
            ConfigSource::from_pairs("r4c.toml", pairs).unwrap()
        };
        let declare = |registry: &Registry| {
            ["orders", "stock"].map(|name| registry.declare_retry(name, "here", RetrySettings::new()).unwrap())
        };
        let fresh = Registry::builder().config(source()).build().unwrap();
        let reloaded = Registry::new();
        let (fresh, live) = (declare(&fresh), declare(&reloaded));
        reloaded.reload(source()).unwrap();
        prop_assert_eq!(fresh.map(|retry| retry.config()), live.map(|retry| retry.config()));
    }
}
