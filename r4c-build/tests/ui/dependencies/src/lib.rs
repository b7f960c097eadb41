//! Where all dependencies are known, a crate that is none of them is missing. Build dependencies do not count.
pub trait Api {
    #[r4c::retry(classifier = judges::ByStatus)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = judgse::ByStatus)]
    fn put(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = r4c_build::ByStatus)]
    fn post(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
