pub mod judges {
    pub fn by_status() {}
    pub const ALWAYS: u8 = 1;
}
macro_rules! judge {
    () => {};
}
#[derive(Default)]
pub enum Kind {
    #[default]
    Strict,
}
pub trait Api {
    #[r4c::retry(classifier = judges::by_status)]
    fn function(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = judges)]
    fn module(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = judges::ALWAYS)]
    fn constant(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = judge)]
    fn by_macro(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Kind::Strict)]
    fn variant(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
