//! Names the library.
pub trait Api {
    #[r4c::retry(max_attempts = 9)]
    fn put(&self) -> Result<u8, String>;
}
r4c::include_wrappers!(bin "together");
fn main() {
    client::run();
}
