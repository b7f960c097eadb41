//! Like an HTTP client's own methods: an inherent impl, generic bodies, a decoded response, a status that is no error.
use std::fmt::Display;
use std::time::Duration;

use crate::script::{End, Failed, Script};

/// A response.
#[derive(Debug, Clone, PartialEq)]
pub struct Response<B = Vec<u8>> {
    /// The status.
    pub status: u16,
    /// When to come back.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: B,
}

/// Statuses from 500 on are failures, though no errors.
#[derive(Debug, Clone, Copy)]
pub struct ByStatus;

impl<B> r4c::Classifier<Response<B>, Failed> for ByStatus {
    fn classify(&self, result: Result<&Response<B>, &Failed>) -> r4c::Outcome {
        match result {
            Ok(response) if response.status < 500 => r4c::Outcome::Success,
            Ok(_) | Err(Failed::Busy) => r4c::Outcome::Failure,
            Err(_) => r4c::Outcome::Permanent,
        }
    }

    fn retry_after(&self, result: Result<&Response<B>, &Failed>) -> Option<Duration> {
        result.ok()?.retry_after
    }
}

/// A client of one host.
#[derive(Debug)]
pub struct Client<T> {
    transport: T,
}

/// Carries bytes.
pub trait Transport {
    /// Sends and receives.
    fn send(&self, path: &str, body: &[u8]) -> impl Future<Output = Result<Response, Failed>> + Send;
}

impl<T: Transport + Sync> Client<T> {
    /// By a transport.
    pub fn new(transport: T) -> Client<T> {
        Client { transport }
    }

    /// Gets.
    #[r4c::retry(max_attempts = 3, delay = "1ms", classifier = ByStatus)]
    #[r4c::circuit_breaker(name = "http", minimum_calls = 4, sliding_window = 4, classifier = ByStatus)]
    pub async fn get(&self, path: impl Display + Clone + Send) -> Result<Response, Failed> {
        self.transport.send(&path.to_string(), &[]).await
    }

    /// Posts.
    #[r4c::retry(max_attempts = 2, delay = "1ms", classifier = ByStatus)]
    pub async fn post<B>(&self, path: &str, body: B) -> Result<Response<String>, Failed>
    where
        B: AsRef<[u8]> + Clone + Send + Sync,
    {
        let Response { status, retry_after, body } = self.transport.send(path, body.as_ref()).await?;
        Ok(Response { status, retry_after, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// The transport.
    pub fn transport(&self) -> &T {
        &self.transport
    }
}

r4c::include_wrappers!("transport");

/// Sends back what it gets; a broken end is a status of 503.
impl Transport for Script {
    async fn send(&self, path: &str, body: &[u8]) -> Result<Response, Failed> {
        let (status, retry_after) = match self.next() {
            Ok(()) => (200, None),
            Err(Failed::Broken) => (503, Some(Duration::from_millis(2))),
            Err(failed) => return Err(failed),
        };
        Ok(Response { status, retry_after, body: [path.as_bytes(), body].concat() })
    }
}

/// Ends that look like this from outside.
pub const UNAVAILABLE: End = End::Broken;
