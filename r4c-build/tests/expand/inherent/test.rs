use goldens::inherent::{Client, Reader, ResilientClient, ResilientReader, inside};

use crate::support::{block_on, registry};

fn client(items: &[u8]) -> ResilientClient {
    let client = items.iter().fold(Client::new(), |client, item| client.with(*item));
    ResilientClient::new(client, &registry()).expect("the settings are right")
}

#[test]
fn methods_of_a_type_have_policies() {
    let client = client(&[1, 2]);
    assert_eq!(*client.get(1).unwrap(), 2);
    assert_eq!(block_on(client.all(false)), Ok(vec![1, 2]));
    assert_eq!(block_on(client.all(true)), Ok(vec![]));
    assert_eq!(client.clone().sum().unwrap(), 3);
    assert!(format!("{client:?}").starts_with("ResilientClient { inner: Client {"));
}

#[test]
#[allow(deprecated)]
fn unmarked_methods_are_forwarded() {
    let mut wrapper = client(&[1]);
    let other = client(&[2, 3]);
    assert_eq!(wrapper.merge(other.get_ref()), 3);
    assert_eq!(wrapper.with(4).items, [1, 2, 3, 4]);
}

#[test]
fn names_that_the_wrapper_could_use_are_free() {
    let expected = if cfg!(windows) { "windows" } else { "other" };
    assert_eq!(inside(&registry()).unwrap(), (3, expected));
}

#[test]
fn blocks_of_other_modules_belong_to_the_same_wrapper() {
    let mut client = client(&[1, 2]).clone();
    assert_eq!(client.count(1), Ok(3));
    client.clear();
    assert_eq!(client.count(0), Ok(0));
}

#[test]
fn a_method_is_preferred_to_an_accessor() {
    let reader = ResilientReader::new(Reader::new("a b"), &registry()).expect("the settings are right");
    assert_eq!(reader.get_ref(), Some("a"));
    assert_eq!(format!("{:?}", reader.into_inner()), "Reader");
}
