pub struct Client;
impl Client {
    #[r4c::retry]
    pub fn next(&mut self) -> Result<impl Display, String> {
        Ok(1)
    }

    #[r4c::retry]
    pub fn nothing(&mut self) -> Result<impl Display + use<>, String> {
        Ok(1)
    }

    #[r4c::retry]
    pub fn shared(&self) -> Result<impl Display, String> {
        Ok(1)
    }

    #[r4c::circuit_breaker(name = "once")]
    pub fn once(&mut self) -> Result<impl Display, r4c::CallError<String>> {
        Ok(1)
    }
}

pub trait Api {
    #[r4c::retry(reuse(buffer))]
    async fn read(&self, buffer: &mut Vec<u8>) -> Result<Box<impl Display>, String>;
}

#[r4c::retry(reuse(buffer))]
pub fn read<'a>(buffer: &'a mut Vec<u8>, id: &str) -> impl Display + use<'a> {
    buffer.len()
}
r4c::include_wrappers!();
