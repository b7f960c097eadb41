use goldens::fallbacks::{Broken, Cache, ResilientCache};

use crate::support::{block_on, registry};

/// Answers with this text, or fails.
#[derive(Debug)]
struct Answer(Result<&'static str, Broken>);

impl Cache for Answer {
    fn get(&self, _key: String, _part: &str) -> Result<String, Broken> {
        self.0.clone().map(str::to_owned)
    }
    fn full(&self, _key: &str) -> Result<String, Broken> {
        self.0.clone().map(str::to_owned)
    }
    fn count(&self) -> usize {
        7
    }
    async fn first(&self, body: Vec<u8>) -> Result<usize, Broken> {
        self.0.clone().map(|_| body.len())
    }
    async fn second(&self, body: Vec<u8>, _error: Broken) -> Result<usize, Broken> {
        Ok(body.len() + 10)
    }
    async fn only(&self) -> Result<usize, Broken> {
        self.0.clone().map(str::len)
    }
}

fn cache(answer: Result<&'static str, Broken>, open: &[&str]) -> ResilientCache<Answer> {
    let registry = registry();
    let cache = ResilientCache::new(Answer(answer), &registry).expect("the settings are right");
    for name in open {
        registry.circuit_breaker(name).expect("a breaker").force_open().expect("a legal transition");
    }
    cache
}

#[test]
fn a_fallback_takes_what_its_parameter_says() {
    let get = |answer, open: &[&str]| cache(answer, open).get("k".to_owned(), "p");
    assert_eq!(get(Ok("text"), &[]), Ok("text".to_owned()));
    assert_eq!(get(Err(Broken), &[]), Err(Broken), "its own errors pass");
    assert_eq!(get(Ok("text"), &["cache"]), Ok("k/p: cache".to_owned()));
    let full = |answer| cache(answer, &[]).full("k");
    assert_eq!(full(Ok("text")), Ok("text".to_owned()));
    assert_eq!(full(Ok("")), Ok("k: 2 attempts".to_owned()));
    assert_eq!(full(Err(Broken)), Err(Broken));
    assert_eq!(cache(Ok(""), &[]).count(), 7);
    assert_eq!(cache(Ok(""), &["cache"]).count(), 0);
}

#[test]
fn an_async_fallback_runs_under_its_own_policies() {
    let first = |answer, open: &[&str]| block_on(cache(answer, open).first(vec![1]));
    assert_eq!(first(Ok(""), &[]), Ok(1));
    assert_eq!(first(Err(Broken), &[]), Ok(11));
    assert_eq!(first(Err(Broken), &["second"]), Err(Broken));
    assert_eq!(block_on(cache(Ok("abc"), &[]).only()), Ok(3));
    assert_eq!(block_on(cache(Err(Broken), &[]).only()), Ok(0));
}
