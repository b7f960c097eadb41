use std::sync::Arc;

impl Clone for Stock {
	#[r4c::retry]
	fn clone(&self) -> Self { Stock }
}
pub struct Stock;
impl Stock {
	/* größer */ #[r4c::retry(delay = "2s", max_delay = "1s")] pub fn get(self: Arc<Self>) -> Result<u8, String> { Ok(1) }
}
