//! Each interface through its wrapper: a success, a retry, an error that stays, a refusal.
use std::borrow::Cow;
use std::future::{Future, poll_fn, ready};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use r4c::Registry;
use real_traits::key_value::{AsyncCommands, Commands, Memory, ResilientAsyncCommands, ResilientCommands};
use real_traits::object_store::{self, InMemory, ObjectStore, Path, PutPayload, ResilientObjectStore};
use real_traits::publisher::{Broker, PublishErrorKind, Publisher, ResilientPublisher};
use real_traits::repository::{Repository, ResilientRepository, User, Users, UsersError};
use real_traits::script::End::{Broken, Busy, Good};
use real_traits::script::{End, Failed, Script};
use real_traits::service::{Echo, ResilientService, Service};
use real_traits::transport::{Client, ResilientClient, UNAVAILABLE};

/// A registry whose pauses take no time.
fn registry() -> Registry {
    let clock = r4c::testing::ManualClock::new();
    Registry::builder().clock(clock).sleeper(|_| ready(())).build().expect("nothing is configured")
}

fn block_on<F: Future>(future: F) -> F::Output {
    let (mut future, mut context) = (pin!(future), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

/// Calls once for each expectation: what a call gives, and how often the client has been called by then.
fn check<T: PartialEq + std::fmt::Debug>(mut call: impl FnMut() -> (T, usize), expected: &[(T, usize)]) {
    for (number, expected) in expected.iter().enumerate() {
        assert_eq!(call(), *expected, "call {number}");
    }
}

/// A retry that helps, one that gives up, an open breaker.
const OUTAGE: [End; 7] = [Busy, Good, Busy, Busy, Busy, Busy, Busy];

#[test]
fn an_object_store_is_asked_again_but_not_for_what_it_does_not_have() {
    let ends = [Good, Busy, Busy, Good, Broken, Busy, Busy, Busy, Good, Good];
    let store =
        ResilientObjectStore::new(InMemory::new(Script::new(ends)), &registry()).expect("nothing is configured");
    let (here, there) = (Path("here".to_owned()), Path("there".to_owned()));
    let calls = || store.get_ref().script.calls();
    assert_eq!(store.to_string(), "resilient memory");
    assert!(block_on(store.put(&here, PutPayload(b"content".to_vec()))).is_ok());
    assert_eq!(block_on(store.get_range(&here, 3..7)).ok(), Some(b"tent".to_vec()));
    assert_eq!(calls(), 4, "asked three times");
    assert!(matches!(block_on(store.get_range(&there, 0..1)), Err(object_store::Error::NotFound { .. })));
    assert_eq!(calls(), 5, "not asked again");
    assert!(block_on(store.copy(&here, &there)).is_err());
    assert_eq!(calls(), 8, "given up");
    assert_eq!(block_on(store.get_ranges(&here, &[0..1, 1..2])).ok(), Some(vec![b"c".to_vec(), b"o".to_vec()]));
    let mut all = store.list(None);
    assert!(matches!(block_on(poll_fn(|cx| all.as_mut().poll_next(cx))), Some(Ok(meta)) if meta.size == 7));
    assert!(block_on(all_of_upload(&store)).is_ok());
}

async fn all_of_upload(store: &dyn ObjectStore) -> object_store::Result<object_store::PutResult> {
    store.put_multipart(&Path("large".to_owned())).await?.complete().await
}

#[test]
fn an_object_store_behind_an_open_breaker_falls_back_or_refuses() {
    let store: Arc<dyn ObjectStore> = Arc::new(
        ResilientObjectStore::new(InMemory::new(Script::new(vec![Busy; 20])), &registry())
            .expect("nothing is configured"),
    );
    let here = Path("here".to_owned());
    for _ in 0..2 {
        assert!(block_on(store.put(&here, PutPayload::default())).is_err());
    }
    assert_eq!(block_on(store.head(&here)).map(|meta| meta.size).ok(), Some(0), "what the fallback says");
    let refused = block_on(store.put(&here, PutPayload::default()));
    assert!(matches!(refused, Err(object_store::Error::Generic { store: "r4c", .. })), "{refused:?}");
}

#[test]
fn a_key_value_client_reads_and_writes_generic_values() {
    let client = Memory::new(Script::new([Busy, Good].into_iter().chain(OUTAGE)));
    let mut client = ResilientAsyncCommands::new(client, &registry()).expect("nothing is configured");
    assert_eq!(block_on(client.set("name", "value")), Ok(()));
    check(
        || (block_on(client.get::<_, Option<String>>("name")), client.get_ref().script.calls()),
        &[(Ok(Some("value".to_owned())), 4), (Err(Failed::Refused), 6), (Err(Failed::Refused), 6)],
    );
}

#[test]
fn a_blocking_client_counts_once_for_each_success() {
    let client = Memory::new(Script::new([Busy, Busy, Good, Broken]));
    let mut client = ResilientCommands::new(client, &registry()).expect("nothing is configured");
    check(
        || (client.incr("visits", 2_i32), client.get_ref().script.calls()),
        &[(Ok(2), 3), (Err(Failed::Broken), 4), (Ok(4), 5)],
    );
    assert_eq!(client.peek("visits"), Ok(Some(&4)));
}

#[test]
fn a_publisher_sends_again_what_timed_out() {
    let broker = ResilientPublisher::new(Broker::new(Script::new([Broken].into_iter().chain(OUTAGE))), &registry());
    let broker = broker.expect("nothing is configured");
    let publish = || block_on(broker.publish(Cow::Borrowed("orders"), None, Arc::from(b"1".as_slice())));
    check(
        || (publish().map(|ack| ack.sequence).map_err(|error| error.kind), broker.get_ref().script.calls()),
        &[
            (Err(PublishErrorKind::NoResponders), 1),
            (Ok(1), 3),
            (Err(PublishErrorKind::Refused), 4),
            (Err(PublishErrorKind::Refused), 4),
        ],
    );
    assert!(matches!(block_on(broker.flush()), Err(error) if error.kind == PublishErrorKind::Refused));
}

#[test]
fn a_service_is_called_again_with_its_request() {
    let service =
        ResilientService::new(Echo { script: Script::new(OUTAGE) }, &registry()).expect("nothing is configured");
    check(
        || (block_on(service.call("request".to_owned())), service.get_ref().script.calls()),
        &[(Ok("request".to_owned()), 2), (Err(Failed::Refused), 4), (Err(Failed::Refused), 4)],
    );
    let mut service = service;
    let ready = block_on(poll_fn(|cx| Service::<u8>::poll_ready(&mut service, cx)));
    assert_eq!(ready, Ok(()));
}

#[test]
fn a_repository_lends_and_keeps_entities() {
    let users = Users::new(Script::new([Busy, Good, Good, Busy, Good]));
    let mut users = ResilientRepository::new(users, &registry()).expect("nothing is configured");
    let user = User { id: 1, name: "One".to_owned() };
    assert_eq!(users.save(user.clone()), Ok(()));
    assert_eq!(users.find(1), Ok(Some(&user)));
    assert_eq!(users.find_all(&|user| user.id == 1), Ok(vec![user]));
    assert_eq!(users.get_ref().script.calls(), 5);
    assert_eq!(users.find_all(&|_| false), Ok(Vec::new()), "the last value is returned");
    assert_eq!(users.get_ref().script.calls(), 8, "an empty list is asked for again");
    assert_eq!(users.transaction(|users| users.find(2).map(|user| user.is_none())), Ok(true));
    assert_eq!(ResilientRepository::<Users>::CAPACITY, 10);
}

#[test]
fn a_repository_behind_an_open_breaker_refuses() {
    let users = ResilientRepository::new(Users::new(Script::new(OUTAGE)), &registry()).expect("nothing is configured");
    check(
        || (users.find(1).map(|user| user.is_some()), users.get_ref().script.calls()),
        &[(Ok(false), 2), (Err(UsersError(Failed::Refused)), 4), (Err(UsersError(Failed::Refused)), 4)],
    );
}

#[test]
fn a_transport_is_asked_again_after_a_status_that_says_so() {
    let ends = [UNAVAILABLE, Good, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE];
    let client = ResilientClient::new(Client::new(Script::new(ends)), &registry()).expect("nothing is configured");
    check(
        || (block_on(client.get("/a")).map(|response| response.status), client.transport().calls()),
        &[(Ok(200), 2), (Err(Failed::Refused), 4)],
    );
    let posted = block_on(client.post("/b", "body"));
    assert_eq!(posted.map(|response| response.body), Ok("/bbody".to_owned()), "the post has no breaker");
    assert_eq!(client.transport().calls(), 6);
}
