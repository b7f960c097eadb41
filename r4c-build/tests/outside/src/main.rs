mod orders;

use orders::{ApiError, OrdersApi, ResilientOrdersApi, Response};
use std::sync::atomic::{AtomicU16, Ordering};

/// A client that fails once: a real one would speak HTTP.
struct Flaky {
    calls: AtomicU16,
}

impl OrdersApi for Flaky {
    async fn get(&self, order_id: &str) -> Result<Response, ApiError> {
        let status = if self.calls.fetch_add(1, Ordering::Relaxed) == 0 { 503 } else { 200 };
        Ok(Response { status, body: format!("order {order_id}") })
    }

    fn name(&self) -> &str {
        "flaky"
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), r4c::ConfigError> {
    let registry = r4c::Registry::from_env()?; // attributes < r4c.toml < environment < code
    let orders = ResilientOrdersApi::new(Flaky { calls: AtomicU16::new(0) }, &registry)?;
    match orders.get("o-1").await {
        Ok(response) => println!("{}: {} {}", orders.name(), response.status, response.body),
        Err(error) => println!("{}: {error:?}", orders.name()),
    }
    println!("the client was called {} times", orders.get_ref().calls.load(Ordering::Relaxed));
    Ok(())
}
