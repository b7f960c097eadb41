//! Wrappers of a sync trait whose methods take `&mut self`.
use super::choice::for_each_method;
use super::client::{Client, OfBoth, OfBreaker, OfRetry};
use super::letters::{Answer, Callee, Error, Given, Value};
use super::outer::Outer;
use r4c::{CallNotPermitted, ClassifierFailed, Failure, Registry, ResultRejected};
use std::cell::RefCell;

/// A method for each choice that only a marker can make: `choice.rs` says how they are named.
pub(crate) trait ExclusiveCalls {
    #[r4c::retry(name = "row")]
    fn retry(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    fn retry_but_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(
        name = "row",
        abort_on = Error::Given(Given { letter: 'I', .. }),
        retry_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    fn retry_but_i_only_e_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    fn retry_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'E', .. }))]
    fn retry_classifier_but_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    fn retry_classifier_reject(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::Given(Given { letter: 'E', .. }))]
    fn retry_only_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_failure)]
    fn retry_classifier_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::fallback(took_rejected)]
    fn retry_classifier_reject_else_result_rejected(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::fallback(took_failure)]
    fn retry_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    fn breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'I', .. }))]
    fn breaker_but_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(
        name = "row",
        ignore_on = Error::Given(Given { letter: 'I', .. }),
        record_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    fn breaker_but_i_only_e_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'E', .. }))]
    fn breaker_classifier_but_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", record_on = Error::Given(Given { letter: 'E', .. }))]
    fn breaker_only_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_refusal)]
    fn breaker_else_call_not_permitted(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    fn breaker_else_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    fn breaker_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'U', .. }))]
    fn retry_but_i_and_breaker_but_u(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_classifier_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_classifier_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    fn retry_classifier_but_i_and_breaker_classifier_but_k(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'K', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    fn retry_classifier_but_k_and_breaker_classifier_but_k(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    fn retry_classifier_reject_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::NotPermitted)]
    #[r4c::circuit_breaker(name = "row")]
    fn retry_only_not_permitted_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfRetry)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBreaker)]
    fn retry_own_classifier_and_breaker_own_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    fn retry_and_breaker_else_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    fn retry_and_breaker_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_panicked)]
    fn retry_classifier_and_breaker_classifier_else_classifier_failed(&mut self, callee: &Callee) -> Answer;

    fn took_error(&mut self, callee: &Callee, taken: Error) -> Answer;
    fn took_failure(&mut self, callee: &Callee, taken: Failure<Value, Error>) -> Answer;
    fn took_refusal(&mut self, callee: &Callee, taken: CallNotPermitted) -> Answer;
    fn took_rejected(&mut self, callee: &Callee, taken: ResultRejected<Value>) -> Answer;
    fn took_panicked(&mut self, callee: &Callee, taken: ClassifierFailed) -> Answer;
}

r4c::include_wrappers!(test "rows", "through_exclusive");

macro_rules! forward {
    ($($method:ident)*) => {
        impl ExclusiveCalls for Client {
            $(fn $method(&mut self, callee: &Callee) -> Answer {
                callee.call()
            })*
            fn took_error(&mut self, _callee: &Callee, taken: Error) -> Answer {
                self.answer(&taken)
            }
            fn took_failure(&mut self, _callee: &Callee, taken: Failure<Value, Error>) -> Answer {
                self.answer(&taken)
            }
            fn took_refusal(&mut self, _callee: &Callee, taken: CallNotPermitted) -> Answer {
                self.answer(&taken)
            }
            fn took_rejected(&mut self, _callee: &Callee, taken: ResultRejected<Value>) -> Answer {
                self.answer(&taken)
            }
            fn took_panicked(&mut self, _callee: &Callee, taken: ClassifierFailed) -> Answer {
                self.answer(&taken)
            }
        }

        /// Calls the method of this name.
        fn call(wrapper: &mut ResilientExclusiveCalls<Client>, method: &str, callee: &Callee) -> Answer {
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
    let wrapper = RefCell::new(ResilientExclusiveCalls::new(client, registry).unwrap());
    Outer::Sync(Box::new(move |callee| call(&mut wrapper.borrow_mut(), method, callee)))
}
