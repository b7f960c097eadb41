pub struct Client;
impl Client {
    #[r4c::retry]
    pub fn reconnect(&self) -> Result<Self, String> {
        Ok(Client)
    }
}
pub trait Api {
    #[r4c::retry]
    fn with(&mut self) -> &mut Self;
    #[r4c::retry]
    fn get(&self) -> Result<Self::Item, <Self as Iterator>::Item>;
    fn copy(&self) -> Self;
    fn all(&self, others: &[Self], one: &Self) -> u8
    where
        Self: Sized;
    fn with_a_body(self) -> Self
    where
        Self: Sized,
    {
        self
    }
}
r4c::include_wrappers!();
