pub trait Api {
    #[r4c::retry]
    fn value(self) -> Result<u8, String>;
    #[r4c::retry]
    fn boxed(self: Box<Self>) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "once")]
    fn once(self) -> Result<u8, String>;
    #[r4c::retry]
    fn for_ever(&'static mut self) -> Result<u8, String>;
    #[r4c::retry]
    fn read(&'static self) -> Result<&'static str, String>;
}
pub trait Lent<'t> {
    #[r4c::fallback(other)]
    fn lent(self: &'t mut Self) -> Result<u8, String>;
    fn other(&mut self, failed: String) -> Result<u8, String>;
    #[r4c::retry]
    fn short<'s>(&'s mut self) -> Result<u8, String>;
}
r4c::include_wrappers!();
