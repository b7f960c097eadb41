//! The rows of `retry.toml` and `composition.toml`, through pipelines and through wrappers written as the generator writes
//! them, sync and async, with listeners and without.
mod letters;
mod outer;
mod row;
mod run;
mod settings;

use outer::Form;
use row::Row;
use run::{MakeOuter, run};

/// Runs the rows that `wants`; how many were run sync and async.
fn check(table: &str, document: &str, through: &str, wants: fn(&Row) -> bool, make: MakeOuter) -> (usize, usize) {
    quiet();
    let rows = row::rows(document);
    let (mut sync, mut asynchronous) = (0, 0);
    for row in rows.iter().filter(|row| wants(row)) {
        for observed in [true, false] {
            if !row.only_async {
                run(row, Form::Sync, observed, make);
            }
            run(row, Form::Async, observed, make);
        }
        sync += usize::from(!row.only_async);
        asynchronous += 1;
    }
    println!("{table}: {} rows, through {through}: sync {sync}, async {asynchronous}", rows.len());
    (sync, asynchronous)
}

const RETRY: &str = include_str!("retry.toml");
const COMPOSITION: &str = include_str!("composition.toml");

#[test]
fn every_row_of_the_retry_table_holds_for_pipelines() {
    assert_eq!(check("retry.toml", RETRY, "pipelines", |_| true, outer::pipeline), (45, 47));
}

#[test]
fn every_row_of_the_composition_table_holds_for_pipelines() {
    assert_eq!(check("composition.toml", COMPOSITION, "pipelines", |_| true, outer::pipeline), (28, 30));
}

/// Panics that the rows make are not printed.
fn quiet() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let of_a_row = payload.downcast_ref::<&str>().is_some_and(|text| *text == "a listener")
            || payload.downcast_ref::<String>().is_some_and(|text| text.contains("panic("));
        if !of_a_row {
            eprintln!("{info}");
        }
    }));
}
