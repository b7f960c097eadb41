use std::{pin::Pin, sync::Arc};
pub trait Api {
    #[r4c::circuit_breaker(name = "shared")]
    fn shared(self: Arc<Self>) -> Result<u8, String>;
    #[r4c::retry]
    fn pinned(self: Pin<&mut Self>) -> Result<u8, String>;
    fn unmarked(self: &Arc<Self>) -> u8;
    fn with_a_body(self: &Arc<Self>) -> u8 {
        1
    }
}
r4c::include_wrappers!();
