mod orders;

use orders::{ApiError, OrdersApi, ResilientOrdersApi, Response};
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

/// A client that fails twice, then answers: a real one would speak HTTP.
struct Flaky {
    calls: AtomicU32,
}

impl OrdersApi for Flaky {
    async fn get(&self, order_id: &str) -> Result<Response, ApiError> {
        match self.calls.fetch_add(1, Ordering::Relaxed) {
            0 => Err(ApiError::Io(io::ErrorKind::ConnectionReset.into())),
            1 => Ok(Response { status: 503, body: "try later".to_owned() }),
            _ => Ok(Response { status: 200, body: format!("order {order_id}") }),
        }
    }

    fn name(&self) -> &str {
        "flaky"
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), r4c::ConfigError> {
    let registry = r4c::Registry::from_env()?; // attributes < r4c.toml (feature `toml`) < environment < code
    let orders = ResilientOrdersApi::new(Flaky { calls: AtomicU32::new(0) }, &registry)?;
    match orders.get("o-1").await {
        Ok(response) => println!("{}: {} {}", orders.name(), response.status, response.body),
        Err(ApiError::Unavailable(refusal)) => println!("{}: {refusal}", orders.name()),
        Err(ApiError::Io(error)) => println!("{}: {error}", orders.name()),
    }
    println!("the client was called {} times", orders.get_ref().calls.load(Ordering::Relaxed));
    Ok(())
}
