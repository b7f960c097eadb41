pub trait Api {
    #[r4c::retry]
    fn detached(&self) -> BoxFuture<'static, Result<u8, String>>;
    #[r4c::retry]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Result<u8, String>> + Send>>;
    #[r4c::retry]
    fn first<'a>(&'a self, id: &str) -> BoxFuture<'a, Result<u8, String>>;
    #[r4c::retry]
    fn fine<'a, 'b: 'a>(&'a self, id: &'b str, name: &'static str) -> BoxFuture<'a, Result<u8, String>>;
    #[r4c::retry]
    fn captured(&self, id: &str, of: &dyn Fn(&str) -> bool) -> impl Future<Output = Result<u8, String>>;
}

impl Client {
    #[r4c::retry]
    pub fn get(&self, id: &str) -> impl Future<Output = Result<u8, String>> + Send {
        let url = self.url(id);
        async move { fetch(url).await }
    }

    #[r4c::retry]
    pub fn half<'a>(&'a self, id: &str) -> impl Future<Output = Result<u8, String>> + 'a {
        self.later(id.to_owned())
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

#[r4c::retry]
pub fn fetch(id: &str) -> impl Future<Output = Result<u8, String>> + use<> {
    later(id.to_owned())
}

r4c::include_wrappers!();
