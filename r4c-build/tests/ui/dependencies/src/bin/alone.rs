//! Does not name the library: the same default name is no conflict.
pub trait Api {
    #[r4c::retry(max_attempts = 9)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!(bin "alone");
fn main() {}
