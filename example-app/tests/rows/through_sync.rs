//! Wrappers of a sync trait.
use super::choice::for_each_method;
use super::client::{Client, OfBoth, OfBreaker, OfRetry};
use super::letters::{Answer, Callee, Error, Given, Value};
use super::outer::Outer;
use r4c::{CallNotPermitted, ClassifierFailed, Failure, Registry, ResultRejected};

/// A method for each choice that only a marker can make: `choice.rs` says how they are named.
pub(crate) trait SyncCalls {
    #[r4c::retry(name = "row")]
    fn retry(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    fn retry_but_i(&self, callee: &Callee) -> Answer;

    #[r4c::retry(
        name = "row",
        abort_on = Error::Given(Given { letter: 'I', .. }),
        retry_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    fn retry_but_i_only_e_i(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    fn retry_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'E', .. }))]
    fn retry_classifier_but_e(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    fn retry_classifier_reject(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::Given(Given { letter: 'E', .. }))]
    fn retry_only_e(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_failure)]
    fn retry_classifier_else_failure(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::fallback(took_rejected)]
    fn retry_classifier_reject_else_result_rejected(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::fallback(took_failure)]
    fn retry_else_failure(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    fn breaker(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'I', .. }))]
    fn breaker_but_i(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(
        name = "row",
        ignore_on = Error::Given(Given { letter: 'I', .. }),
        record_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    fn breaker_but_i_only_e_i(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn breaker_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'E', .. }))]
    fn breaker_classifier_but_e(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", record_on = Error::Given(Given { letter: 'E', .. }))]
    fn breaker_only_e(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_refusal)]
    fn breaker_else_call_not_permitted(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    fn breaker_else_e(&self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    fn breaker_else_failure(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_and_breaker(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_and_breaker_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'U', .. }))]
    fn retry_but_i_and_breaker_but_u(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_classifier_and_breaker(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_classifier_and_breaker_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    fn retry_classifier_but_i_and_breaker_classifier_but_k(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'K', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    fn retry_classifier_but_k_and_breaker_classifier_but_k(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_classifier_reject_and_breaker_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::NotPermitted)]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_only_not_permitted_and_breaker(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfRetry)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBreaker)]
    fn retry_own_classifier_and_breaker_own_classifier(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    fn retry_and_breaker_else_e(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    fn retry_and_breaker_else_failure(&self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_panicked)]
    fn retry_classifier_and_breaker_classifier_else_classifier_failed(&self, callee: &Callee) -> Answer;

    fn took_error(&self, callee: &Callee, taken: Error) -> Answer;
    fn took_failure(&self, callee: &Callee, taken: Failure<Value, Error>) -> Answer;
    fn took_refusal(&self, callee: &Callee, taken: CallNotPermitted) -> Answer;
    fn took_rejected(&self, callee: &Callee, taken: ResultRejected<Value>) -> Answer;
    fn took_panicked(&self, callee: &Callee, taken: ClassifierFailed) -> Answer;
}

r4c::include_wrappers!(test "rows", "through_sync");

macro_rules! forward {
    ($($method:ident)*) => {
        impl SyncCalls for Client {
            $(fn $method(&self, callee: &Callee) -> Answer {
                callee.call()
            })*
            fn took_error(&self, _callee: &Callee, taken: Error) -> Answer {
                self.answer(&taken)
            }
            fn took_failure(&self, _callee: &Callee, taken: Failure<Value, Error>) -> Answer {
                self.answer(&taken)
            }
            fn took_refusal(&self, _callee: &Callee, taken: CallNotPermitted) -> Answer {
                self.answer(&taken)
            }
            fn took_rejected(&self, _callee: &Callee, taken: ResultRejected<Value>) -> Answer {
                self.answer(&taken)
            }
            fn took_panicked(&self, _callee: &Callee, taken: ClassifierFailed) -> Answer {
                self.answer(&taken)
            }
        }

        /// Calls the method of this name.
        fn call(wrapper: &ResilientSyncCalls<Client>, method: &str, callee: &Callee) -> Answer {
            match method {
                $(stringify!($method) => wrapper.$method(callee),)*
                other => panic!("no method is named {other}"),
            }
        }
    };
}
for_each_method!(forward);

/// The method of this name, wrapped.
pub(crate) fn wrapped(method: &'static str, client: Client, registry: &Registry) -> Outer {
    let wrapper = ResilientSyncCalls::new(client, registry).unwrap();
    Outer::Sync(Box::new(move |callee| call(&wrapper, method, callee)))
}
