pub trait Api: Send {
    #[r4c::fallback(other)]
    fn value(self) -> Result<u8, String>;
    fn other(self, error: String) -> Result<u8, String>;

    #[r4c::fallback(another)]
    async fn lent(self: Self) -> Result<u8, String>;
    async fn another(&self, error: String) -> Result<u8, String>;
}

pub trait Small: Copy {
    #[r4c::fallback(other)]
    fn value(self) -> Result<u8, String>;
    #[r4c::circuit_breaker(name = "other")]
    fn other(self, error: String) -> Result<u8, r4c::CallError<String>>;

    #[r4c::fallback(another)]
    fn lent(self) -> Result<u8, String>;
    fn another(&self, error: String) -> Result<u8, String>;

    #[r4c::fallback(a_third)]
    fn moved(self) -> Result<u8, String>;
    fn a_third(self, error: String) -> Result<u8, String>;
}
r4c::include_wrappers!();
