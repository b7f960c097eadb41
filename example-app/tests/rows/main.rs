//! The rows of the behaviour tables through wrappers that the generator made, in six forms, with listeners and without;
//! those of a breaker alone through pipelines that have nothing else, too.
#![forbid(unsafe_code)]
mod breaker_pipeline;
mod breaker_rows;
mod choice;
mod client;
mod differential;
mod through_async_trait;
mod through_boxes;
mod through_exclusive;
mod through_exclusive_futures;
mod through_futures;
mod through_sync;

// The tables' letters, and what reads and runs their rows: the runtime's own tests have them.
#[path = "../../../r4c-runtime/tests/scenarios/comparison.rs"]
mod comparison;
#[allow(dead_code)]
#[path = "../../../r4c-runtime/tests/scenarios/letters.rs"]
mod letters;
#[allow(dead_code)]
#[path = "../../../r4c-runtime/tests/scenarios/outer.rs"]
mod outer;
#[path = "../../../r4c-runtime/tests/scenarios/quiet.rs"]
mod quiet;
#[path = "../../../r4c-runtime/tests/scenarios/random_row.rs"]
mod random_row;
#[path = "../../../r4c-runtime/tests/scenarios/row.rs"]
mod row;
#[allow(dead_code)]
#[path = "../../../r4c-runtime/tests/scenarios/run.rs"]
mod run;
#[path = "../../../r4c-runtime/tests/breaker/script.rs"]
mod script;
#[path = "../../../r4c-runtime/tests/scenarios/settings.rs"]
mod settings;

use client::Client;
use outer::{Form, NAME};
use r4c::{CircuitBreakerSettings, Registry, RetrySettings};
use row::Row;
use run::{MakeOuter, run};
use std::panic::catch_unwind;

const RETRY: &str = include_str!("../../../r4c-runtime/tests/scenarios/retry.toml");
const COMPOSITION: &str = include_str!("../../../r4c-runtime/tests/scenarios/composition.toml");
const PANICS: &str = include_str!("../../../r4c-runtime/tests/scenarios/panics.toml");
const TABLES: [&str; 3] = [RETRY, COMPOSITION, PANICS];

/// What a row is run through: its name, its form, and what makes it.
pub(crate) struct Through {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    pub(crate) make: MakeOuter,
}

/// The wrappers of a module, as something that a row can be run through.
macro_rules! wrappers {
    ($name:literal, $form:ident, $module:ident) => {
        Through {
            name: $name,
            form: Form::$form,
            make: |row, _form, registry, shared| {
                declare(row, registry);
                $module::wrapped(choice::method_of(row), Client::new(shared), registry)
            },
        }
    };
}

pub(crate) const WRAPPERS: [Through; 6] = [
    wrappers!("sync", Sync, through_sync),
    wrappers!("impl Future", Async, through_futures),
    wrappers!("async_trait", Async, through_async_trait),
    wrappers!("&mut self", Sync, through_exclusive),
    wrappers!("async fn with &mut self", Async, through_exclusive_futures),
    wrappers!("boxed future of a value", Async, through_boxes),
];

/// How often each was done, as text.
pub(crate) fn shown(ways: &[Through], counts: &[usize]) -> String {
    let named = ways.iter().zip(counts).map(|(through, count)| format!("{} {count}", through.name));
    named.collect::<Vec<_>>().join(", ")
}

/// The row's numbers, before the wrapper names the same policies: its markers say no more than the name.
fn declare(row: &Row, registry: &Registry) {
    if let Some(policy) = &row.retry {
        let settings = settings::of_retry(policy)(RetrySettings::new());
        registry.declare_retry(NAME, &row.id, settings).unwrap();
    }
    if let Some(policy) = &row.breaker {
        let settings = settings::of_breaker(policy)(CircuitBreakerSettings::new());
        registry.declare_circuit_breaker(NAME, &row.id, settings).unwrap();
    }
}

/// Runs the rows of a table through each kind of wrapper; how many through which.
fn check(table: &str, document: &str) -> [usize; 6] {
    quiet::quiet();
    let rows = row::rows(document);
    let (nested, wanted): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.breaker_outside);
    let counts = WRAPPERS.map(|through| {
        // What fails says its form only.
        println!("{table}: {}", through.name);
        let runs = |row: &&&Row| through.form.is_async() || !row.only_async;
        let wanted: Vec<_> = wanted.iter().filter(runs).collect();
        for row in &wanted {
            run(row, through.form, true, through.make);
            run(row, through.form, false, through.make);
        }
        wanted.len()
    });
    println!("{table}: {} rows, through generated wrappers: {}", rows.len(), shown(&WRAPPERS, &counts));
    if !nested.is_empty() {
        let ids: Vec<&str> = nested.iter().map(|row| row.id.as_str()).collect();
        println!("{table}: left out, as two pipelines one inside the other are no wrapper: {}", ids.join(", "));
    }
    counts
}

#[test]
fn every_row_of_the_retry_table_holds() {
    assert_eq!(check("retry.toml", RETRY), [45, 47, 47, 45, 47, 47]);
}

#[test]
fn every_row_of_the_composition_table_but_two_nested_pipelines_holds() {
    assert_eq!(check("composition.toml", COMPOSITION), [26, 28, 28, 26, 28, 28]);
}

#[test]
fn every_row_of_the_table_of_panicking_classifiers_holds() {
    assert_eq!(check("panics.toml", PANICS), [13; 6]);
}

#[test]
fn a_row_whose_choices_no_method_makes_is_named() {
    quiet::quiet();
    let table = "[[case]]\nid = \"NEW-1\"\nconfig = { retry_on = [\"N\"], classifier = true }\nexpect = {}";
    let payload = catch_unwind(|| check("new.toml", table)).expect_err("no method makes them");
    let message = payload.downcast_ref::<String>().map(String::as_str);
    assert_eq!(message, Some("NEW-1: the traits have no method retry_classifier_only_n"));
}
