pub enum ApiError {
    Io,
    Timeout,
}
pub trait Api {
    #[r4c::retry(retry_on = dyn)]
    fn no_type(&self) -> Result<u8, ApiError>;
    #[r4c::retry(abort_on = ApiError::Io |, delay = "x")]
    fn no_item(&self) -> Result<u8, ApiError>;
    #[r4c::circuit_breaker(name = "x", record_on = fn)]
    fn no_pattern(&self) -> Result<u8, ApiError>;
}
r4c::include_wrappers!();
