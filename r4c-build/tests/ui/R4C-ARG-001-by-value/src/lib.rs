pub trait Api {
    #[r4c::retry]
    fn value(self) -> Result<u8, String>;
    #[r4c::retry]
    fn boxed(self: Box<Self>) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "once")]
    fn once(self) -> Result<u8, String>;
}
r4c::include_wrappers!();
