use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::Ordering::SeqCst;

use goldens::rules::{ASKED, Any, Api, ApiError, Outer, ResilientApi};

use crate::support::{block_on, registry};

#[derive(Debug, Default)]
struct Script {
    errors: RefCell<VecDeque<ApiError>>,
    anything: RefCell<VecDeque<Any>>,
    calls: Cell<u32>,
}

impl Script {
    fn next(&self) -> Result<u8, ApiError> {
        self.calls.set(self.calls.get() + 1);
        self.errors.borrow_mut().pop_front().map_or(Ok(1), Err)
    }
    fn any(&self) -> Result<u8, Any> {
        self.calls.set(self.calls.get() + 1);
        self.anything.borrow_mut().pop_front().map_or(Ok(1), Err)
    }
}

impl Api for Script {
    fn lists(&self) -> Result<u8, ApiError> {
        self.next()
    }
    fn shared(&self) -> Result<u8, ApiError> {
        self.next()
    }
    async fn two(&self) -> Result<u8, ApiError> {
        self.next()
    }
    fn one(&self) -> Result<u8, ApiError> {
        self.next()
    }
    fn boxed(&self) -> Result<u8, Any> {
        self.any()
    }
    async fn source(&self) -> Result<u8, Any> {
        self.any()
    }
    fn own(&self) -> Result<u8, Outer> {
        self.any().map_err(Outer)
    }
}

const fn http(status: u16) -> ApiError {
    ApiError::Http { status }
}

type Metrics = (u64, u64);

/// Calls with these errors to come; gives the result, how often the method ran, and what the breaker recorded.
fn check(breaker: &str, errors: &[ApiError], call: fn(&ResilientApi<Script>) -> Result<u8, ApiError>) -> (Result<u8, ApiError>, u32, Metrics) {
    let registry = registry();
    let script = Script { errors: RefCell::new(errors.iter().cloned().collect()), ..Script::default() };
    let api = ResilientApi::new(script, &registry).expect("the settings are right");
    let result = call(&api);
    let metrics = registry.circuit_breaker(breaker).expect("a breaker").metrics();
    (result, api.get_ref().calls.get(), (metrics.recorded() as u64, metrics.failed() as u64))
}

#[test]
fn lists_say_what_is_retried_and_what_is_recorded() {
    let lists: fn(&ResilientApi<Script>) -> _ = |api| api.lists();
    assert_eq!(check("lists", &[http(500)], lists), (Ok(1), 2, (2, 1)));
    assert_eq!(check("lists", &[http(503)], lists), (Ok(1), 2, (1, 0)), "ignored by the breaker");
    assert_eq!(check("lists", &[http(501)], lists), (Err(http(501)), 1, (1, 1)), "aborts");
    assert_eq!(check("lists", &[http(404)], lists), (Err(http(404)), 1, (1, 0)), "in no list");
    assert_eq!(check("lists", &[ApiError::Timeout], lists), (Err(ApiError::Timeout), 1, (1, 1)), "not retried");
}

#[test]
fn a_shared_classifier_is_asked_once_and_the_exception_wins() {
    let shared: fn(&ResilientApi<Script>) -> _ = |api| api.shared();
    let before = ASKED.load(SeqCst);
    assert_eq!(check("shared", &[http(500)], shared), (Ok(1), 2, (2, 1)));
    assert_eq!(ASKED.load(SeqCst) - before, 2);
    assert_eq!(check("shared", &[ApiError::Timeout], shared), (Err(ApiError::Timeout), 1, (1, 1)));
}

#[test]
fn each_policy_has_its_own_judge() {
    let two: fn(&ResilientApi<Script>) -> _ = |api| block_on(api.two());
    let one: fn(&ResilientApi<Script>) -> _ = |api| api.one();
    assert_eq!(check("one", &[http(500)], one), (Ok(1), 2, (2, 1)), "the retry has no judge: it retries");
    let (result, calls, metrics) = check("two", &[http(500)], two);
    assert_eq!((result, calls, metrics), (Ok(1), 2, (2, 1)));
}

#[test]
fn dynamic_errors_are_looked_into() {
    let io = || -> Any { Box::new(io::Error::other("io")) };
    let api = || -> Any { Box::new(ApiError::Timeout) };
    let check = |errors: Vec<Any>, call: fn(&ResilientApi<Script>) -> bool| {
        let script = Script { anything: RefCell::new(errors.into()), ..Script::default() };
        let wrapper = ResilientApi::new(script, &registry()).expect("the settings are right");
        (call(&wrapper), wrapper.get_ref().calls.get())
    };
    assert_eq!(check(vec![io()], |api| api.boxed().is_ok()), (true, 2));
    assert_eq!(check(vec![api()], |api| api.boxed().is_ok()), (false, 1));
    assert_eq!(check(vec![api(), Box::new(Outer(io()))], |api| block_on(api.source()).is_ok()), (true, 3));
    assert_eq!(check(vec![Box::new(Outer(api()))], |api| block_on(api.source()).is_ok()), (false, 1));
    assert_eq!(check(vec![api()], |api| api.own().is_ok()), (true, 2));
    assert_eq!(check(vec![io()], |api| api.own().is_ok()), (false, 1));
}
