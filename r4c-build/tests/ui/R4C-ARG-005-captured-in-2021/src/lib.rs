pub struct Client;
impl Client {
    #[r4c::retry]
    pub fn nothing(&mut self) -> Result<impl Display, String> {
        Ok(1)
    }

    #[r4c::retry]
    pub fn next(&mut self) -> Result<impl Display + '_, String> {
        Ok(1)
    }
}

pub trait Api {
    #[r4c::retry]
    fn all(&mut self) -> Result<impl Display, String>;
}
r4c::include_wrappers!();
