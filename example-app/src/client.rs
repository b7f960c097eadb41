//! The orders service over HTTP: one request for each call, and no resilience of its own but a timeout.
use crate::orders::{ApiError, OrdersApi, Response, Source};
use reqwest::{Client, Method, header::RETRY_AFTER};
use std::time::Duration;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_millis(250);

/// A client of the orders service.
#[derive(Clone, Debug)]
pub(crate) struct HttpOrders {
    http: Client,
    url: String,
}

impl HttpOrders {
    pub(crate) fn new(url: String) -> Result<Self, ApiError> {
        // A connection for each request: then a request that was dropped or timed out leaves nothing behind for the next.
        let http = Client::builder().timeout(TIMEOUT).pool_max_idle_per_host(0).no_proxy().build()?;
        Ok(Self { http, url })
    }

    async fn send(&self, method: Method, order_id: &str) -> Result<Response, ApiError> {
        let url = format!("{}/orders/{order_id}", self.url);
        let answer = self.http.request(method, url).send().await?;
        let seconds = answer.headers().get(RETRY_AFTER);
        let seconds = seconds.and_then(|value| value.to_str().ok()?.parse().ok());
        Ok(Response {
            status: answer.status().as_u16(),
            retry_after: seconds.map(Duration::from_secs),
            body: answer.text().await?,
            source: Source::Service,
        })
    }
}

impl OrdersApi for HttpOrders {
    async fn get(&self, order_id: &str) -> Result<Response, ApiError> {
        self.send(Method::GET, order_id).await
    }

    async fn submit(&self, order_id: &str) -> Result<Response, ApiError> {
        self.send(Method::PUT, order_id).await
    }

    fn url(&self) -> &str {
        &self.url
    }
}
