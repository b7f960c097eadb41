//! The rows are as whoever runs and reports them takes them to be.
use r4c_bench_record::Group;
use r4c_benches::libraries::libraries;
use r4c_benches::row::Row;
use r4c_benches::rows::rows;
use r4c_benches::time::Time;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_row_can_be_made_and_called() {
    for time in [Time::Running, Time::Standing] {
        for row in rows(time) {
            (row.base.batch)(3);
            (row.call)(3);
        }
    }
}

#[test]
fn no_two_rows_have_the_same_label() {
    let rows = rows(Time::Running);
    let labels: BTreeSet<String> = rows.iter().map(Row::label).collect();
    assert_eq!(labels.len(), rows.len());
}

#[test]
fn every_rows_library_is_listed_and_every_library_has_a_row() {
    let listed: BTreeSet<String> = libraries().into_iter().map(|library| library.name).collect();
    let rows = rows(Time::Running);
    let used: BTreeSet<String> = rows.iter().flat_map(|row| row.library.split(" + ")).map(str::to_owned).collect();
    assert_eq!(used, listed);
    assert_eq!(libraries()[0].name, "r4c");
}

#[test]
fn every_library_has_a_version_and_says_what_it_does() {
    for library in libraries() {
        assert!(library.version.split('.').count() == 3, "{library:?}");
        let facts = [
            &library.reads_clock,
            &library.judges_values,
            &library.third_outcome,
            &library.sliding_window,
            &library.limits_half_open,
        ];
        assert!(facts.iter().all(|fact| !fact.is_empty()), "{library:?}");
    }
}

#[test]
fn what_is_counted_has_a_name_of_its_own_and_is_compared_with_something_counted() {
    let mut over = BTreeMap::new();
    for row in rows(Time::Standing) {
        let Some(name) = row.counted.clone() else { continue };
        assert_eq!((row.library, row.threads), ("r4c", 1), "{row:?}");
        let base = row.base.counted.clone().unwrap_or_else(|| panic!("the base of {row:?} is not counted"));
        assert!(over.insert(name, base).is_none(), "{row:?} has a name that another one has");
    }
    for (name, base) in &over {
        let of_base = over.get(base);
        assert!(
            of_base.is_some() || base.ends_with("bare"),
            "`{name}` is compared with `{base}`, which is no bare call"
        );
    }
    for expected in ["plain retry+breaker+classifier", "owning async retry+breaker+classifier", "small breaker"] {
        assert!(over.contains_key(expected), "{expected}");
    }
}

#[test]
fn what_is_to_be_compared_is_there() {
    let rows = rows(Time::Running);
    let results = |group| {
        let of_group = rows.iter().filter(|row| row.group == group);
        of_group.map(|row| row.result.as_str()).collect::<BTreeSet<_>>()
    };
    let threads: BTreeSet<u32> = rows.iter().filter(|row| row.group == Group::Threads).map(|row| row.threads).collect();
    assert_eq!(results(Group::Policy).len(), 4);
    assert_eq!(threads, BTreeSet::from([1, 2, 4]));
    assert_eq!(results(Group::Peer).len(), usize::from(cfg!(feature = "peers")));
}
