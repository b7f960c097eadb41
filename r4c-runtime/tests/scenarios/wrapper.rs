//! What a row calls: wrappers of a method, written as the generator writes them.
use super::letters::{Answer, Error, Value};
use super::outer::{Described, Form, NAME, Outer, Shared};
use super::row::{Policy, Row};
use super::settings;
use r4c::generated::{
    AnyError, Except, Method, RecordOn, Rejecting, RetryOn, ToCaller, ask, async_retry, call, call_async,
    call_async_once, call_mut, call_once, circuit_breaker, error_list, fallback, fallback_async, in_turn,
    in_turn_before_fallback, retry,
};
use r4c::{
    CallNotPermitted, CircuitBreaker, CircuitBreakerSettings, ClassifierFailed, Failure, Registry, ResultRejected,
    Retry, RetrySettings, attempts, returns,
};
use std::future::Future;
use std::sync::Arc;

/// Where the failures go: `caller`, or a fallback that takes a type.
macro_rules! ending {
    (caller, sync $shared:ident) => {{
        let _ = $shared;
        ToCaller
    }};
    (caller, async $shared:ident) => {{
        let _ = $shared;
        ToCaller
    }};
    (caller, begin) => {
        in_turn
    };
    (($taken:ty), sync $shared:ident) => {
        fallback(|taken: $taken| $shared.answer(&taken.described()))
    };
    (($taken:ty), async $shared:ident) => {
        fallback_async(move |taken: $taken| async move { $shared.answer(&taken.described()) })
    };
    (($taken:ty), begin) => {
        in_turn_before_fallback
    };
}

/// The forms of a wrapped method under these policies. The closure stands for what the generator writes around the call:
/// what it makes ready before it, and how it settles.
macro_rules! wrapped {
    ($form:expr, $shared:expr, $method:expr, $calls:ident,
        |$policies:ident, $attempt:ident, $result:ident| [$($ready:tt)*] $settle:expr, $ending:tt
    ) => {{
        let (shared, held) = ($shared.clone(), Arc::new($method));
        match $form {
            Form::Sync => Outer::Sync(Box::new(move |callee| {
                let ($policies, shared) = (&*held, &shared);
                wrapped!(@sync $calls, $policies, |$attempt| {
                    $($ready)*
                    let result = callee.call();
                    let $result = &result;
                    $settle;
                    result
                }, ending!($ending, sync shared))
            })),
            Form::SyncMut => Outer::Sync(Box::new(move |callee| {
                let ($policies, shared) = (&*held, &shared);
                wrapped!(@mut $calls, $policies, |$attempt| {
                    $($ready)*
                    let result = callee.call();
                    let $result = &result;
                    $settle;
                    result
                }, ending!($ending, sync shared))
            })),
            Form::SyncInTurn => Outer::Sync(Box::new(move |callee| {
                let ($policies, shared) = (&*held, &shared);
                let mut call = ending!($ending, begin)($policies, returns!(Answer));
                while call.admits() {
                    let result = call.run(|_| callee.call(), |$attempt, $result| { $($ready)* $settle; });
                    if let Some(result) = call.conclude(result) {
                        return result;
                    }
                }
                call.end(ending!($ending, sync shared))
            })),
            Form::Async => Outer::Async(Box::new(move |callee| {
                let (held, shared) = (Arc::clone(&held), shared.clone());
                Box::pin(async move {
                    let ($policies, shared, callee) = (&*held, &shared, &callee);
                    wrapped!(@async $calls, $policies, callee, move |$attempt, future, context| {
                        $($ready)*
                        let poll = Future::poll(future, context);
                        let $result = &poll;
                        $settle;
                        poll
                    }, ending!($ending, async shared))
                    .await
                })
            })),
            Form::AsyncInTurn => Outer::Async(Box::new(move |callee| {
                let (held, shared) = (Arc::clone(&held), shared.clone());
                Box::pin(async move {
                    let ($policies, shared, callee) = (&*held, &shared, &callee);
                    let mut call = ending!($ending, begin)($policies, returns!(Answer));
                    while call.admits_async().await {
                        let run = call.run_async(|_| callee.call_async(), |$attempt, $result| { $($ready)* $settle; });
                        let result = run.await;
                        if let Some(result) = call.conclude(result) {
                            return result;
                        }
                    }
                    call.end_async(ending!($ending, async shared)).await
                })
            })),
        }
    }};
    (@sync repeated, $policies:ident, $run:expr, $ending:expr) => {
        call($policies, returns!(Answer), attempts!($run), $ending)
    };
    (@mut repeated, $policies:ident, $run:expr, $ending:expr) => {
        call_mut($policies, returns!(Answer), $run, $ending)
    };
    (@mut once, $policies:ident, $run:expr, $ending:expr) => { call_once($policies, returns!(Answer), $run, $ending) };
    (@sync once, $policies:ident, $run:expr, $ending:expr) => { call_once($policies, returns!(Answer), $run, $ending) };
    (@async repeated, $policies:ident, $callee:ident, $poll:expr, $ending:expr) => {
        call_async($policies, returns!(Answer), move |_| $callee.call_async(), $poll, $ending)
    };
    (@async once, $policies:ident, $callee:ident, $poll:expr, $ending:expr) => {
        call_async_once($policies, returns!(Answer), move || $callee.call_async(), $poll, $ending)
    };
}

/// Makes policies.
struct Maker<'a> {
    registry: &'a Registry,
    form: Form,
}

impl Maker<'_> {
    fn retry(&self, policy: &Policy) -> Retry {
        let settings = settings::of_retry(policy)(RetrySettings::new());
        let make = if self.form.is_async() { async_retry } else { retry };
        make(self.registry, NAME, "src/row.rs:1:1", settings).unwrap()
    }
    fn rejecting(&self, policy: &Policy) -> Rejecting {
        Rejecting(self.retry(policy))
    }
    fn breaker(&self, policy: &Policy) -> CircuitBreaker {
        let settings = settings::of_breaker(policy)(CircuitBreakerSettings::new());
        circuit_breaker(self.registry, NAME, "src/row.rs:2:1", settings).unwrap()
    }
}

pub(crate) fn wrapper(row: &Row, form: Form, registry: &Registry, shared: &Shared) -> Outer {
    assert!(!row.breaker_outside, "the generator does not nest in this way");
    let make = Maker { registry, form };
    match (&row.retry, &row.breaker) {
        (Some(retry), None) => retry_alone(retry, form, &make, shared),
        (None, Some(breaker)) => breaker_alone(breaker, form, &make, shared),
        (Some(retry), Some(breaker)) => both((retry, breaker, row.shared), form, &make, shared),
        (None, None) => panic!("{}: no policy", row.id),
    }
}

fn takes(shared: &Shared) -> Option<&str> {
    shared.fallback.as_ref().map(|fallback| &*fallback.takes)
}

fn retry_alone(policy: &Policy, form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let letters = shared.letters.clone();
    match (policy.classifier, policy.rejects, policy.listed.clone(), policy.excepted.clone(), takes(shared)) {
        (false, false, None, None, None) => wrapped!(form, shared, Method::new(make.retry(policy), (), ()), repeated,
            |policies, attempt, result| [] attempt.settle(result), caller),
        (false, false, None, None, Some("Failure")) => {
            wrapped!(form, shared, Method::new(make.retry(policy), (), ()), repeated,
                |policies, attempt, result| [] attempt.settle(result), (Failure<Value, Error>))
        }
        (false, false, None, Some(list), None) => {
            wrapped!(form, shared, Listed::new(make.retry(policy), (), (), list), repeated,
            |policies, attempt, result| [let abort_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
            attempt.settle_each(result, Except(abort_on, AnyError), AnyError), caller)
        }
        (false, false, Some(list), None, None) => {
            wrapped!(form, shared, Listed::new(make.retry(policy), (), (), list), repeated,
            |policies, attempt, result| [let retry_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
            attempt.settle_each(result, RetryOn(retry_on), AnyError), caller)
        }
        (false, false, Some(list), Some(aborted), None) => {
            wrapped!(form, shared, Listed::two(make.retry(policy), (), (), list, aborted), repeated,
                |policies, attempt, result| [
                    let retry_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));
                    let abort_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[1]));
                ] attempt.settle_each(result, Except(abort_on, RetryOn(retry_on)), AnyError), caller)
        }
        (true, false, None, None, None) => {
            wrapped!(form, shared, Method::new(make.retry(policy), (), letters), repeated,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), caller)
        }
        (true, false, None, None, Some("Failure")) => {
            wrapped!(form, shared, Method::new(make.retry(policy), (), letters), repeated,
                |policies, attempt, result| [] attempt.settle_by_classifier(result), (Failure<Value, Error>))
        }
        (true, false, None, Some(list), None) => {
            wrapped!(form, shared, Listed::new(make.retry(policy), (), letters, list), repeated,
                |policies, attempt, result| [let abort_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
                attempt.settle_each(result, Except(abort_on, ask(&policies.classifier.0)), AnyError), caller)
        }
        (true, true, None, None, None) => {
            wrapped!(form, shared, Method::new(make.rejecting(policy), (), letters), repeated,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), caller)
        }
        (true, true, None, None, Some("ResultRejected")) => {
            wrapped!(form, shared, Method::new(make.rejecting(policy), (), letters), repeated,
                |policies, attempt, result| [] attempt.settle_by_classifier(result), (ResultRejected<Value>))
        }
        _ => panic!("a combination that no row has had so far"),
    }
}

fn breaker_alone(policy: &Policy, form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let letters = shared.letters.clone();
    match (policy.classifier, policy.listed.clone(), policy.excepted.clone(), takes(shared)) {
        (false, None, None, None) => wrapped!(form, shared, Method::new((), make.breaker(policy), ()), once,
            |policies, attempt, result| [] attempt.settle(result), caller),
        (false, None, None, Some("Failure")) => wrapped!(form, shared, Method::new((), make.breaker(policy), ()), once,
            |policies, attempt, result| [] attempt.settle(result), (Failure<Value, Error>)),
        (false, None, None, Some("E")) => wrapped!(form, shared, Method::new((), make.breaker(policy), ()), once,
            |policies, attempt, result| [] attempt.settle(result), (Error)),
        (true, None, None, None) => wrapped!(form, shared, Method::new((), make.breaker(policy), letters), once,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), caller),
        (true, None, Some(list), None) => {
            wrapped!(form, shared, Listed::new((), make.breaker(policy), letters, list), once,
            |policies, attempt, result| [let ignore_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
            attempt.settle_each(result, AnyError, Except(ignore_on, ask(&policies.classifier.0))), caller)
        }
        (false, Some(list), None, None) => {
            wrapped!(form, shared, Listed::new((), make.breaker(policy), (), list), once,
            |policies, attempt, result| [let record_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
            attempt.settle_each(result, AnyError, RecordOn(record_on)), caller)
        }
        _ => panic!("a combination that no row has had so far"),
    }
}

fn both(policies: (&Policy, &Policy, bool), form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let (retry, breaker, one_classifier) = policies;
    match (retry.classifier, breaker.classifier) {
        (false, false) => both_by_lists(retry, breaker, form, make, shared),
        (true, true) if one_classifier => both_by_one(retry, breaker, form, make, shared),
        _ => both_by_their_own(retry, breaker, form, make, shared),
    }
}

fn both_by_lists(retry: &Policy, breaker: &Policy, form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let (r, b) = (make.retry(retry), make.breaker(breaker));
    let lists = (retry.listed.clone(), retry.excepted.clone(), breaker.listed.clone(), breaker.excepted.clone());
    match (lists, takes(shared)) {
        ((None, None, None, None), None) => wrapped!(form, shared, Method::new(r, b, ()), repeated,
            |policies, attempt, result| [] attempt.settle(result), caller),
        ((None, None, None, None), Some("E")) => wrapped!(form, shared, Method::new(r, b, ()), repeated,
            |policies, attempt, result| [] attempt.settle(result), (Error)),
        ((None, None, None, None), Some("Failure")) => wrapped!(form, shared, Method::new(r, b, ()), repeated,
            |policies, attempt, result| [] attempt.settle(result), (Failure<Value, Error>)),
        ((None, None, None, None), Some("CallNotPermitted")) => wrapped!(form, shared, Method::new(r, b, ()), repeated,
            |policies, attempt, result| [] attempt.settle(result), (CallNotPermitted)),
        ((Some(list), None, None, None), None) => wrapped!(form, shared, Listed::new(r, b, (), list), repeated,
            |policies, attempt, result| [let retry_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));]
            attempt.settle_each(result, RetryOn(retry_on), AnyError), caller),
        ((Some(list), None, Some(recorded), None), None) => {
            wrapped!(form, shared, Listed::two(r, b, (), list, recorded), repeated,
            |policies, attempt, result| [
                let retry_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));
                let record_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[1]));
            ] attempt.settle_each(result, RetryOn(retry_on), RecordOn(record_on)), caller)
        }
        ((None, Some(aborted), None, Some(ignored)), None) => {
            wrapped!(form, shared, Listed::two(r, b, (), aborted, ignored), repeated,
                |policies, attempt, result| [
                    let abort_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));
                    let ignore_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[1]));
                ] attempt.settle_each(result, Except(abort_on, AnyError), Except(ignore_on, AnyError)), caller)
        }
        _ => panic!("a combination that no row has had so far"),
    }
}

fn both_by_one(retry: &Policy, breaker: &Policy, form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let (b, letters) = (make.breaker(breaker), shared.letters.clone());
    match (retry.rejects, retry.excepted.clone(), breaker.excepted.clone(), takes(shared)) {
        (false, None, None, None) => wrapped!(form, shared, Method::new(make.retry(retry), b, letters), repeated,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), caller),
        (false, None, None, Some("ClassifierFailed")) => {
            wrapped!(form, shared, Method::new(make.retry(retry), b, letters), repeated,
                |policies, attempt, result| [] attempt.settle_by_classifier(result), (ClassifierFailed))
        }
        (true, None, None, None) => wrapped!(form, shared, Method::new(make.rejecting(retry), b, letters), repeated,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), caller),
        (true, None, None, Some("Failure")) => {
            wrapped!(form, shared, Method::new(make.rejecting(retry), b, letters), repeated,
            |policies, attempt, result| [] attempt.settle_by_classifier(result), (Failure<Value, Error>))
        }
        (false, Some(aborted), Some(ignored), None) => {
            wrapped!(form, shared, Listed::two(make.retry(retry), b, letters, aborted, ignored), repeated,
                |policies, attempt, result| [
                    let asked = ask(&policies.classifier.0);
                    let abort_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[0]));
                    let ignore_on = error_list(&attempt, |error| error.is_in(&policies.classifier.1[1]));
                ] attempt.settle_each(result, Except(abort_on, &asked), Except(ignore_on, &asked)), caller)
        }
        _ => panic!("a combination that no row has had so far"),
    }
}

fn both_by_their_own(retry: &Policy, breaker: &Policy, form: Form, make: &Maker<'_>, shared: &Shared) -> Outer {
    let (r, b, letters) = (make.retry(retry), make.breaker(breaker), shared.letters.clone());
    assert!(takes(shared).is_none() && !retry.rejects && retry.excepted.is_none() && breaker.excepted.is_none());
    match (retry.classifier, breaker.classifier) {
        (true, true) => wrapped!(form, shared, Method::new(r, b, shared.own.clone()), repeated,
            |policies, attempt, result| []
            attempt.settle_each(result, ask(&policies.classifier.0), ask(&policies.classifier.1)), caller),
        (true, false) => wrapped!(form, shared, Method::new(r, b, letters), repeated,
            |policies, attempt, result| [] attempt.settle_each(result, ask(&*policies.classifier), AnyError), caller),
        _ => wrapped!(form, shared, Method::new(r, b, letters), repeated,
            |policies, attempt, result| [] attempt.settle_each(result, AnyError, ask(&*policies.classifier)), caller),
    }
}

/// Policies whose lists are data: the generator writes patterns, which hold nothing.
struct Listed;

impl Listed {
    #[allow(clippy::new_ret_no_self)] // as `Method::new`
    fn new<R, B, K>(retry: R, breaker: B, classifier: K, list: Vec<String>) -> Method<R, B, (K, Vec<Vec<String>>)> {
        Method::new(retry, breaker, (classifier, vec![list]))
    }
    fn two<R, B, K>(
        retry: R,
        breaker: B,
        classifier: K,
        first: Vec<String>,
        second: Vec<String>,
    ) -> Method<R, B, (K, Vec<Vec<String>>)> {
        Method::new(retry, breaker, (classifier, vec![first, second]))
    }
}
