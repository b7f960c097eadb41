pub enum ApiError {
    Io,
    Timeout,
    Http { status: u16 },
}
pub trait Api {
    #[r4c::retry(retry_on = dyn)]
    fn no_type(&self) -> Result<u8, ApiError>;
    #[r4c::retry(abort_on = ApiError::Io |, delay = "x")]
    fn no_item(&self) -> Result<u8, ApiError>;
    #[r4c::circuit_breaker(name = "x", record_on = fn)]
    fn no_pattern(&self) -> Result<u8, ApiError>;
    #[r4c::retry(retry_on = ApiError::Timeout | ApiError::Http { status, .. } if *status >= 500)]
    fn not_in_each(&self) -> Result<u8, ApiError>;
}
r4c::include_wrappers!();
