pub trait Api {
    #[r4c::retry]
    fn all(&self, names: &[&str]) -> BoxFuture<'_, Result<u8, String>>;
    #[r4c::retry]
    fn next(&mut self) -> BoxFuture<'static, Result<u8, String>>;
    #[r4c::circuit_breaker(name = "puts")]
    fn put<B: AsRef<[u8]>>(&self, body: B) -> Pin<Box<dyn Future<Output = Result<u8, String>> + Send + '_>>;
    #[r4c::retry]
    fn held(&self, lock: MutexGuard<'_, u8>) -> Aliased<Result<u8, String>>;
    #[r4c::retry]
    fn long<'a, 'b>(&'a self, writer: &'b mut Vec<u8>) -> impl Future<Output = Result<u8, String>> + 'a;
    #[r4c::retry]
    fn lends(&self, key: &str) -> impl Future<Output = Result<&str, String>> + 'static;
    #[r4c::retry]
    fn hidden(&self, request: Request) -> BoxFuture<'_, Result<u8, String>>;
    #[r4c::retry]
    fn fine<'a, 'b: 'a>(&'a self, id: &'b str, name: &str, more: &'a [&str]) -> BoxFuture<'a, Result<u8, String>>;
    #[r4c::retry]
    fn captured(&self, id: &str, of: &dyn Fn(&str) -> bool) -> impl Future<Output = Result<u8, String>>;
}
pub struct Request<'r>(&'r str);
type Aliased<T> = Pin<Box<dyn Future<Output = T> + Send>>;

impl Client {
    #[r4c::retry]
    pub fn any<'a>(&'a self, ids: &HashMap<String, &str>) -> impl Future<Output = Result<u8, String>> + 'a {
        self.later(ids.len())
    }

    #[r4c::retry]
    pub fn whole<'a>(&'a self, id: &'a str) -> impl Future<Output = Result<u8, String>> + 'a {
        self.later(id)
    }

    #[r4c::retry]
    pub fn owned(&self, id: String) -> impl Future<Output = Result<u8, String>> + '_ {
        self.later(id)
    }
}

impl<'u> Borrowed<'u> {
    #[r4c::retry]
    pub fn get(&self) -> impl Future<Output = Result<u8, String>> {
        fetch(self.url.to_owned())
    }
}

r4c::include_wrappers!();
