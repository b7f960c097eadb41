//! The first marked block.
use crate::{Client, Cls, Failed, Transport};
impl<'c, T: Transport + ?Sized, const N: usize> Client<'c, T, N> {
    /// Gets.
    #[r4c::retry(max_attempts = 3, classifier = Cls)]
    pub fn get(&self, id: &str) -> Result<String, Failed> {
        self.transport.send(id)
    }
    /// Not marked.
    pub fn transport(&self) -> &'c T {
        self.transport
    }
    /// Private and marked.
    #[r4c::circuit_breaker(name = "private")]
    fn private(&self) -> Result<String, Failed> {
        self.transport.send("")
    }
    /// Uses it.
    pub fn use_private(&self) -> Result<String, Failed> {
        self.private()
    }
}
impl<T: Transport> Client<'_, T> {
    /// Of the usual number only.
    #[r4c::retry]
    pub(crate) async fn usual(&self) -> Result<String, Failed> {
        self.transport.send("usual")
    }
    /// Uses it.
    pub async fn use_usual(&self) -> Result<String, Failed> {
        self.usual().await
    }
}
r4c::include_wrappers!("reads");
