//! The forms of an async method that are measured beside `impl Future`, which [`plain`](crate::plain) has: the same call, the
//! same 24 bytes.
use crate::plain::{Answer, StatusClassifier, Upstream};
use async_trait::async_trait;

/// A native `async fn`.
#[allow(async_fn_in_trait)] // the form that is measured
pub trait NativeOrders {
    /// Retry, circuit breaker and classifier.
    #[r4c::retry(name = "orders", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    async fn fetch(&self, id: &str) -> Answer;
}

impl NativeOrders for Upstream {
    async fn fetch(&self, id: &str) -> Answer {
        self.answer(id)
    }
}

/// A boxed future, by `async_trait`.
#[async_trait]
pub trait BoxedOrders {
    /// Retry, circuit breaker and classifier.
    #[r4c::retry(name = "orders", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    async fn fetch(&self, id: &str) -> Answer;
}

#[async_trait]
impl BoxedOrders for Upstream {
    async fn fetch(&self, id: &str) -> Answer {
        self.answer(id)
    }
}

r4c::include_wrappers!("forms");
