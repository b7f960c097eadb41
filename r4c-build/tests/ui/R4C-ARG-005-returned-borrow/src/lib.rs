pub trait Api {
    #[r4c::retry]
    fn next(&mut self) -> Result<&[u8], String>;
    #[r4c::retry]
    fn named<'a>(&'a mut self, other: &'static str) -> Result<std::borrow::Cow<'a, str>, String>;
    #[r4c::retry]
    fn shared(&self) -> Result<&[u8], String>;
    #[r4c::retry]
    fn owned<'a>(&mut self, other: &'a str) -> Result<&'a str, fn(&str)>;
    #[r4c::retry]
    fn aliased(&mut self) -> Boxed<'_, Result<&[u8], String>>;
    #[r4c::retry]
    fn fine(&mut self) -> Boxed<'_, Result<Vec<u8>, String>>;
}
pub type Boxed<'f, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'f>>;
r4c::include_wrappers!();
