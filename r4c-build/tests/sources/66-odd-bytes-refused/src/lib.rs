//! A byte order mark, both line ends, tabs.
/// Größe: é
pub trait Größe {
	/* é 日本 */ #[r4c::retry(max_attempts = 0)]
	fn länge(&self, größe: &str) -> Result<u8, u8>;
	/* 🦀 */	#[r4c::retry(délai = "1s", jitter = 2)]
	fn two(&self) -> Result<u8, u8>;
	#[r4c::retry(delay = "eine Sekunde", classifier = Größe)]
	fn three(&self) -> Result<u8, u8>;
}
r4c::include_wrappers!();
