//! Free functions: their policies are those of the global registry.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use r4c::CallNotPermitted;

/// How often [`fetch`] ran.
pub static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Fetches a page.
#[r4c::retry(delay = "0ms")]
pub async fn fetch(fetch: &str, body: String) -> Result<usize, String> {
    let calls = CALLS.fetch_add(1, Ordering::SeqCst) + 1;
    if calls < 3 { Err("flaky".to_owned()) } else { Ok(fetch.len() + body.len()) }
}

/// Sync, generic, and with a fallback.
#[r4c::circuit_breaker(name = "parse")]
#[r4c::fallback(unparsed)]
pub fn parse<T: std::str::FromStr>([first, ..]: [&str; 2], policies: T) -> Option<T>
where
    T: Clone,
{
    let _ = policies;
    first.parse().ok()
}

fn unparsed<T: Clone>(_: [&str; 2], otherwise: T, _: CallNotPermitted) -> Option<T> {
    Some(otherwise)
}

/// Gives a future.
#[r4c::retry(delay = "0ms")]
pub fn later(number: u8) -> impl Future<Output = Result<u8, String>> + Send {
    std::future::ready(Ok(number))
}

r4c::include_wrappers!("functions");
