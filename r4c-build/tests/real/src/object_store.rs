//! Like the trait of the crate `object_store`: `async_trait`, streams, options, multipart uploads, default methods.
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::ops::Range;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};

use async_trait::async_trait;

use crate::script::{Failed, Script};

/// A stream without a library.
pub trait Stream {
    /// What it gives.
    type Item;
    /// The next one.
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>>;
}

/// A boxed stream.
pub type BoxStream<'a, T> = Pin<Box<dyn Stream<Item = T> + Send + 'a>>;

/// What goes wrong.
#[derive(Debug)]
pub enum Error {
    /// There is no such object.
    NotFound {
        /// Its path.
        path: String,
    },
    /// Anything else.
    Generic {
        /// Which store.
        store: &'static str,
        /// What happened there.
        source: Box<dyn std::error::Error + Send + Sync + 'static>,
    },
}

impl From<r4c::CallNotPermitted> for Error {
    fn from(refused: r4c::CallNotPermitted) -> Error {
        Error::Generic { store: "r4c", source: Box::new(refused) }
    }
}

/// A result of the store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The place of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(pub String);

/// What is written.
#[derive(Debug, Clone, Default)]
pub struct PutPayload(pub Vec<u8>);

/// How it is written.
#[derive(Debug, Clone, Default)]
pub struct PutOptions {
    /// Only if there is none.
    pub create: bool,
}

/// What was written.
#[derive(Debug, Clone, PartialEq)]
pub struct PutResult {
    /// Its tag.
    pub e_tag: Option<String>,
}

/// What is known of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectMeta {
    /// Where it is.
    pub location: Path,
    /// How large it is.
    pub size: u64,
}

/// An upload in parts.
#[async_trait]
pub trait MultipartUpload: Send + Debug {
    /// Everything is there.
    #[r4c::circuit_breaker(name = "upload")]
    async fn complete(&mut self) -> Result<PutResult>;
    /// Nothing is wanted.
    async fn abort(&mut self) -> Result<()>;
}

/// A store of objects.
#[async_trait]
pub trait ObjectStore: Display + Send + Sync + Debug + 'static {
    /// Writes.
    #[r4c::retry(max_attempts = 3, delay = "1ms", abort_on = Error::NotFound { .. })]
    #[r4c::circuit_breaker(name = "store", minimum_calls = 4, sliding_window = 4, ignore_on = Error::NotFound { .. })]
    async fn put(&self, location: &Path, payload: PutPayload) -> Result<PutResult> {
        self.put_opts(location, payload, PutOptions::default()).await
    }
    /// Writes, with options.
    async fn put_opts(&self, location: &Path, payload: PutPayload, opts: PutOptions) -> Result<PutResult>;
    /// Begins an upload.
    async fn put_multipart(&self, location: &Path) -> Result<Box<dyn MultipartUpload>>;
    /// Reads.
    #[r4c::retry(max_attempts = 3, delay = "1ms", abort_on = Error::NotFound { .. })]
    async fn get_range(&self, location: &Path, range: Range<u64>) -> Result<Vec<u8>>;
    /// Reads several parts.
    #[r4c::retry(max_attempts = 2, delay = "1ms")]
    async fn get_ranges(&self, location: &Path, ranges: &[Range<u64>]) -> Result<Vec<Vec<u8>>> {
        let mut parts = Vec::new();
        for range in ranges {
            parts.push(self.get_range(location, range.clone()).await?);
        }
        Ok(parts)
    }
    /// Looks.
    #[r4c::circuit_breaker(name = "store")]
    #[r4c::fallback(unknown)]
    async fn head(&self, location: &Path) -> Result<ObjectMeta>;
    /// What is said of an object while the store is not asked.
    async fn unknown(&self, location: &Path, _: r4c::CallNotPermitted) -> Result<ObjectMeta> {
        Ok(ObjectMeta { location: location.clone(), size: 0 })
    }
    /// All objects: not marked, as a stream cannot be judged.
    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>>;
    /// Removes many.
    fn delete_stream<'a>(&'a self, locations: BoxStream<'a, Result<Path>>) -> BoxStream<'a, Result<Path>> {
        locations
    }
    /// Copies.
    #[r4c::retry(max_attempts = 3, delay = "1ms")]
    async fn copy(&self, from: &Path, to: &Path) -> Result<()>;
}

r4c::include_wrappers!("object_store");

/// In memory.
#[derive(Debug, Default)]
pub struct InMemory {
    /// What happens.
    pub script: Script,
    objects: Mutex<BTreeMap<Path, Vec<u8>>>,
}

impl InMemory {
    /// That follows a script.
    pub fn new(script: Script) -> InMemory {
        InMemory { script, objects: Mutex::default() }
    }

    fn step(&self, location: &Path) -> Result<()> {
        self.script.next().map_err(|failed| match failed {
            Failed::Broken => Error::NotFound { path: location.0.clone() },
            failed => Error::Generic { store: "memory", source: Box::new(failed) },
        })
    }
}

impl Display for InMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("memory")
    }
}

/// The wrapper is a store, and so it is shown as one.
impl<C: Display> Display for ResilientObjectStore<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "resilient {}", self.get_ref())
    }
}

/// A stream of what is there already.
#[derive(Debug)]
struct Ready<T>(std::vec::IntoIter<T>);

impl<T: Unpin> Stream for Ready<T> {
    type Item = T;
    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<T>> {
        Poll::Ready(self.0.next())
    }
}

#[async_trait]
impl ObjectStore for InMemory {
    async fn put_opts(&self, location: &Path, payload: PutPayload, _: PutOptions) -> Result<PutResult> {
        self.step(location)?;
        self.objects.lock().unwrap().insert(location.clone(), payload.0);
        Ok(PutResult { e_tag: None })
    }
    async fn put_multipart(&self, location: &Path) -> Result<Box<dyn MultipartUpload>> {
        self.step(location)?;
        Ok(Box::new(Upload))
    }
    async fn get_range(&self, location: &Path, range: Range<u64>) -> Result<Vec<u8>> {
        self.step(location)?;
        let objects = self.objects.lock().unwrap();
        let object = objects.get(location).ok_or_else(|| Error::NotFound { path: location.0.clone() })?;
        Ok(object[range.start as usize..range.end as usize].to_vec())
    }
    async fn head(&self, location: &Path) -> Result<ObjectMeta> {
        self.step(location)?;
        Ok(ObjectMeta { location: location.clone(), size: 7 })
    }
    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let objects = self.objects.lock().unwrap();
        let found = objects.iter().filter(|(path, _)| prefix.is_none_or(|prefix| path.0.starts_with(&prefix.0)));
        let found = found.map(|(path, object)| Ok(ObjectMeta { location: path.clone(), size: object.len() as u64 }));
        Box::pin(Ready(found.collect::<Vec<_>>().into_iter()))
    }
    async fn copy(&self, from: &Path, to: &Path) -> Result<()> {
        self.step(from)?;
        let mut objects = self.objects.lock().unwrap();
        let object = objects.get(from).cloned().unwrap_or_default();
        objects.insert(to.clone(), object);
        Ok(())
    }
}

#[derive(Debug)]
struct Upload;

#[async_trait]
impl MultipartUpload for Upload {
    async fn complete(&mut self) -> Result<PutResult> {
        Ok(PutResult { e_tag: Some("1".to_owned()) })
    }
    async fn abort(&mut self) -> Result<()> {
        Ok(())
    }
}
