pub trait OrdersApi {
    #[r4c::retry(max_attempt = 3, delay = 5, jitter = 2)]
    #[r4c::circuit_breaker(failure_rate_threshold = 0, classifier = Missing)]
    #[r4c::fallback(unavailable)]
    fn get(&self, id: &str, out: &mut Vec<u8>) -> Result<u8, String>;
}
r4c::include_wrappers!("order");
