//! Another marked block, in another module.
use super::*;
impl<'a, T> Client<'a, T, 7>
where
    T: Transport + Sync,
{
    /// Removes.
    #[r4c::circuit_breaker(name = "admin")]
    pub fn remove(&self, id: String) -> impl Future<Output = Result<String, Failed>> + Send + use<'a, '_, T> {
        let answer = self.get(&id);
        async move { answer }
    }
}
r4c::include_wrappers!("admin");
