//! The rows of `retry.toml`, `composition.toml` and `panics.toml`, through pipelines and through wrappers written as the generator writes
//! them, sync and async, with listeners and without.
mod comparison;
mod differential;
mod field_reports;
mod letters;
mod outer;
mod quiet;
mod random_row;
mod row;
mod run;
mod settings;
mod wrapper;

use outer::Form;
use quiet::quiet;
use row::Row;
use run::{MakeOuter, run};

/// Runs the rows that `wants`; how many were run sync and async.
fn check(table: &str, document: &str, through: &Through, wants: fn(&Row) -> bool) -> (usize, usize) {
    quiet();
    let rows = row::rows(document);
    let wanted: Vec<&Row> = rows.iter().filter(|row| wants(row)).collect();
    wanted.iter().for_each(|row| run_row(row, through));
    let (sync, asynchronous) = (wanted.iter().filter(|row| !row.only_async).count(), wanted.len());
    println!("{table}: {} rows, through {}: sync {sync}, async {asynchronous}", rows.len(), through.0);
    (sync, asynchronous)
}

/// Runs a row in every form, with listeners and without.
fn run_row(row: &Row, Through(_, forms, make): &Through) {
    for form in forms.iter().filter(|form| form.is_async() || !row.only_async) {
        run(row, *form, true, *make);
        run(row, *form, false, *make);
    }
}

const RETRY: &str = include_str!("retry.toml");
const COMPOSITION: &str = include_str!("composition.toml");
const PANICS: &str = include_str!("panics.toml");

/// What rows are run through: its name, its forms, and what makes it.
struct Through(&'static str, &'static [Form], MakeOuter);

const PIPELINES: Through = Through("pipelines", &[Form::Sync, Form::Async], outer::pipeline);
const WRAPPERS: Through = Through(
    "wrappers",
    &[Form::Sync, Form::SyncMut, Form::SyncInTurn, Form::Async, Form::AsyncInTurn],
    wrapper::wrapper,
);

#[test]
fn every_row_of_the_retry_table_holds_for_pipelines() {
    assert_eq!(check("retry.toml", RETRY, &PIPELINES, |_| true), (45, 47));
}

#[test]
fn every_row_of_the_retry_table_holds_for_wrappers() {
    assert_eq!(check("retry.toml", RETRY, &WRAPPERS, |_| true), (45, 47));
}

#[test]
fn every_row_of_the_composition_table_holds_for_pipelines() {
    assert_eq!(check("composition.toml", COMPOSITION, &PIPELINES, |_| true), (28, 30));
}

#[test]
fn every_row_of_the_composition_table_but_two_nested_pipelines_holds_for_wrappers() {
    assert_eq!(check("composition.toml", COMPOSITION, &WRAPPERS, |row| !row.breaker_outside), (26, 28));
}

#[test]
fn every_row_of_the_table_of_panicking_classifiers_holds() {
    assert_eq!(check("panics.toml", PANICS, &PIPELINES, |_| true), (13, 13));
    assert_eq!(check("panics.toml", PANICS, &WRAPPERS, |_| true), (13, 13));
}
