//! Wrappers of a trait whose methods are `async fn` and take `&mut self`.
use super::choice::for_each_method;
use super::client::{Client, OfBoth, OfBreaker, OfRetry};
use super::letters::{Answer, Callee, Error, Given, Value};
use super::outer::{BoxedCall, Outer};
use r4c::{CallNotPermitted, ClassifierFailed, Failure, Registry, ResultRejected};

/// A method for each choice that only a marker can make: `choice.rs` says how they are named.
pub(crate) trait ExclusiveFutureCalls {
    #[r4c::retry(name = "row")]
    async fn retry(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    async fn retry_but_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(
        name = "row",
        abort_on = Error::Given(Given { letter: 'I', .. }),
        retry_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    async fn retry_but_i_only_e_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    async fn retry_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'E', .. }))]
    async fn retry_classifier_but_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    async fn retry_classifier_reject(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::Given(Given { letter: 'E', .. }))]
    async fn retry_only_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_failure)]
    async fn retry_classifier_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::fallback(took_rejected)]
    async fn retry_classifier_reject_else_result_rejected(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::fallback(took_failure)]
    async fn retry_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    async fn breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'I', .. }))]
    async fn breaker_but_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(
        name = "row",
        ignore_on = Error::Given(Given { letter: 'I', .. }),
        record_on = Error::Given(Given { letter: 'E' | 'I', .. }),
    )]
    async fn breaker_but_i_only_e_i(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    async fn breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'E', .. }))]
    async fn breaker_classifier_but_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row", record_on = Error::Given(Given { letter: 'E', .. }))]
    async fn breaker_only_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_refusal)]
    async fn breaker_else_call_not_permitted(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    async fn breaker_else_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    async fn breaker_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    async fn retry_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    async fn retry_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", ignore_on = Error::Given(Given { letter: 'U', .. }))]
    async fn retry_but_i_and_breaker_but_u(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row")]
    async fn retry_classifier_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    async fn retry_classifier_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'I', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    async fn retry_classifier_but_i_and_breaker_classifier_but_k(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, abort_on = Error::Given(Given { letter: 'K', .. }))]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth, ignore_on = Error::Given(Given { letter: 'K', .. }))]
    async fn retry_classifier_but_k_and_breaker_classifier_but_k(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth, on_exhausted_result = Reject)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    async fn retry_classifier_reject_and_breaker_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", retry_on = Error::NotPermitted)]
    #[r4c::circuit_breaker(name = "row")]
    async fn retry_only_not_permitted_and_breaker(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfRetry)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBreaker)]
    async fn retry_own_classifier_and_breaker_own_classifier(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_error)]
    async fn retry_and_breaker_else_e(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row")]
    #[r4c::circuit_breaker(name = "row")]
    #[r4c::fallback(took_failure)]
    async fn retry_and_breaker_else_failure(&mut self, callee: &Callee) -> Answer;

    #[r4c::retry(name = "row", classifier = OfBoth)]
    #[r4c::circuit_breaker(name = "row", classifier = OfBoth)]
    #[r4c::fallback(took_panicked)]
    async fn retry_classifier_and_breaker_classifier_else_classifier_failed(&mut self, callee: &Callee) -> Answer;

    async fn took_error(&mut self, callee: &Callee, taken: Error) -> Answer;
    async fn took_failure(&mut self, callee: &Callee, taken: Failure<Value, Error>) -> Answer;
    async fn took_refusal(&mut self, callee: &Callee, taken: CallNotPermitted) -> Answer;
    async fn took_rejected(&mut self, callee: &Callee, taken: ResultRejected<Value>) -> Answer;
    async fn took_panicked(&mut self, callee: &Callee, taken: ClassifierFailed) -> Answer;
}

r4c::include_wrappers!(test "rows", "through_exclusive_futures");

macro_rules! forward {
    ($($method:ident)*) => {
        impl ExclusiveFutureCalls for Client {
            $(async fn $method(&mut self, callee: &Callee) -> Answer {
                callee.call_async().await
            })*
            async fn took_error(&mut self, _callee: &Callee, taken: Error) -> Answer {
                self.answer(&taken)
            }
            async fn took_failure(&mut self, _callee: &Callee, taken: Failure<Value, Error>) -> Answer {
                self.answer(&taken)
            }
            async fn took_refusal(&mut self, _callee: &Callee, taken: CallNotPermitted) -> Answer {
                self.answer(&taken)
            }
            async fn took_rejected(&mut self, _callee: &Callee, taken: ResultRejected<Value>) -> Answer {
                self.answer(&taken)
            }
            async fn took_panicked(&mut self, _callee: &Callee, taken: ClassifierFailed) -> Answer {
                self.answer(&taken)
            }
        }

        /// Calls the method of this name.
        fn call(mut wrapper: ResilientExclusiveFutureCalls<Client>, method: &str, callee: Callee) -> BoxedCall {
            match method {
                $(stringify!($method) => Box::pin(async move { wrapper.$method(&callee).await }),)*
                other => panic!("no method is named {other}"),
            }
        }
    };
}
for_each_method!(forward);

/// The method of this name, wrapped; each call has a clone of the wrapper, with the same policies.
pub(crate) fn wrapped(method: &'static str, client: Client, registry: &Registry) -> Outer {
    let wrapper = ResilientExclusiveFutureCalls::new(client, registry).unwrap();
    Outer::Async(Box::new(move |callee| call(wrapper.clone(), method, callee)))
}
