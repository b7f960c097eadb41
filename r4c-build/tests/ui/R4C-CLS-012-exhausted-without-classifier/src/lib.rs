pub trait Api {
    #[r4c::retry(on_exhausted_result = Reject)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
