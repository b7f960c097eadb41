pub trait Api {
    #[r4c::fallback(cached)]
    fn next(&mut self) -> Result<&[u8], String>;
    fn cached(&mut self, error: String) -> Result<&[u8], String>;

    #[r4c::retry]
    #[r4c::fallback(cached_name)]
    async fn name<'a>(&'a mut self, id: &str) -> Result<std::borrow::Cow<'a, str>, String>;
    async fn cached_name<'a>(&'a mut self, id: &str, error: String) -> Result<std::borrow::Cow<'a, str>, String>;

    #[r4c::fallback(written)]
    fn write<'a>(&self, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], String>;
    fn written<'a>(&self, buffer: &'a mut Vec<u8>, error: String) -> Result<&'a [u8], String>;

    #[r4c::fallback(no_part)]
    fn part<'all: 'part, 'part>(&'all mut self, of: &'part str) -> Result<&'part str, String>;
    fn no_part<'all: 'part, 'part>(&'all mut self, of: &'part str, error: String) -> Result<&'part str, String>;

    #[r4c::fallback(none)]
    fn owned(&mut self, buffer: &mut Vec<u8>) -> Result<Vec<u8>, String>;
    fn none(&mut self, buffer: &mut Vec<u8>, error: String) -> Result<Vec<u8>, String>;

    #[r4c::fallback(unnamed)]
    fn shared(&self, buffer: &mut Vec<u8>) -> Result<&str, String>;
    fn unnamed(&self, buffer: &mut Vec<u8>, error: String) -> Result<&str, String>;

    #[r4c::circuit_breaker(name = "alone")]
    fn alone(&mut self) -> Result<&mut [u8], r4c::CallError<String>>;
}
r4c::include_wrappers!();
