pub trait Api {
    #[resil::retry(max_attempts = 2, classifier = judges::Judge)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry(nonsense)]
    fn of_another_crate(&self) -> Result<u8, String>;
    #[resil::retry(classifier = judgse::Judge)]
    fn missing_crate(&self) -> Result<u8, String>;
}
resil::include_wrappers!();
