use std::cell::Cell;

use goldens::sync::{Broken, ResilientStore, Store, Unique};

use crate::support::registry;

/// Fails this many times.
#[derive(Debug, Clone)]
struct Flaky {
    failures: Cell<u32>,
    calls: Cell<u32>,
}

impl Flaky {
    fn next(&self) -> Result<(), Broken> {
        self.calls.set(self.calls.get() + 1);
        if self.failures.get() == 0 {
            return Ok(());
        }
        self.failures.set(self.failures.get() - 1);
        Err(Broken("flaky".to_owned()))
    }
}

impl Store for Flaky {
    fn read<'a>(&'a self, _key: &str) -> Result<&'a str, Broken> {
        self.next().map(|()| "text")
    }
    fn put(&self, value: Unique) -> Result<Unique, Broken> {
        self.next().map(|()| value)
    }
    fn fill(&self, buffer: &mut Vec<u8>) -> Result<usize, Broken> {
        buffer.push(1);
        self.next().map(|()| buffer.len())
    }
    fn number(&self) -> u8 {
        if self.next().is_err() { 10 } else { 1 }
    }
    fn plain(&self, result: &str) -> String {
        format!("flaky {result}")
    }
    fn kind() -> &'static str {
        "flaky"
    }
    fn same(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
    fn close(self) -> String {
        "closed".to_owned()
    }
}

fn store(failures: u32) -> ResilientStore<Flaky> {
    let flaky = Flaky { failures: Cell::new(failures), calls: Cell::new(0) };
    ResilientStore::new(flaky, &registry()).expect("the settings are right")
}

#[test]
fn a_failed_call_is_repeated_up_to_the_limit() {
    for (failures, expected, calls) in [(0, Ok("text"), 1), (2, Ok("text"), 3), (9, Err(Broken("flaky".to_owned())), 3)] {
        let store = store(failures);
        assert_eq!(store.read("key"), expected);
        assert_eq!(store.get_ref().calls.get(), calls);
    }
}

#[test]
fn an_open_breaker_refuses_every_method_that_shares_it() {
    let store = store(9);
    let failed = (store.read("key"), store.read("key"));
    assert!(failed.0.is_err() && failed.1.is_err());
    let refusal = store.put(Unique(1)).expect_err("it is open");
    assert!(refusal.0.contains("`store`"), "{refusal}");
    assert_eq!(store.get_ref().calls.get(), 4, "the fourth failure opened it");
}

#[test]
fn every_attempt_gets_the_arguments() {
    let store = store(2);
    assert_eq!(store.write("k", "v".to_owned(), 1), Err(Broken("k v 2".to_owned())));
    assert_eq!(store.named("name", (1, 2)), Err(Broken("name12".to_owned())));
    let mut buffer = Vec::new();
    assert_eq!(store.fill(&mut buffer), Ok(3));
    assert_eq!(store.put(Unique(7)), Ok(Unique(7)));
}

#[test]
fn a_plain_value_is_judged_by_its_classifier() {
    for (failures, number, calls) in [(0, 1, 1), (1, 1, 2), (2, 10, 2)] {
        let store = store(failures);
        assert_eq!(store.number(), number);
        assert_eq!(store.get_ref().calls.get(), calls);
    }
}

#[test]
fn what_is_not_marked_is_forwarded() {
    let store = store(0);
    assert_eq!(store.plain("text"), "flaky text");
    assert_eq!(ResilientStore::<Flaky>::kind(), "flaky");
    assert_eq!(<ResilientStore<Flaky> as Store>::LIMIT, 8);
    assert!(store.same(&store));
    assert!(!store.same(&store.clone()));
    assert_eq!(store.close(), "closed");
}
