// The measured calls, for each kind of result: `Body`, `body()`, `Cause` and `cause()` come from the module that includes this.
use r4c::{CallNotPermitted, Classifier, Outcome};
use std::future::Future;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A response.
#[derive(Debug)]
pub struct Response {
    /// Its status.
    pub status: u16,
    /// The rest of it.
    pub body: Body,
}

/// An error.
#[derive(Debug)]
pub enum Error {
    /// The connection failed.
    Io(Cause),
    /// The circuit breaker is open.
    Open,
}

impl From<CallNotPermitted> for Error {
    fn from(_: CallNotPermitted) -> Self {
        Self::Open
    }
}

/// Judges by the status.
#[derive(Debug, Default)]
pub struct StatusClassifier;

impl Classifier<Response, Error> for StatusClassifier {
    fn classify(&self, result: Result<&Response, &Error>) -> Outcome {
        match result {
            Ok(response) if response.status >= 500 || response.status == 429 => Outcome::Failure,
            Ok(response) if response.status == 404 => Outcome::Ignore,
            Ok(_) => Outcome::Success,
            Err(Error::Io(_)) => Outcome::Failure,
            Err(Error::Open) => Outcome::Ignore,
        }
    }
}

/// Where the [`Spy`] saw the last value.
pub static SEEN: AtomicUsize = AtomicUsize::new(0);

/// Notes the address of the value that it is shown.
#[derive(Debug, Default)]
pub struct Spy;

impl Classifier<Response, Error> for Spy {
    fn classify(&self, result: Result<&Response, &Error>) -> Outcome {
        if let Ok(response) = result {
            SEEN.store(std::ptr::from_ref(response) as usize, Ordering::Relaxed);
        }
        Outcome::Success
    }
}

/// The measured methods, by their policies.
pub trait Orders {
    /// Retry.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::retry(name = "orders")]
    fn retried(&self, id: &str) -> Result<Response, Error>;
    /// Circuit breaker.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::circuit_breaker(name = "orders")]
    fn guarded(&self, id: &str) -> Result<Response, Error>;
    /// Circuit breaker and classifier.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn classified(&self, id: &str) -> Result<Response, Error>;
    /// Retry, circuit breaker and classifier.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::retry(name = "orders", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn both(&self, id: &str) -> Result<Response, Error>;
    /// Retry and classifier.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::retry(name = "orders", classifier = StatusClassifier)]
    fn retried_classified(&self, id: &str) -> Result<Response, Error>;
    /// Retry and circuit breaker.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::retry(name = "orders")]
    #[r4c::circuit_breaker(name = "orders")]
    fn both_unclassified(&self, id: &str) -> Result<Response, Error>;
    /// Retry, circuit breaker and a classifier that notes where it saw the value.
    ///
    /// # Errors
    /// If the upstream fails.
    #[r4c::retry(name = "orders", classifier = Spy)]
    #[r4c::circuit_breaker(name = "orders", classifier = Spy)]
    fn spied(&self, id: &str) -> Result<Response, Error>;
    /// Retry, async.
    #[r4c::retry(name = "orders")]
    fn retried_async(&self, id: &str) -> impl Future<Output = Result<Response, Error>> + Send;
    /// Circuit breaker, async.
    #[r4c::circuit_breaker(name = "orders")]
    fn guarded_async(&self, id: &str) -> impl Future<Output = Result<Response, Error>> + Send;
    /// Circuit breaker and classifier, async.
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn classified_async(&self, id: &str) -> impl Future<Output = Result<Response, Error>> + Send;
    /// Retry, circuit breaker and classifier, async.
    #[r4c::retry(name = "orders", classifier = StatusClassifier)]
    #[r4c::circuit_breaker(name = "orders", classifier = StatusClassifier)]
    fn both_async(&self, id: &str) -> impl Future<Output = Result<Response, Error>> + Send;
    /// The same with a classifier that notes where it saw the value.
    #[r4c::retry(name = "orders", classifier = Spy)]
    #[r4c::circuit_breaker(name = "orders", classifier = Spy)]
    fn spied_async(&self, id: &str) -> impl Future<Output = Result<Response, Error>> + Send;
}

/// An upstream that always answers.
#[derive(Clone, Copy, Debug)]
pub struct Upstream;

impl Upstream {
    /// The bare call.
    ///
    /// # Errors
    /// For an empty id.
    #[inline(never)]
    pub fn answer(&self, id: &str) -> Result<Response, Error> {
        if black_box(id.len()) == 0 {
            return Err(Error::Io(cause()));
        }
        Ok(Response { status: 200, body: body() })
    }
}

impl Orders for Upstream {
    #[inline(always)]
    fn retried(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn guarded(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn classified(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn both(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn retried_classified(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn both_unclassified(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    #[inline(always)]
    fn spied(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    async fn retried_async(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    async fn guarded_async(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    async fn classified_async(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    async fn both_async(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
    async fn spied_async(&self, id: &str) -> Result<Response, Error> {
        self.answer(id)
    }
}
