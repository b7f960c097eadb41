//! Common to tests.
pub trait Common {
    #[r4c::retry(max_attempts = 2)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!(test "first", "common");
