use std::collections::VecDeque;
use std::sync::Mutex;

use goldens::readme::{ApiError, OrdersApi, ResilientOrdersApi, Response};

use crate::support::{block_on, registry};

#[derive(Debug)]
struct Script(Mutex<VecDeque<Result<u16, ApiError>>>, Mutex<Vec<String>>);

impl OrdersApi for Script {
    async fn get(&self, order_id: &str) -> Result<Response, ApiError> {
        self.1.lock().unwrap().push(order_id.to_owned());
        let next = self.0.lock().unwrap().pop_front().expect("the script goes on");
        next.map(|status| Response { status })
    }

    fn name(&self) -> &str {
        "script"
    }
}

fn api(script: impl IntoIterator<Item = Result<u16, ApiError>>) -> ResilientOrdersApi<Script> {
    let script = Script(Mutex::new(script.into_iter().collect()), Mutex::default());
    ResilientOrdersApi::new(script, &registry()).expect("the settings are right")
}

fn check(script: impl IntoIterator<Item = Result<u16, ApiError>>, expected: Result<u16, ApiError>, calls: usize) {
    let api = api(script);
    let result = block_on(api.get("o-1"));
    assert_eq!(result, expected.map(|status| Response { status }));
    assert_eq!(*api.get_ref().1.lock().unwrap(), vec!["o-1".to_owned(); calls]);
}

#[test]
fn a_success_is_returned_at_once() {
    check([Ok(200)], Ok(200), 1);
}

#[test]
fn a_failure_is_tried_again() {
    check([Ok(503), Err(ApiError::Connection), Ok(200)], Ok(200), 3);
}

#[test]
fn the_last_result_is_returned() {
    check([Ok(503), Err(ApiError::Connection), Ok(500)], Ok(500), 3);
}

#[test]
fn an_ignored_error_is_returned() {
    check([Err(ApiError::NotFound)], Err(ApiError::NotFound), 1);
}

#[test]
fn an_open_breaker_refuses_without_calling() {
    let registry = registry();
    let api = ResilientOrdersApi::new(Script(Mutex::default(), Mutex::default()), &registry).unwrap();
    registry.circuit_breaker("orders").expect("a breaker").force_open().expect("a legal transition");
    assert_eq!(block_on(api.get("o-1")), Err(ApiError::Unavailable));
    assert!(api.get_ref().1.lock().unwrap().is_empty());
    assert_eq!(api.name(), "script");
}

#[test]
fn the_future_is_send_and_the_wrapper_shows_what_it_wraps() {
    fn send<T: Send>(value: T) -> T {
        value
    }
    let api = api([Ok(200)]);
    drop(send(api.get("o-1")));
    assert!(format!("{api:?}").starts_with("ResilientOrdersApi { inner: Script("));
}
