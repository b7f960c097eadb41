//! Traits with an implementation for every type.
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}

/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed;
impl From<r4c::CallNotPermitted> for Failed {
    fn from(_: r4c::CallNotPermitted) -> Self {
        Failed
    }
}

/// A client.
pub trait Client {
    /// Sends.
    fn send(&self, text: &str) -> Result<u8, Failed>;
}
/// More of it.
pub trait ClientExt: Client {
    /// Gets.
    #[r4c::retry(classifier = Cls)]
    fn get(&self) -> Result<u8, Failed> {
        self.send("get")
    }
}
impl<T: Client + ?Sized> ClientExt for T {}
/// More of it.
pub trait Ext: std::fmt::Debug {
    /// Gets.
    #[r4c::retry(name = "ext", classifier = Cls)]
    fn get(&self) -> Result<u8, Failed> {
        Err(Failed)
    }
}
impl<T> Ext for T where T: std::fmt::Debug + Send {}
/// Functions are no wrappers.
pub trait Call {
    /// Gets.
    #[r4c::retry(name = "call", classifier = Cls)]
    fn get(&self) -> Result<u8, Failed>;
}
impl<F> Call for F
where
    F: Fn() -> Result<u8, Failed>,
{
    fn get(&self) -> Result<u8, Failed> {
        self()
    }
}
r4c::include_wrappers!();
