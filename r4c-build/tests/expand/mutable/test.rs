use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use goldens::mutable::{Broken, Connection, ResilientConnection};

use crate::support::{block_on, pending_once, registry};

/// Fails this many times.
#[derive(Debug, Default)]
struct Flaky {
    failures: usize,
    calls: AtomicUsize,
    bytes: Vec<u8>,
    reopened: usize,
}

impl Flaky {
    fn next(&self) -> Result<usize, Broken> {
        let calls = self.calls.fetch_add(1, SeqCst) + 1;
        if calls > self.failures { Ok(calls) } else { Err(Broken::Flaky) }
    }
}

impl Connection for Flaky {
    fn send(&mut self, _text: &str) -> Result<usize, Broken> {
        self.next()
    }
    fn buffer(&mut self) -> Result<&mut Vec<u8>, Broken> {
        Ok(&mut self.bytes)
    }
    fn deliver(&mut self, text: String) -> Result<usize, Broken> {
        self.next().map(|_| text.len())
    }
    fn unsent(&mut self, text: String, failure: r4c::Failure<usize, Broken>) -> Result<usize, Broken> {
        self.bytes.extend(text.as_bytes());
        Ok(100 + failure.attempts() as usize)
    }
    async fn flush(&mut self, _deep: bool) -> Result<usize, Broken> {
        pending_once().await;
        self.next()
    }
    async fn read<'a>(&'a mut self, into: &mut Vec<u8>) -> Result<&'a str, Broken> {
        into.push(1);
        self.next().map(|_| "read")
    }
    async fn fill(&self, into: &mut Vec<u8>) -> Result<usize, Broken> {
        into.push(1);
        pending_once().await;
        self.next()
    }
    async fn ping(&mut self) -> Result<usize, Broken> {
        self.next()
    }
    async fn reopen(&mut self, _error: Broken) -> Result<usize, Broken> {
        self.reopened += 1;
        if self.reopened < 2 { Err(Broken::Flaky) } else { Ok(self.reopened) }
    }
    fn boxed<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<usize, Broken>> + Send + 'a>> {
        Box::pin(async { self.next() })
    }
}

fn connection(failures: usize, open: bool) -> ResilientConnection<Flaky> {
    let registry = registry();
    let flaky = Flaky { failures, ..Flaky::default() };
    let connection = ResilientConnection::new(flaky, &registry).expect("the settings are right");
    if open {
        registry.circuit_breaker("connection").expect("a breaker").force_open().expect("a legal transition");
    }
    connection
}

#[test]
fn a_sync_call_borrows_for_each_attempt() {
    let mut connection = connection(2, false);
    assert_eq!(connection.send("text").unwrap(), 3);
    connection.buffer().unwrap().push(1);
    assert_eq!(connection.get_ref().bytes, [1]);
    assert_eq!(connection.get_mut().calls.load(SeqCst), 3);
}

#[test]
fn a_fallback_borrows_after_the_attempts() {
    for (failures, open, expected, kept) in [(2, false, 4, ""), (3, false, 103, "text"), (0, true, 100, "text")] {
        let mut connection = connection(failures, open);
        assert_eq!(connection.deliver("text".to_owned()).unwrap(), expected);
        assert_eq!(connection.into_inner().bytes, kept.as_bytes());
    }
}

#[test]
fn an_async_call_borrows_for_each_attempt() {
    let mut flaky = connection(2, false);
    assert_eq!(block_on(flaky.flush(true)).unwrap(), 3);
    assert_eq!(block_on(connection(2, false).boxed()).unwrap(), 3);
    let mut bytes = Vec::new();
    assert_eq!(block_on(connection(2, false).fill(&mut bytes)).unwrap(), 3);
    assert_eq!(bytes, [1, 1, 1]);
    assert!(matches!(block_on(connection(3, false).flush(true)), Err(Broken::Flaky)));
    assert!(matches!(block_on(connection(0, true).flush(true)), Err(Broken::Refused)));
    assert!(matches!(block_on(connection(0, true).read(&mut bytes)), Err(Broken::Refused)));
    assert_eq!(block_on(connection(0, false).read(&mut bytes)).unwrap(), "read");
}

#[test]
fn a_marked_fallback_runs_under_its_own_policies() {
    assert_eq!(block_on(connection(0, false).ping()).unwrap(), 1);
    assert_eq!(block_on(connection(1, false).ping()).unwrap(), 2);
}

#[test]
fn a_dropped_future_gives_its_permit_back() {
    let registry = registry();
    let mut connection = ResilientConnection::new(Flaky::default(), &registry).expect("the settings are right");
    crate::support::poll_once(connection.flush(true));
    assert_eq!(registry.circuit_breaker("connection").expect("a breaker").metrics().recorded(), 0);
    assert_eq!(registry.retry("Connection::flush").expect("a retry").metrics().cancelled, 1);
}

/// Panics.
#[derive(Debug)]
struct Panicking(bool);

impl Connection for Panicking {
    fn send(&mut self, _: &str) -> Result<usize, Broken> {
        panic!("send")
    }
    fn buffer(&mut self) -> Result<&mut Vec<u8>, Broken> {
        panic!("buffer")
    }
    fn deliver(&mut self, _: String) -> Result<usize, Broken> {
        panic!("deliver")
    }
    fn unsent(&mut self, _: String, _: r4c::Failure<usize, Broken>) -> Result<usize, Broken> {
        panic!("unsent")
    }
    async fn flush(&mut self, deep: bool) -> Result<usize, Broken> {
        if deep {
            pending_once().await;
        }
        panic!("flush")
    }
    async fn read<'a>(&'a mut self, _: &mut Vec<u8>) -> Result<&'a str, Broken> {
        panic!("read")
    }
    fn fill(&self, _: &mut Vec<u8>) -> impl Future<Output = Result<usize, Broken>> + Send {
        if self.0 {
            panic!("fill")
        }
        std::future::ready(Ok(1))
    }
    async fn ping(&mut self) -> Result<usize, Broken> {
        panic!("ping")
    }
    async fn reopen(&mut self, _: Broken) -> Result<usize, Broken> {
        panic!("reopen")
    }
    fn boxed<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<usize, Broken>> + Send + 'a>> {
        panic!("boxed")
    }
}

#[test]
fn a_panic_of_the_method_is_a_failure_and_is_not_repeated() {
    let calls: [fn(&mut ResilientConnection<Panicking>) -> bool; 4] = [
        |connection| connection.deliver(String::new()).is_ok(),
        |connection| block_on(connection.flush(true)).is_ok(),
        |connection| block_on(connection.flush(false)).is_ok(),
        |connection| block_on(connection.read(&mut Vec::new())).is_ok(),
    ];
    for call in calls {
        let registry = registry();
        let mut connection = ResilientConnection::new(Panicking(true), &registry).expect("the settings are right");
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(&mut connection)));
        assert!(caught.is_err(), "the panic goes on");
        let metrics = registry.circuit_breaker("connection").expect("a breaker").metrics();
        assert_eq!((metrics.recorded(), metrics.failed()), (1, 1));
    }
}

#[test]
fn a_panic_while_a_future_is_made_ends_the_retry() {
    let registry = registry();
    let connection = ResilientConnection::new(Panicking(true), &registry).expect("the settings are right");
    let call = || block_on(connection.fill(&mut Vec::new()));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err());
    let metrics = registry.retry("Connection::fill").expect("a retry").metrics();
    assert_eq!((metrics.failed_without_retry, metrics.attempts, metrics.cancelled), (1, 1, 0));
}
