#[r4c::retry(max_attempt = 1)] pub fn first() -> u8 { 1 }
/* äöü */ #[r4c::retry(max_attempt = 1)] pub fn länge() -> u8 { 1 }
	#[r4c::retry(
		max_attempt = 1,
	)]
	pub fn third() -> u8 { 1 }
