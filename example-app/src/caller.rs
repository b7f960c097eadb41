//! The caller: asks the wrapped client for orders as the script says, and notes what comes back.
use crate::client::HttpOrders;
use crate::journal::{End, Fact, Journal};
use crate::orders::{ApiError, OrdersApi, ResilientOrdersApi, Response, Source};
use crate::script::Step;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// A user of the orders service. Every call is about another order.
#[derive(Debug)]
pub(crate) struct Caller {
    orders: ResilientOrdersApi<HttpOrders>,
    journal: Journal,
    calls: usize,
    /// Longer than the breaker stays open.
    patience: Duration,
}

impl Caller {
    pub(crate) fn new(orders: ResilientOrdersApi<HttpOrders>, journal: &Journal, open_duration: Duration) -> Self {
        Self { orders, journal: journal.clone(), calls: 0, patience: open_duration + Duration::from_millis(20) }
    }

    pub(crate) async fn take(&mut self, step: Step) {
        match step {
            Step::Get => get(self.orders.clone(), self.journal.clone(), self.next_order()).await,
            Step::Submit => self.submit().await,
            Step::Crowd(size) => self.crowd(size).await,
            Step::WaitUntilHalfOpen => {
                self.journal.note(Fact::Waited(self.patience));
                tokio::time::sleep(self.patience).await;
            }
        }
    }

    async fn submit(&mut self) {
        let order = self.next_order();
        let started = Instant::now();
        let result = self.orders.submit(&order).await;
        note(&self.journal, "submit", order, result, started);
    }

    /// Many calls of `get`, each in a task of its own.
    async fn crowd(&mut self, size: usize) {
        self.journal.gather();
        let mut tasks = JoinSet::new();
        for _ in 0..size {
            let (orders, journal) = (self.orders.clone(), self.journal.clone());
            tasks.spawn(get(orders, journal, self.next_order()));
        }
        tasks.join_all().await;
        self.journal.ungather();
    }

    fn next_order(&mut self) -> String {
        self.calls += 1;
        format!("o-{}", self.calls)
    }
}

async fn get(orders: ResilientOrdersApi<HttpOrders>, journal: Journal, order: String) {
    let started = Instant::now();
    let result = orders.get(&order).await;
    note(&journal, "get", order, result, started);
}

fn note(journal: &Journal, method: &'static str, order: String, result: Result<Response, ApiError>, started: Instant) {
    let took = started.elapsed();
    let end = match result {
        Ok(Response { source: Source::Queue, status, body, .. }) => End::Fallback { status, body },
        Ok(Response { status: status @ (429 | 500..), .. }) => End::Failed { error: format!("status {status}") },
        Ok(Response { status, .. }) => End::Served { status },
        Err(ApiError::NotPermitted(refusal)) => End::Refused { refusal },
        Err(error) => End::Failed { error: error.to_string() },
    };
    journal.note(Fact::Ended { method, order, end, took });
}
