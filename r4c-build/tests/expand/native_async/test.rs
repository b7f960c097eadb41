use std::cell::Cell;

use goldens::native_async::{Queue, ResilientQueue};
use r4c::CallError;

use crate::support::{block_on, registry};

#[derive(Debug, Default)]
struct Flaky {
    calls: Cell<usize>,
}

impl Queue for Flaky {
    async fn push(&self, future: &str, body: Vec<u8>) -> Result<usize, CallError<String>> {
        self.calls.set(self.calls.get() + 1);
        if self.calls.get() < 3 { Err(CallError::call(future.to_owned())) } else { Ok(body.len()) }
    }
    async fn take<T: AsRef<str>>(&self, name: T) -> Result<T, CallError<String>> {
        if name.as_ref().is_empty() { Err(CallError::call("empty".to_owned())) } else { Ok(name) }
    }
    async fn ping(&self) {
        self.calls.set(self.calls.get() + 1);
    }
    async fn len(&self) -> usize {
        self.calls.get()
    }
}

#[test]
fn each_attempt_gets_a_copy_of_the_argument() {
    let queue = ResilientQueue::new(Flaky::default(), &registry()).unwrap();
    assert_eq!(block_on(queue.push("f", vec![1, 2])).unwrap(), 2);
    assert_eq!(block_on(queue.len()), 3);
    block_on(queue.ping());
    assert_eq!(block_on(queue.len()), 4);
}

#[test]
fn a_method_of_its_own_parameters_moves_its_argument() {
    let queue = ResilientQueue::new(Flaky::default(), &registry()).unwrap();
    assert_eq!(block_on(queue.take("a")).unwrap(), "a");
    assert!(matches!(block_on(queue.take("")), Err(CallError::Call(_))));
}

#[test]
fn an_open_breaker_refuses_both() {
    let registry = registry();
    let queue = ResilientQueue::new(Flaky::default(), &registry).unwrap();
    registry.circuit_breaker("queue").unwrap().force_open().unwrap();
    assert!(matches!(block_on(queue.take("a")), Err(CallError::NotPermitted(_))));
    assert!(matches!(block_on(queue.push("a", Vec::new())), Err(CallError::NotPermitted(_))));
    assert_eq!(block_on(queue.len()), 0);
}

#[test]
fn an_async_retry_without_a_sleeper_is_an_error_when_the_wrapper_is_made() {
    let error = ResilientQueue::new(Flaky::default(), &r4c::Registry::new()).expect_err("no sleeper");
    assert!(error.to_string().contains("Queue::p"), "{error}");
}
