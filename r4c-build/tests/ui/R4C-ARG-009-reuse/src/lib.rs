pub trait Api {
    #[r4c::retry(reuse(bufer))]
    fn fill(&self, buffer: &mut Vec<u8>) -> Result<u8, String>;
    #[r4c::retry(reuse(id))]
    fn get(&self, id: &str) -> Result<u8, String>;
}
r4c::include_wrappers!();
