pub enum ApiError {
    Io,
    Timeout,
}
pub trait Api {
    #[r4c::retry(retry_on = Timeout)]
    fn name(&self) -> Result<u8, ApiError>;
    #[r4c::retry(retry_on = ApiError::Io | _, max_attempts = 2)]
    fn wildcard(&self) -> Result<u8, ApiError>;
    #[r4c::circuit_breaker(name = "x", ignore_on = all @ ApiError::Io)]
    fn bound(&self) -> Result<u8, ApiError>;
}
r4c::include_wrappers!();
