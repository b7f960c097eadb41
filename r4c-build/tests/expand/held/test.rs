use std::borrow::Cow;
use std::future::{Future, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use goldens::held::{BoxFuture, Lookup, ResilientLookup};

use crate::support::{block_on, registry};

/// Fails twice.
#[derive(Debug, Default, Clone)]
struct Flaky(Arc<AtomicUsize>);

impl Flaky {
    fn next(&self) -> Result<usize, String> {
        let calls = self.0.fetch_add(1, SeqCst) + 1;
        if calls < 3 { Err("flaky".to_owned()) } else { Ok(calls) }
    }
}

impl Lookup for Flaky {
    fn get(&self, id: &str, of: Option<&[u8]>, limit: String) -> BoxFuture<'_, Result<String, String>> {
        let answer = format!("{id} {:?} {limit}", of.map(<[u8]>::len));
        Box::pin(async { self.next().map(|_| answer) })
    }
    fn find(&self, id: &str) -> BoxFuture<'_, Result<String, String>> {
        let id = id.to_owned();
        Box::pin(async { Ok(id) })
    }
    async fn unknown(&self, id: &str, _refused: r4c::CallNotPermitted) -> Result<String, String> {
        Ok(format!("{id}?"))
    }
    fn detached(&self, id: &str) -> BoxFuture<'static, Result<usize, String>> {
        let (this, length) = (self.clone(), id.len());
        Box::pin(async move { this.next().map(|calls| calls + length) })
    }
    fn first(&self) -> BoxFuture<'static, Result<usize, String>> {
        Box::pin(ready(Err("first".to_owned())))
    }
    fn last(&self, error: String) -> BoxFuture<'static, Result<usize, String>> {
        Box::pin(ready(self.next().map(|calls| calls + error.len())))
    }
    fn next(&mut self, id: &str) -> BoxFuture<'_, Result<usize, String>> {
        let length = id.len();
        Box::pin(async move { Flaky::next(self).map(|calls| calls + length) })
    }
    fn put(&self, text: impl Into<String>) -> BoxFuture<'_, Result<usize, r4c::CallError<String>>> {
        Box::pin(ready(Ok(text.into().len())))
    }
    fn cow(&self, text: Cow<'_, str>) -> BoxFuture<'_, Result<usize, String>> {
        Box::pin(ready(self.next().map(|calls| calls + text.len())))
    }
    fn once<'a>(self, text: &'a str, of: &str) -> BoxFuture<'a, Result<usize, r4c::CallError<String>>> {
        Box::pin(ready(Ok(text.len() + of.len())))
    }
    fn shared(&self, id: &str) -> impl Future<Output = Result<usize, String>> + Send + Sync {
        ready(self.next().map(|calls| calls + id.len()))
    }
    fn moved(&self, id: &str) -> impl Future<Output = Result<usize, String>> + Send + Sync + Unpin + 'static {
        ready(self.next().map(|calls| calls + id.len()))
    }
}

fn wrapper() -> ResilientLookup<Flaky> {
    ResilientLookup::new(Flaky::default(), &registry()).unwrap()
}

#[test]
fn each_attempt_is_lent_a_copy() {
    let lookup = wrapper();
    let future = lookup.get(&"ab".to_owned(), Some(&vec![1, 2]), "5".to_owned());
    assert_eq!(block_on(future), Ok("ab Some(2) 5".to_owned()));
    assert_eq!(lookup.get_ref().0.load(SeqCst), 3);
    assert_eq!(block_on(wrapper().next("abc")), Ok(6));
    assert_eq!(block_on(wrapper().cow(Cow::from(&"abc".to_owned()))), Ok(6));
    assert_eq!(block_on(wrapper().once("abc", &"d".to_owned())).unwrap(), 4);
    assert_eq!(block_on(goldens::held::resilient_length(&"abcd".to_owned())), Ok(4));
}

#[test]
fn nothing_is_called_before_the_first_poll() {
    let lookup = wrapper();
    drop(lookup.get("a", None, String::new()));
    drop(lookup.detached("a"));
    assert_eq!(lookup.get_ref().0.load(SeqCst), 0);
}

#[test]
fn an_open_breaker_refuses_when_the_future_is_polled_and_the_fallback_is_lent_the_copy() {
    let registry = registry();
    let lookup = ResilientLookup::new(Flaky::default(), &registry).unwrap();
    let (found, put) = (lookup.find(&"a".to_owned()), lookup.put("text"));
    registry.circuit_breaker("lookup").expect("a breaker").force_open().expect("a legal transition");
    assert_eq!(block_on(found), Ok("a?".to_owned()));
    assert!(block_on(put).is_err());
    registry.circuit_breaker("lookup").expect("a breaker").reset();
    assert_eq!(block_on(lookup.put("text")).unwrap(), 4);
}

#[test]
fn a_future_outlives_the_wrapper() {
    let future = wrapper().detached(&"ab".to_owned());
    assert_eq!(block_on(future), Ok(5));
    let future = wrapper().first();
    assert_eq!(block_on(future), Ok(8));
    let future = wrapper().moved("ab");
    assert_eq!(block_on(future), Ok(5));
}

#[test]
fn a_future_is_shared() {
    fn shared<F: Future + Send + Sync>(future: F) -> F {
        future
    }
    assert_eq!(block_on(shared(wrapper().shared("a"))), Ok(4));
}
