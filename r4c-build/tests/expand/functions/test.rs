use std::sync::atomic::Ordering::SeqCst;

use goldens::functions::{CALLS, resilient_fetch, resilient_later, resilient_parse};
use r4c::Registry;

use crate::support::{block_on, registry};

#[test]
fn functions_use_the_global_registry() {
    let registry = registry();
    Registry::set_global(registry.clone()).expect("nothing uses it before");
    assert_eq!(block_on(resilient_fetch("ab", "c".to_owned())), Ok(3));
    assert_eq!(CALLS.load(SeqCst), 3);
    assert_eq!(resilient_parse(["7", ""], 1), Some(7));
    assert_eq!(resilient_parse(["x", ""], 1), None);
    registry.circuit_breaker("parse").expect("a breaker").force_open().expect("a legal transition");
    assert_eq!(resilient_parse(["7", ""], 1), Some(1));
    assert_eq!(block_on(resilient_later(3)), Ok(3));
}
