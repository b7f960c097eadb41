//! The same random scripts through pipelines and through wrappers that the generator made, with every choice that a row
//! of the tables makes.
use super::comparison::compare;
use super::outer::{self, Form};
use super::random_row::{any_entry, ending_entry, rows};
use super::row::{self, Row};
use super::run::MakeOuter;
use super::{TABLES, WRAPPERS};
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pipeline_and_the_generated_wrappers_do_the_same(row in rows(policies(), any_entry()), observed: bool) {
        compare(&row, observed, &of_form(Form::Async))?;
    }

    #[test]
    fn sync_and_async_generated_wrappers_do_the_same(row in rows(policies(), ending_entry()), observed: bool) {
        compare(&row, observed, &[of_form(Form::Sync), of_form(Form::Async)].concat())?;
    }
}

/// The pipeline of a form, and all its generated wrappers.
fn of_form(form: Form) -> Vec<(Form, MakeOuter)> {
    let generated = WRAPPERS.iter().filter(|through| through.form.is_async() == form.is_async());
    let pipeline: (Form, MakeOuter) = (form, outer::pipeline);
    [pipeline].into_iter().chain(generated.map(|through| (through.form, through.make))).collect()
}

/// What the tables' rows judge by; those of two nested pipelines are no wrapper.
fn policies() -> impl Strategy<Value = Row> {
    let rows: Vec<Row> = TABLES.iter().flat_map(|table| row::rows(table)).filter(|row| !row.breaker_outside).collect();
    select(rows).prop_map(|row| Row { only_async: false, ..row })
}
